import CEventLoop
import Glibc
import Synchronization

/// A fixed number of event loops, and a small pool of threads for blocking calls.
///
/// Creating one ignores SIGPIPE in the process: a closed peer is an error of the write and does not end the process.
/// Block the signals of a ``SignalWatch`` before, so that these threads inherit the mask.
public final class EventLoopGroup: Sendable {
    public let loops: [EventLoop]
    public let blocking: BlockingPool
    private let threads: Mutex<[LoopThread]>
    private let turn = Atomic<Int>(0)

    /// Starts the threads. Callable from any thread.
    ///
    /// - Parameters:
    ///   - threads: The number of loops; at least one.
    ///   - blockingThreads: The most threads of the pool.
    ///   - name: The name of the threads; a number is added.
    /// - Throws: ``EventLoopError`` `systemCall` if the system gives no descriptor or thread.
    public init(threads: Int, blockingThreads: Int = 4, name: String = "loop") throws(EventLoopError) {
        docket_ignore_sigpipe()
        var loops: [EventLoop] = []
        var running: [LoopThread] = []
        for index in 0..<max(1, threads) {
            do {
                let loop = try EventLoop(name: "\(name)-\(index)")
                running.append(try LoopThread(name: loop.name) { loop.runThread() })
                loops.append(loop)
            } catch {
                for loop in loops { loop.stop() }
                for thread in running { thread.join() }
                throw error
            }
        }
        self.loops = loops
        self.threads = Mutex(running)
        blocking = BlockingPool(threads: blockingThreads, name: "\(name)-block")
    }

    /// The loops in turn. Callable from any thread.
    public func next() -> EventLoop {
        let ticket = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return loops[Int(UInt(bitPattern: ticket) % UInt(loops.count))]
    }

    /// Cancels every task on the loops, waits until all have ended, and joins the threads. Jobs that are added afterwards
    /// never run. May be called several times, from any thread except those of the group.
    public func shutdown() async {
        precondition(!loops.contains { $0.isCurrent }, "a group cannot be shut down from one of its own loops")
        // All before any is awaited: a task may wait for one on another loop.
        for loop in loops { loop.ledger.cancelAll() }
        for loop in loops { await loop.ledger.waitUntilEmpty() }
        await blocking.shutdown()
        for loop in loops { loop.stop() }
        let running = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in running { thread.join() }
    }
}
