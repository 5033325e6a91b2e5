import EventLoop
import Synchronization

/// The turn of a process's loops. A handler that ends its process takes those of every other loop down with it; so an item that
/// is to blame for its process's end, or not, has to run with nothing else running in any of them.
public final class HandlerTurns: Sendable {
    private struct State {
        var queue = TurnQueue()
        var next: TurnQueue.Loop = 1
        var wakes: [TurnQueue.Loop: AsyncPulse] = [:]
    }

    private let state = Mutex(State())

    public init() {}

    /// Takes a loop in; `wake` is notified when it may get what it was refused.
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

/// One loop's part in the turns of its process. To be used by one task at a time.
struct LoopTurn: Sendable {
    private let turns: HandlerTurns
    private let loop: TurnQueue.Loop

    fileprivate init(_ turns: HandlerTurns, _ loop: TurnQueue.Loop) {
        self.turns = turns
        self.loop = loop
    }

    /// Whether handlers may be started beside others.
    func takeTogether() -> Bool { turns.with { $0.takeTogether(loop) } }

    /// Whether a handler may be started with nothing else running in the process.
    func takeAlone() -> Bool { turns.with { $0.takeAlone(loop) } }

    /// Whether handlers could be started beside others.
    var isOpen: Bool { turns.with { $0.isOpen(to: loop) } }

    /// Says how the loop stands, which gives back what it does not use or want any more.
    func settle(isRunning: Bool, wantsTogether: Bool, wantsAlone: Bool) {
        turns.settle(loop, isRunning: isRunning, wantsTogether: wantsTogether, wantsAlone: wantsAlone, leaves: false)
    }

    /// The loop has ended.
    func leave() { turns.settle(loop, isRunning: false, wantsTogether: false, wantsAlone: false, leaves: true) }
}
