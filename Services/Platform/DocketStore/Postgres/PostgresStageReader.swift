public import Postgres
public import Shared

public struct PostgresStageReader: StageReader {
    private let pool: PostgresPool
    private let journeys = JourneyStore()

    public init(pool: PostgresPool) {
        self.pool = pool
    }

    public func stageSubject(_ id: SubmissionID) async throws(StoreError) -> StageSubject? {
        try await StoreError.wrapping("read a submission for a stage") {
            guard let submission = try await SubmissionReader.read([id], tenant: nil, lock: .none, over: pool)[id] else {
                return nil
            }
            let version = submission.journeyVersion
            guard let journey = try await journeys.journeys([version], over: pool)[version] else {
                throw StoreError.corrupt("a journey is missing")
            }
            return StageSubject(submission: submission, journey: journey)
        }
    }
}
