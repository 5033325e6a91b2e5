import EventLoop
import Shared
import Synchronization

/// Tells the stages of a process that something was published to their topics, where the broker lets them wait for it.
final class Arrivals: Sendable {
    private struct State {
        var observers: [Topic: @Sendable () -> Void] = [:]
        var isHeard = false
    }

    private let state = Mutex(State())
    private let wanted = AsyncSignal<Void>()

    /// Waits until a stage observes.
    func isWanted() async throws(CancellationError) { try await wanted.wait() }

    /// Whether somebody listens: until then nobody may rely on being told.
    var isHeard: Bool { state.withLock { $0.isHeard } }

    /// From now on `tell` is called when something was published to the topic, in place of who was before.
    func observe(_ topic: Topic, _ tell: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers[topic] = tell }
        wanted.send()
    }

    /// Somebody listens from now on. What was published before may have been missed.
    func began() {
        for tell in state.withLock({ state in
            state.isHeard = true
            return Array(state.observers.values)
        }) { tell() }
    }

    /// Something was published to the topic of that name.
    func told(_ name: String) {
        for (topic, tell) in state.withLock({ $0.observers }) where topic.name == name { tell() }
    }
}
