internal import EventLoop
internal import Synchronization

/// Reads what several ask for at about the same time in one round trip, by the one that asked first.
///
/// Nobody waits for others to ask: a read begins when a turn is free, and whoever asks meanwhile is in the next one. So what is read
/// is never older than the question.
final class ReadBatcher<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private final class Batch: Sendable {
        let wanted = Mutex<Set<Key>>([])
        /// Nil when the one that was to read was cancelled: the others ask anew.
        let answers = AsyncSignal<Result<[Key: Value], any Error>?>()
    }

    private let limit: Int
    private let turns: AsyncSemaphore
    private let concernsOne: @Sendable (any Error) -> Bool
    private let read: @Sendable (Set<Key>) async throws -> [Key: Value]
    private let gathering = Mutex(Batch())

    /// - Parameters:
    ///   - limit: How many are read together at most.
    ///   - turns: How many reads are on their way at once.
    ///   - concernsOne: Whether an error may be that of one of those that were read together: then each is read for itself.
    ///   - read: Reads those that there are.
    init(
        limit: Int = .max, turns: Int, concernsOne: @escaping @Sendable (any Error) -> Bool = { _ in false },
        _ read: @escaping @Sendable (Set<Key>) async throws -> [Key: Value]
    ) {
        self.limit = limit
        self.turns = AsyncSemaphore(permits: turns)
        self.concernsOne = concernsOne
        self.read = read
    }

    /// How many have been asked for that no read has begun with.
    var gathered: Int { gathering.withLock { gathering in gathering.wanted.withLock { $0.count } } }

    /// Nil if there is none.
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

    /// Reads all that has been asked for when its turn comes, and tells everybody.
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

    /// Nobody joins the batch any more. What is to be read of it.
    private func close(_ batch: Batch) -> Set<Key> {
        gathering.withLock { gathering in
            if gathering === batch { gathering = Batch() }
            return batch.wanted.withLock { $0 }
        }
    }
}
