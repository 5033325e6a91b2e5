internal import EventLoop
internal import Synchronization

/// Joins reads that are requested at about the same time into one round trip. The first caller carries it out.
///
/// A result is never older than its request: a read begins as soon as a turn is free, and requests that arrive during a
/// read join the next one. No request waits for others to arrive.
final class ReadBatcher<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Batch: Sendable {
        let wanted = Mutex<Set<Key>>([])
        /// Nil if the reading caller was cancelled: the others ask again.
        let answers = AsyncSignal<Result<[Key: Value], any Error>?>()
    }

    private let limit: Int
    private let turns: AsyncSemaphore
    private let concernsOne: @Sendable (any Error) -> Bool
    private let read: @Sendable (Set<Key>) async throws -> [Key: Value]
    private let gathering = Mutex(Batch())

    /// - Parameters:
    ///   - limit: The most keys of one read.
    ///   - turns: The most reads at the same time.
    ///   - concernsOne: Whether an error may come from a single key. If so, each caller reads its own key alone.
    ///   - read: Reads the keys that exist.
    init(
        limit: Int = .max, turns: Int, concernsOne: @escaping @Sendable (any Error) -> Bool = { _ in false },
        _ read: @escaping @Sendable (Set<Key>) async throws -> [Key: Value]
    ) {
        self.limit = limit
        self.turns = AsyncSemaphore(permits: turns)
        self.concernsOne = concernsOne
        self.read = read
    }

    /// The number of keys that wait for a read to begin.
    var gathered: Int { gathering.withLock { gathering in gathering.wanted.withLock { $0.count } } }

    /// The value of a key; nil if there is none.
    func value(_ key: Key) async throws -> Value? {
        while true {
            let (batch, isFirst) = join(key)
            switch isFirst ? await answers(to: batch) : try await batch.answers.wait() {
            case .success(let found)?: return found[key]
            case .failure(let error)?:
                guard concernsOne(error), batch.wanted.withLock({ $0.count }) > 1 else { throw error }
                return try await read([key])[key]
            case nil: try Task.checkCancellation()
            }
        }
    }

    private func join(_ key: Key) -> (batch: Batch, isFirst: Bool) {
        gathering.withLock { gathering in
            if gathering.wanted.withLock({ $0.count }) >= limit { gathering = Batch() }
            let isFirst = gathering.wanted.withLock { wanted in
                defer { wanted.insert(key) }
                return wanted.isEmpty
            }
            return (gathering, isFirst)
        }
    }

    /// Reads the keys of the batch when its turn comes, and sends the answers to all callers.
    private func answers(to batch: Batch) async -> Result<[Key: Value], any Error>? {
        // Lets those who are about to ask do so.
        await Task.yield()
        let answers: Result<[Key: Value], any Error>?
        do {
            answers = .success(try await turns.withPermit { try await read(close(batch)) })
        } catch {
            _ = close(batch)
            // What is wrong with the database is wrong for all; that this task was cancelled is not.
            answers = Task.isCancelled ? nil : .failure(error)
        }
        batch.answers.send(answers)
        return answers
    }

    /// Closes the batch, so that no more keys join it. Returns the keys to read.
    private func close(_ batch: Batch) -> Set<Key> {
        gathering.withLock { gathering in
            if gathering === batch { gathering = Batch() }
            return batch.wanted.withLock { $0 }
        }
    }
}
