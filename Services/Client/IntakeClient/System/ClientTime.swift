#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The source of time, which tests replace.
public protocol ClientTime: Sendable {
    /// Wall-clock time.
    var now: Date { get }
    /// Returns after `duration`.
    ///
    /// - Throws: `CancellationError`.
    func sleep(for duration: Duration) async throws
}

/// The clocks of the system.
public struct SystemClientTime: ClientTime {
    public init() {}

    public var now: Date { Date() }
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
