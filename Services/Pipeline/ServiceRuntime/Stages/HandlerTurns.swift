import EventLoop
import Synchronization

/// The turns of a process's loops. A handler that ends its process also takes down those of other loops. So an item that
/// is suspected of ending its process must run without any other handler in the process.
public final class HandlerTurns: Sendable {
    private struct State {
        var queue = TurnQueue()
        var next: TurnQueue.Loop = 1
        var wakes: [TurnQueue.Loop: AsyncPulse] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Adds a loop; `wake` is notified when a refused turn may be available.
    func join(_ wake: AsyncPulse) -> LoopTurn {
        state.withLock { state in
            let loop = state.next
            state.next += 1
            state.wakes[loop] = wake
            return LoopTurn(self, loop)
        }
    }

    fileprivate func with<Value>(_ body: (inout TurnQueue) -> Value) -> Value { state.withLock { body(&$0.queue) } }

    fileprivate func settle(_ loop: TurnQueue.Loop, isRunning: Bool, wantsTogether: Bool, wantsAlone: Bool, leaves: Bool) {
        let wakes: [AsyncPulse] = state.withLock { state in
            if leaves { state.wakes[loop] = nil }
            let isFree = state.queue.settle(
                loop, isRunning: isRunning, wantsTogether: wantsTogether, wantsAlone: wantsAlone)
            return isFree ? state.wakes.filter { $0.key != loop }.sorted { $0.key < $1.key }.map(\.value) : []
        }
        for wake in wakes { wake.notify() }
    }
}

/// One loop's part in the turns of its process. Only one task at a time may use it.
struct LoopTurn: Sendable {
    private let turns: HandlerTurns
    private let loop: TurnQueue.Loop

    fileprivate init(_ turns: HandlerTurns, _ loop: TurnQueue.Loop) {
        self.turns = turns
        self.loop = loop
    }

    /// Whether handlers may start beside others.
    func takeTogether() -> Bool { turns.with { $0.takeTogether(loop) } }

    /// Whether a handler may start alone in the process.
    func takeAlone() -> Bool { turns.with { $0.takeAlone(loop) } }

    /// Whether handlers could start beside others.
    var isOpen: Bool { turns.with { $0.isOpen(to: loop) } }

    /// Reports the loop's state, and so returns unused and unwanted turns.
    func settle(isRunning: Bool, wantsTogether: Bool, wantsAlone: Bool) {
        turns.settle(loop, isRunning: isRunning, wantsTogether: wantsTogether, wantsAlone: wantsAlone, leaves: false)
    }

    /// The loop has ended.
    func leave() { turns.settle(loop, isRunning: false, wantsTogether: false, wantsAlone: false, leaves: true) }
}
