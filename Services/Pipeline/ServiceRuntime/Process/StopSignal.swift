public import EventLoop

/// Tells a loop of a service to end.
public struct StopSignal: Sendable {
    private let asked = AsyncSignal<Void>()

    public init() {}

    /// Whether to end: begin nothing new. A task that is cancelled, because it did not end in time, ends as well: its pauses are over
    /// at once, and it would go round without any.
    public var isOver: Bool { asked.value != nil || Task.isCancelled }

    public func send() { asked.send() }

    /// Pauses. Ends early when the loop is to end.
    public func rest(for pause: Duration, on loop: EventLoop) async {
        _ = try? await withDeadline(pause, on: loop) { [asked] in try await asked.wait() }
    }

    public func wait() async throws { try await asked.wait() }

    /// Until it is sent, also in a task that is cancelled.
    public func waitUncancelled() async { await asked.waitUncancelled() }
}
