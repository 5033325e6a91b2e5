import EventLoop
import Shared
import Synchronization

/// Notifies the stages of a process of publications to their topics, for brokers that cannot hold an empty fetch.
final class Arrivals: Sendable {
    private struct State {
        var observers: [Topic: @Sendable () -> Void] = [:]
        var isHeard = false
    }

    private let state = Mutex(State())
    private let wanted = AsyncSignal<Void>()

    /// Waits until a stage observes.
    func isWanted() async throws(CancellationError) { try await wanted.wait() }

    /// Whether the listener is connected. Before that no stage may rely on notifications.
    var isHeard: Bool { state.withLock { $0.isHeard } }

    /// From now on `tell` is called after a publication to the topic. It replaces the previous observer.
    func observe(_ topic: Topic, _ tell: @escaping @Sendable () -> Void) {
        state.withLock { $0.observers[topic] = tell }
        wanted.send()
    }

    /// The listener is connected from now on. Earlier publications may have been missed.
    func began() {
        for tell in state.withLock({ state in
            state.isHeard = true
            return Array(state.observers.values)
        }) { tell() }
    }

    /// Records were published to the topic of that name.
    func told(_ name: String) {
        for (topic, tell) in state.withLock({ $0.observers }) where topic.name == name { tell() }
    }
}
