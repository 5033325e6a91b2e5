import Glibc
import Synchronization

/// A bounded pool of threads for blocking calls. Threads start on demand and stay.
public final class BlockingPool: Sendable {
    private struct Item {
        let id: UInt64
        let run: @Sendable () -> Void
        let cancel: @Sendable () -> Void
    }

    private struct State {
        var queue: [Item] = []
        var nextID: UInt64 = 0
        var idle = 0
        var threads: [LoopThread] = []
        var isClosed = false
    }

    /// A counting semaphore of the system, in which the threads sleep.
    ///
    /// `@unchecked Sendable`: `sem_post` and `sem_wait` may be called from any thread; the memory lives as long as this
    /// object.
    private final class Tickets: @unchecked Sendable {
        private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

        init() { sem_init(semaphore, 0, 0) }

        deinit {
            sem_destroy(semaphore)
            semaphore.deallocate()
        }

        func add() { sem_post(semaphore) }

        func take() {
            while sem_wait(semaphore) != 0 {}  // EINTR
        }
    }

    private let maximumThreads: Int
    private let maximumQueued: Int
    private let name: String
    private let tickets = Tickets()
    private let state = Mutex(State())

    /// - Parameters:
    ///   - threads: The most calls at the same time; at least one.
    ///   - maximumQueued: The most calls that wait; beyond them ``run(_:)`` throws.
    ///   - name: The name of the threads; a number is added.
    public init(threads: Int, maximumQueued: Int = 1024, name: String = "blocking") {
        maximumThreads = max(1, threads)
        self.maximumQueued = maximumQueued
        self.name = name
    }

    /// The number of calls that wait for a thread.
    public var queued: Int { state.withLock { $0.queue.count } }

    /// Runs `body` on a thread of the pool. Callable from any task.
    ///
    /// - Throws: The error of `body`; `CancellationError` if the task is cancelled while the call waits for a thread (a
    ///   running call is awaited, for it cannot be interrupted); ``EventLoopError`` if too many calls wait, or after
    ///   ``shutdown()``.
    public func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<T, any Error>) in
                submit(
                    Item(
                        id: id,
                        run: { continuation.resume(with: Result { try body() }) },
                        cancel: { continuation.resume(throwing: CancellationError()) }),
                    refuse: { continuation.resume(throwing: $0) })
            }
        } onCancel: {
            cancel(id: id)
        }
    }

    /// Runs `body` on a thread of the pool and returns at once. Callable from any thread.
    ///
    /// - Throws: ``EventLoopError`` if too many calls wait, or after ``shutdown()``.
    public func submit(_ body: @escaping @Sendable () -> Void) throws(EventLoopError) {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        var refusal: (any Error)?
        submit(Item(id: id, run: body, cancel: {}), isCancellable: false) { refusal = $0 }
        guard let refusal else { return }
        throw refusal as? EventLoopError ?? EventLoopError(code: .blockingPoolFull, subject: name)
    }

    private func submit(_ item: Item, isCancellable: Bool = true, refuse: (any Error) -> Void) {
        let refusal: (any Error)? = state.withLock { state in
            // Under the lock that `cancel` takes: a cancellation before this shows here, a later one finds the item.
            if isCancellable, Task.isCancelled { return CancellationError() }
            if state.isClosed { return EventLoopError(code: .shutDown, subject: "the blocking pool") }
            if state.queue.count >= maximumQueued { return EventLoopError(code: .blockingPoolFull, subject: name) }
            if state.idle <= state.queue.count, state.threads.count < maximumThreads {
                do {
                    state.threads.append(try LoopThread(name: "\(name)-\(state.threads.count)") { self.work() })
                } catch {
                    if state.threads.isEmpty { return error }
                }
            }
            state.queue.append(item)
            return nil
        }
        if let refusal { refuse(refusal) } else { tickets.add() }
    }

    private func cancel(id: UInt64) {
        let item = state.withLock { state -> Item? in
            guard let index = state.queue.firstIndex(where: { $0.id == id }) else { return nil }
            return state.queue.remove(at: index)
        }
        item?.cancel()
    }

    private func work() {
        while true {
            state.withLock { $0.idle += 1 }
            tickets.take()
            let (item, isClosed) = state.withLock { state -> (Item?, Bool) in
                state.idle -= 1
                return (state.queue.isEmpty ? nil : state.queue.removeFirst(), state.isClosed)
            }
            // No item: it was cancelled and its ticket stayed, or the pool closes.
            if let item { item.run() } else if isClosed { return }
        }
    }

    /// Refuses new calls, finishes the waiting and running ones, and joins the threads. Callable from any task that is
    /// not on the pool itself.
    public func shutdown() async {
        let threads = state.withLock { state in
            state.isClosed = true
            defer { state.threads = [] }
            return state.threads
        }
        guard !threads.isEmpty else { return }
        for _ in threads { tickets.add() }
        // Joining blocks, so it has a thread of its own.
        await withCheckedContinuation { continuation in
            let join: @Sendable () -> Void = {
                for thread in threads { thread.join() }
                continuation.resume()
            }
            do { try LoopThread(name: "\(name)-join", body: join).detach() } catch { join() }
        }
    }
}
