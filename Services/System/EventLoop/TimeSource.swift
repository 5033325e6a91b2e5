public import FoundationEssentials

/// The source of time, which tests and simulations can replace.
public protocol TimeSource: Sendable {
    /// Wall-clock time.
    var now: Date { get }
    /// Returns after `duration`.
    ///
    /// - Throws: `CancellationError`.
    func sleep(for duration: Duration) async throws
}

/// The system's clocks. A sleep on an event loop is a timer of that loop.
public struct SystemTime: TimeSource {
    public init() {}

    public var now: Date { Date() }

    public func sleep(for duration: Duration) async throws {
        if let loop = EventLoop.current {
            try await loop.sleep(for: duration)
        } else {
            try await Task.sleep(for: duration)
        }
    }
}
