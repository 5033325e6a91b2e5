import Domain
import FoundationEssentials
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import ServiceRuntime

@Suite(.timeLimit(.minutes(1))) struct DeadLetterWatchTests {
    @Test func theListIsToldByStageAndCauseUntilItIsEmpty() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let lease = try await PostgresLeaseStore(pool: pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let submissions = SubmissionStore(pool: pool, owner: lease.instance, source: "/docket/test")
            let stages = PostgresStageStore(pool: pool, source: "/docket/test")
            let metrics = MetricsRegistry()
            let watch = DeadLetterWatch(OperationsReader(pool: pool), metrics: metrics)
            func samples() -> [String] {
                metrics.renderPrometheus().split(separator: "\n").map(String.init).filter {
                    $0.hasPrefix("docket_dead_letters{") || $0.hasPrefix("docket_parked{")
                }
            }
            try await watch.look()
            #expect(samples().isEmpty)

            let submission = try await submissions.submittedSample()
            let event = try #require(
                try await PostgresEventLog(pool: pool).events(of: submission.id, afterSequence: 3, limit: 1).first)
            let key = WorkItemKey(stage: .validation, eventID: event.id)
            let items = PostgresWorkItemStore(pool: pool)
            _ = try await items.begin([key], mode: .together, lease)
            _ = try await stages.commit(
                [StageCommit(workItem: key, end: .parked(error: "disk-full: No."), transition: nil, publishedAt: nil)], lease)
            for offset in 0..<2 {
                try await stages.giveUp(
                    DeadLetterNotice(
                        stage: .preview, event: nil, key: [], value: [],
                        origin: .init(cluster: nil, topic: "docket.uploads", partition: 0, offset: Int64(offset)), attempts: 1,
                        code: "event-malformed", problem: "No.", failedAt: Date()), lease)
            }
            try await watch.look()
            #expect(
                samples() == [
                    #"docket_dead_letters{stage="preview",cause="event-malformed"} 2"#,
                    #"docket_dead_letters{stage="validation",cause="disk-full"} 1"#,
                    #"docket_parked{stage="preview",cause="event-malformed"} 0"#,
                    #"docket_parked{stage="validation",cause="disk-full"} 1"#,
                ])
            #expect(try await items.unpark(key))
            try await watch.look()
            #expect(samples().contains(#"docket_dead_letters{stage="validation",cause="disk-full"} 0"#))
            #expect(samples().contains(#"docket_parked{stage="validation",cause="disk-full"} 0"#))
        }
    }
}
