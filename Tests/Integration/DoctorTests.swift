import EventLoop
import FoundationEssentials
import Glibc
import Kafka
import Postgres
import Shared
import Support
import Testing

extension OwnRuns {
    /// `docket doctor`, and every other command, beside a `docket up`: what its environment file holds is enough.
    @Suite struct DoctorTests {
        private struct Finding: Decodable, CustomStringConvertible {
            let check: String
            let state: String
            let what: String
            let advice: String?
            var description: String { "\(check) \(state): \(what)" }
        }

        private func run(
            _ words: [String], _ environment: [String: String] = [:]
        ) async throws -> Program.Result {
            // In a folder of its own: nothing is found by chance.
            let folder = try TemporaryFolder("doctor")
            return try await Program.run(
                try BuiltPrograms.path("docket"), words, environment: environment, workingDirectory: folder.path)
        }

        private func findings(
            _ docket: RunningDocket, _ words: [String] = [], _ environment: [String: String] = [:]
        ) async throws -> (status: Int32?, findings: [Finding]) {
            let result = try await run(["doctor", "--json", "--home", docket.home] + words, environment)
            let findings = try result.text.split(separator: "\n").map {
                try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
            }
            guard case .exited(let status) = result.status else { return (nil, findings) }
            return (Int32(status), findings)
        }

        /// Of one thing, that it is wrong and why, and that something is to be done.
        private func expectWrong(
            _ check: String, _ words: String, _ findings: [Finding], _ location: SourceLocation = #_sourceLocation
        ) {
            let found = findings.filter { $0.check == check && $0.state == "wrong" }
            #expect(found.contains { $0.what.contains(words) }, "\(findings)", sourceLocation: location)
            #expect(found.allSatisfy { $0.advice?.isEmpty == false }, sourceLocation: location)
        }

        @Test func everythingThatIsWrongIsFound() async throws {
            try await RunningDocket.run { docket in
                try await healthy(docket)
                try await environmentIsEnough(docket)
                try await wrongServers(docket)
                try await missingTopic(docket)
                try await stoppedService(docket)
                try await olderSchema(docket)
            }
        }

        private func healthy(_ docket: RunningDocket) async throws {
            let (status, findings) = try await findings(docket)
            #expect(status == 0, "\(findings)")
            #expect(!findings.contains { $0.state == "wrong" }, "\(findings)")
            let checks = Set(findings.map(\.check))
            for check in [
                "variables", "postgres", "schema", "clock", "kafka", "topics", "gateway", "blobs", "keys", "validation",
                "normalization",
                "notification", "jail", "space",
            ] {
                #expect(checks.contains(check), "\(check)")
            }
            #expect(findings.contains { $0.check == "validation" && $0.what.contains("version ") })
            let screen = try await run(["doctor", "--home", docket.home])
            #expect(screen.text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(screen.text)")
            #expect(screen.text.contains("✓ postgres"))
        }

        /// Another folder and another shell, with nothing but what `docket up` has written.
        private func environmentIsEnough(_ docket: RunningDocket) async throws {
            let photo = try docket.file("passport.pdf", SampleFile.pdf(pages: 1).bytes)
            let folder = try TemporaryFolder("export")
            for environment in [docket.environment, ["DOCKET_HOME": docket.home]] {
                let upload = try await run(
                    ["upload", photo, "-j", "identity", "-t", "passport", "-e", "2999-01-31", "--no-wait", "--anew", "--json"],
                    environment)
                #expect(upload.status.isSuccess, "\(upload.complaints)")
                struct View: Decodable { let id: String }
                #expect(upload.text.split(separator: "\n").count == 1)
                let id = try JSONDecoder().decode(View.self, from: Data(upload.text.utf8)).id
                let commands = [
                    ["health"], ["show", id], ["endpoints", "list"], ["deliveries", "list"], ["keys", "list"], ["audit"],
                    ["dlq", "list"], ["hold", "list"], ["retention", "run", "--dry-run"], ["journeys", "list"],
                    ["status", "--once"], ["migrate", "--plan"], ["follow", id, "--no-follow"], ["tail", "--no-follow"],
                    ["reconcile", "--dry-run"], ["export", id, "--to", "\(folder.path)/\(id)"],
                ]
                for words in commands {
                    let result = try await run(words, environment)
                    #expect(result.status.isSuccess, "\(words): \(result.complaints)\(result.text)")
                }
            }
            let one = try await run(["health", "gateway", "--home", docket.home])
            #expect(one.status.isSuccess && one.text.contains("ready"))
            let lines = try await run(["health", "--home", docket.home, "--json"])
            #expect(lines.text.split(separator: "\n").count == 4)
        }

        private func wrongServers(_ docket: RunningDocket) async throws {
            let database = ["DATABASE_URL": "postgresql://nobody:hush@127.0.0.1:1/docket"]
            let away = try await findings(docket, [], database)
            #expect(away.status == 69)
            expectWrong("postgres", "Connection refused", away.findings)
            // The rest is looked at all the same.
            #expect(away.findings.contains { $0.check == "kafka" && $0.state == "well" })
            #expect(!away.findings.contains { $0.description.contains("hush") })

            let cluster = try await TemporaryPostgres.start()
            do {
                try await cluster.administer("create role clerk login password 'right'")
                try await cluster.requirePasswords()
                let refused = try await findings(
                    docket, [], ["DATABASE_URL": "postgresql://clerk:hush@127.0.0.1:\(cluster.port)/postgres"])
                #expect(refused.status == 69)
                expectWrong("postgres", "SQLSTATE 28P01", refused.findings)
                #expect(!refused.findings.contains { $0.description.contains("hush") })
                let empty = try await findings(
                    docket, [], ["DATABASE_URL": "postgresql://clerk:right@127.0.0.1:\(cluster.port)/postgres"])
                #expect(empty.status == 78)
                expectWrong("schema", "older", empty.findings)
            } catch {
                await cluster.stop()
                throw error
            }
            await cluster.stop()

            let gateway = try await findings(docket, ["--gateway", "http://127.0.0.1:1"])
            expectWrong("gateway", "Connection refused", gateway.findings)
            let variables = try await findings(docket, [], ["KAFKA_SECURITY_PROTOCOL": "carrier-pigeon"])
            #expect(variables.status == 78)
            expectWrong("variables", "KAFKA_SECURITY_PROTOCOL", variables.findings)
        }

        private func missingTopic(_ docket: RunningDocket) async throws {
            let names = Topic.allCases.map(\.name).filter { $0 != "docket.outcomes" }
            let cluster = try EmbeddedCluster(topics: Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
            let (status, findings) = try await findings(docket, [], ["KAFKA_BOOTSTRAP_SERVERS": cluster.bootstrapServers])
            #expect(status == 1)
            expectWrong("topics", "there is no topic docket.outcomes", findings)
            let away = try await self.findings(docket, [], ["KAFKA_BOOTSTRAP_SERVERS": "does-not-exist.invalid:9092"])
            #expect(away.status == 69)
            expectWrong("kafka", "does-not-exist.invalid", away.findings)
        }

        private func stoppedService(_ docket: RunningDocket) async throws {
            let pid = try #require(Int32(try docket.variable("VALIDATION_PID")))
            kill(pid, SIGSTOP)
            defer { kill(pid, SIGCONT) }
            let (status, findings) = try await findings(docket, ["--timeout", "1"])
            #expect(status == 69)
            expectWrong("validation", "does not answer", findings)
            let health = try await run(["health", "--home", docket.home, "--timeout", "1"])
            #expect(health.status == .exited(1) && health.text.contains("validation"))
        }

        /// Last, for it breaks what runs.
        private func olderSchema(_ docket: RunningDocket) async throws {
            try await docket.withDatabase { pool in
                _ = try await pool.execute(
                    "delete from schema_migrations where version = (select max(version) from schema_migrations)")
            }
            let (status, findings) = try await findings(docket)
            #expect(status == 78)
            expectWrong("schema", "older", findings)
        }
    }
}
