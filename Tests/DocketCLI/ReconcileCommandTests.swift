import Domain
import Kafka
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct ReconcileCommandTests {
    private struct Report: Decodable {
        struct Line: Decodable {
            let submission: String
            let stage: String
            let kind: String
            let isStuck: Bool
        }

        let accepted: Int
        let ended: [String: Int]
        let inFlight: Int
        let parked: Int
        let missing: Int
        let moving: [String: Int]
        let stuck: [String: Int]
        let emitted: [String: Int]
        let events: [Line]
        let sound: Bool
    }

    private func run(_ body: (OperatorGround, EmbeddedCluster) async throws -> Void) async throws {
        let topics = Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 1) })
        let cluster = try EmbeddedCluster(topics: topics)
        try await OperatorGround.run { try await body($0, cluster) }
    }

    @Test func everythingThatWasAcceptedIsAccountedFor() async throws {
        try await run { ground, cluster in
            let nothing = try await ground.docket("reconcile", "--dry-run", kafka: cluster.bootstrapServers)
            #expect(nothing.code == .success, "\(nothing.errors)")
            let waiting = try await ground.submissions.submittedSample()
            _ = try await ground.givenUp(.validation, failing: false)

            let text = try await ground.docket("reconcile", "--dry-run", kafka: cluster.bootstrapServers)
            #expect(text.code == .success, "\(text.errors)")
            #expect(text.output.contains("everything that was accepted has ended, is in flight or is parked"))
            #expect(text.output.contains("its outbox row waits for the relay of \(ground.lease.instance)"))
            #expect(text.output.contains("see docket dlq list"))
            let report = try await ground.docket(
                "reconcile", "--dry-run", "--json", kafka: cluster.bootstrapServers
            ).json(Report.self)
            #expect(report.accepted == 2 && report.missing == 0 && report.sound && report.emitted.isEmpty)
            #expect(report.inFlight == 1 && report.parked == 1)
            #expect(report.moving.keys.elementsEqual(["relay"]))
            #expect(report.events.contains { $0.submission == waiting.id.description && $0.stage == "validation" })
        }
    }

    @Test func whatIsStuckIsNamedAndEmittedAgain() async throws {
        try await run { ground, cluster in
            let submission = try await ground.submissions.submittedSample()
            try await ground.published(to: "a cluster that was erased")
            let dry = try await ground.docket("reconcile", "--dry-run", kafka: cluster.bootstrapServers)
            #expect(dry.code == .missing)
            #expect(dry.output.contains("a cluster that was erased, which was replaced"))
            #expect(dry.output.contains("missing: \(submission.id)"))
            #expect(dry.output.contains("something is left that nothing will move"))
            // A dry run has changed nothing.
            let report = try await ground.docket(
                "reconcile", "--dry-run", "--json", "--limit", "0", kafka: cluster.bootstrapServers
            ).json(Report.self)
            #expect(!report.sound && report.missing == 1 && report.stuck == ["cluster_replaced": 2])
            #expect(report.events.allSatisfy(\.isStuck) && report.events.count == 2)

            let wet = try await ground.docket("reconcile", "--json", kafka: cluster.bootstrapServers)
            #expect(wet.code == .success)
            let after = try wet.json(Report.self)
            #expect(after.emitted == ["cluster_replaced": 2])
            #expect(after.sound && after.moving == ["adoption": 2])
            let again = try await ground.docket("reconcile", kafka: cluster.bootstrapServers)
            #expect(again.code == .success)
            #expect(!again.output.contains("emitted again"))
        }
    }

    @Test func serversThatAreNotThereAreTold() async throws {
        try await OperatorGround.run { ground in
            let unset = try await ground.docket("reconcile", "--dry-run")
            #expect(unset.code == .configuration)
            #expect(unset.errors.contains("KAFKA_BOOTSTRAP_SERVERS"))
            let away = try await ground.docket("reconcile", "--dry-run", kafka: "127.0.0.1:1")
            #expect(away.code == .unavailable)
            #expect(away.errors.contains("127.0.0.1:1"))
            let limit = try await ground.docket("reconcile", "--limit", "-1", kafka: "127.0.0.1:1")
            #expect(limit.code == .usage)
        }
        let database = try await OperatorGround.docket(
            ["reconcile"],
            environment: ["DATABASE_URL": "postgresql://127.0.0.1:1/docket", "KAFKA_BOOTSTRAP_SERVERS": "127.0.0.1:1"])
        #expect(database.code == .unavailable)
    }
}
