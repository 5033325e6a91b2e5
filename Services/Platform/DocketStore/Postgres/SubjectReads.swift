internal import EventLoop
internal import Postgres
internal import Shared
internal import Synchronization

/// Reads submissions for stages: those that are asked for at about the same time in one round trip. Keeps what was read for the
/// commit that usually follows.
final class SubjectReads: Sendable {
    /// Submissions that are read together. Those who wait for one look here once they have their turn.
    private final class Batch: Sendable {
        let answers = Mutex<Result<[SubmissionID: StageSubject], any Error>?>(nil)
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
            let batch = state.withLock { state in
                state.wanted.insert(id)
                return state.gathering
            }
            // Lets those who are about to ask do so.
            await Task.yield()
            let answer: StageSubject?? = try await turns.withPermit {
                if let answers = batch.answers.withLock({ $0 }) { return .some(try answers.get()[id]) }
                return try await read(batch, id)
            }
            if let answer { return answer }
        }
    }

    /// Nil when the batch is too old to be read: somebody was cancelled who had begun to.
    private func read(_ batch: Batch, _ id: SubmissionID) async throws -> StageSubject?? {
        let wanted: Set<SubmissionID>? = state.withLock { state in
            guard state.gathering === batch else { return nil }
            defer {
                state.gathering = Batch()
                state.wanted = []
            }
            return state.wanted
        }
        guard let wanted else { return nil }
        do {
            let answers = try await read(wanted)
            batch.answers.withLock { $0 = .success(answers) }
            return .some(answers[id])
        } catch {
            // What is wrong with the database is wrong for all; that somebody was cancelled is not.
            if !Task.isCancelled { batch.answers.withLock { $0 = .failure(error) } }
            throw error
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
