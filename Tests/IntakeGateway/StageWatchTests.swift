import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// A gateway says of stages that nobody works at them.
@Suite(.timeLimit(.minutes(1)))
struct StageWatchTests {
    @Test func aStageThatNobodyWorksAtIsCountedAndDegradesTheGateway() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            _ = try await SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test").submittedSample()
            let since = Timestamp(millisecondsSinceEpoch: 1_700_000_000_000)
            try await pool.execute("update events set time = \(since.date)")
            let metrics = MetricsRegistry()
            let watch = StageWatch(UnattendedStages(pool: pool), metrics: metrics)
            func waiting(_ stage: Stage) -> String? {
                let beginning = "docket_stage_unattended{stage=\"\(stage)\"} "
                let line = metrics.renderPrometheus().split(separator: "\n").first { $0.hasPrefix(beginning) }
                return line.map { String($0.dropFirst(beginning.count)) }
            }
            let health = StageWatch.judge(try await watch.look())
            let told = [
                "no validation-worker runs, and events wait for validation since \(since)",
                "no normalization-worker runs, and events wait for preview since \(since)",
            ]
            #expect(health == .degraded(told.joined(separator: "; ")))
            #expect(waiting(.validation) == "1" && waiting(.preview) == "1" && waiting(.reading) == "0")
            #expect(waiting(.suggestion) == nil)

            for stage in [Stage.validation, .preview] {
                _ = try await PostgresLeaseStore(pool: pool).acquireLease(
                    instance: InstanceID(UUID()), service: stage.service, lasting: .seconds(600))
            }
            #expect(StageWatch.judge(try await watch.look()) == .ok)
            #expect(waiting(.validation) == "0")
        }
    }

    @Test func everyGatewayLooks() async throws {
        try await GatewayUnderTest.run { gateway in
            try await eventually(
                "it has looked",
                isTrue: { gateway.metrics.renderPrometheus().contains("docket_stage_unattended{stage=\"validation\"} 0") })
        }
    }
}
