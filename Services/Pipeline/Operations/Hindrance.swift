package import Domain
package import Kafka
package import Postgres
import PostgresStore
import ServiceRuntime
import Shared

/// A cause that keeps a stage from its work.
package struct Hindrance: Sendable, Hashable, Codable {
    package static let byOperator = "operator"
    /// The stage of a fault of the brokers, which concerns all stages.
    package static let brokers = "kafka"
    /// No live process runs the stage.
    package static let process = "process"

    package let stage: String
    /// `operator`, or the missing dependency, such as `blobs`, or `process` for the lack of any process.
    package let cause: String
    /// The operator of a pause, the affected service, or the missing service.
    package let by: String
    /// Nil if unknown.
    package let since: String?
    package let reason: String?

    package init(stage: String, cause: String, by: String, since: String? = nil, reason: String? = nil) {
        (self.stage, self.cause, self.by, self.since, self.reason) = (stage, cause, by, since, reason)
    }

    package init(_ pause: StagePause) {
        self.init(
            stage: pause.stage.rawValue, cause: Self.byOperator, by: pause.actor, since: Timestamp(pause.since).description,
            reason: pause.reason)
    }

    package init(_ outage: StageOutage) {
        self.init(
            stage: outage.stage.rawValue, cause: outage.cause.dependency.rawValue, by: outage.service,
            since: Timestamp(outage.cause.since).description, reason: outage.cause.reason)
    }

    package init(_ unattended: UnattendedStage) {
        let isMore = unattended.waiting >= StageBacklog.mostCounted
        self.init(
            stage: unattended.stage.rawValue, cause: Self.process, by: unattended.stage.service,
            since: Timestamp(unattended.since).description,
            reason: isMore
                ? "\(unattended.waiting) events wait for it, or more"
                : unattended.waiting == 1 ? "1 event waits for it" : "\(unattended.waiting) events wait for it")
    }

    /// Without the stage. For brokers only the fault.
    package var words: String {
        let time = since.map { " since \($0)" } ?? ""
        let why = reason.map { ": \($0)" } ?? ""
        if cause == stage { return reason ?? "" }
        return switch cause {
        case Self.byOperator: "paused by \(by)\(time)\(why)"
        case Self.process: "no \(by) runs\(time)\(why)"
        default: "\(by) begins nothing\(time), for want of \(cause)\(why)"
        }
    }

    /// All causes that the database knows.
    package static func all(in pool: PostgresPool) async throws(StoreError) -> [Hindrance] {
        let pauses = try await PostgresStagePauseStore(pool: pool).pauses().map { Hindrance($0) }
        let outages = try await PostgresStageOutageStore(pool: pool).outages().map { Hindrance($0) }
        return try await pauses + outages + UnattendedStages(pool: pool).look().map { Hindrance($0) }
    }
}

extension ClusterMetadata {
    /// Faults of Docket's topics, in words for an operator.
    package var troubles: [String] {
        switch TopicHealth.judge(self, topics: Topic.allCases.map(\.name)) {
        case .ok, .noted: []
        case .degraded(let reason), .failing(let reason): [reason]
        }
    }
}
