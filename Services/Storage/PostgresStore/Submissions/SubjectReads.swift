import Domain
internal import Postgres
internal import Shared
internal import Synchronization

/// Reads submissions for stages; reads at about the same time share a round trip. It keeps the result for the commit that
/// usually follows.
final class SubjectReads: Sendable {
    private struct State {
        var kept: [SubmissionID: Submission] = [:]
        /// In the order of reading, so that the oldest can be dropped.
        var order: [SubmissionID] = []
    }

    private let reads: ReadBatcher<SubmissionID, StageSubject>
    private let memory: Memory

    /// The submissions that were read. A class of its own, because the reads keep it there.
    private final class Memory: Sendable {
        let state = Mutex(State())
    }

    private static let keptAtMost = 1_000

    init(pool: PostgresPool, reader: SubmissionReader, journeys: JourneyStore) {
        let memory = Memory()
        self.memory = memory
        // Two reads at a time: one on its way while the next one gathers.
        reads = ReadBatcher(turns: 2, concernsOne: SubmissionReader.mayConcernOne) { wanted in
            let submissions = try await reader.read(wanted.sorted(), tenant: nil, lock: .none, over: pool)
            let journeys = try await journeys.journeys(Set(submissions.values.map(\.journeyVersion)), over: pool)
            Self.keep(submissions, in: memory)
            return submissions.compactMapValues { submission in
                journeys[submission.journeyVersion].map { StageSubject(submission: submission, journey: $0) }
            }
        }
    }

    func subject(_ id: SubmissionID) async throws -> StageSubject? { try await reads.value(id) }

    // MARK: - For the commit

    private static func keep(_ submissions: [SubmissionID: Submission], in memory: Memory) {
        memory.state.withLock { state in
            state.kept.merge(submissions) { $1 }
            state.order += submissions.keys
            let surplus = state.order.count - keptAtMost
            guard surplus > 0 else { return }
            for id in state.order.prefix(surplus) { state.kept[id] = nil }
            state.order.removeFirst(surplus)
        }
    }

    /// Removes and returns the remembered submissions of these transitions. Only those are returned that have the
    /// expected version and whose transition concerns no page.
    func take(_ transitions: [StageTransition]) -> [SubmissionID: Submission] {
        let kept = memory.state.withLock { state in
            transitions.map { ($0, state.kept.removeValue(forKey: $0.submission)) }
        }
        var found: [SubmissionID: Submission] = [:]
        for case (let transition, let submission?) in kept where submission.version == transition.expectedVersion {
            found[submission.id] = submission
        }
        for transition in transitions where !transition.goesByEarlierRead { found[transition.submission] = nil }
        return found
    }
}
