import EventLoop
public import FoundationEssentials
public import IntakeClient

/// The clocks of an event loop. A sleep is a timer of the loop.
public struct LoopTime: ClientTime {
    public init() {}

    public var now: Date { SystemTime().now }
    public func sleep(for duration: Duration) async throws { try await SystemTime().sleep(for: duration) }
}
