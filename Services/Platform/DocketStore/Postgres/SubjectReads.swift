internal import EventLoop
internal import Postgres
internal import Shared
internal import Synchronization

/// Reads submissions for stages: those that are asked for at about the same time in one round trip. Keeps what was read for the
/// commit that usually follows.
final class SubjectReads: Sendable {
    /// Submissions that are read together, by the one that asked first.
    private final class Batch: Sendable {
        /// Nil when the one that was to read was cancelled: the others ask anew.
        let answers = AsyncSignal<Result<[SubmissionID: StageSubject], any Error>?>()
    }

    private struct State {
        /// What is asked for and not being read yet.
        var gathering = Batch()
        var wanted: Set<SubmissionID> = []
        var kept: [SubmissionID: Submission] = [:]
        /// In the order in which they were read, to forget the oldest.
        var order: [SubmissionID] = []
    }

    private let pool: PostgresPool
    private let journeys: JourneyStore
    private let state = Mutex(State())
    /// Two reads at a time: one on its way while the next one gathers.
    private let turns = AsyncSemaphore(permits: 2)

    private static let keptAtMost = 1_000

    init(pool: PostgresPool, journeys: JourneyStore) {
        self.pool = pool
        self.journeys = journeys
    }

    func subject(_ id: SubmissionID) async throws -> StageSubject? {
        while true {
            let (batch, isFirst) = state.withLock { state in
                defer { state.wanted.insert(id) }
                return (state.gathering, state.wanted.isEmpty)
            }
            let answers = isFirst ? await read(batch) : try await batch.answers.wait()
            if let answers { return try answers.get()[id] }
            try Task.checkCancellation()
        }
    }

    /// Reads all that has been asked for when its turn comes, and tells everybody.
    private func read(_ batch: Batch) async -> Result<[SubmissionID: StageSubject], any Error>? {
        // Lets those who are about to ask do so.
        await Task.yield()
        let answers: Result<[SubmissionID: StageSubject], any Error>?
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
    private func close(_ batch: Batch) -> Set<SubmissionID> {
        state.withLock { state in
            guard state.gathering === batch else { return [] }
            defer {
                state.gathering = Batch()
                state.wanted = []
            }
            return state.wanted
        }
    }

    private func read(_ wanted: Set<SubmissionID>) async throws -> [SubmissionID: StageSubject] {
        let submissions = try await SubmissionReader.read(wanted.sorted(), tenant: nil, lock: .none, over: pool)
        let journeys = try await journeys.journeys(Set(submissions.values.map(\.journeyVersion)), over: pool)
        keep(submissions)
        return submissions.compactMapValues { submission in
            journeys[submission.journeyVersion].map { StageSubject(submission: submission, journey: $0) }
        }
    }

    // MARK: - For the commit

    private func keep(_ submissions: [SubmissionID: Submission]) {
        state.withLock { state in
            state.kept.merge(submissions) { $1 }
            state.order += submissions.keys
            let surplus = state.order.count - Self.keptAtMost
            guard surplus > 0 else { return }
            for id in state.order.prefix(surplus) { state.kept[id] = nil }
            state.order.removeFirst(surplus)
        }
    }

    /// The submissions of these transitions that were read in the versions that they expect, where no page is concerned. All of
    /// them are forgotten here.
    func take(_ transitions: [StageTransition]) -> [SubmissionID: Submission] {
        let kept = state.withLock { state in
            transitions.map { ($0, state.kept.removeValue(forKey: $0.submission)) }
        }
        var found: [SubmissionID: Submission] = [:]
        for case (let transition, let submission?) in kept where submission.version == transition.expectedVersion {
            found[submission.id] = submission
        }
        for transition in transitions where !transition.leavesPagesAlone { found[transition.submission] = nil }
        return found
    }
}
