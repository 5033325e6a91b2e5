import Shared

/// The submissions with the maximum of recorded refusals: for a while the database is not asked about them. It is pure.
struct FullHistories: Sendable {
    static let pause = Duration.seconds(60)
    private static let most = 10_000

    private var until: [SubmissionID: Timestamp] = [:]

    var count: Int { until.count }

    func contain(_ submission: SubmissionID, at now: Timestamp) -> Bool { until[submission].map { now < $0 } ?? false }

    mutating func note(_ submission: SubmissionID, at now: Timestamp) {
        if until.count >= Self.most { until = until.filter { now < $0.value } }
        // Whoever is forgotten costs the database one question.
        if until.count >= Self.most { until = [:] }
        until[submission] = now.adding(Self.pause)
    }
}
