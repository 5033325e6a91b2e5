import HTTPClient
import Jail
import Kafka
import Postgres
import PostgresStore
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI
import Operations

/// What the doctor makes of what it saw. Nothing is asked here.
@Suite struct DoctorTests {
    private typealias Database = Observations.Database
    private typealias Finding = DocketCLI.Finding

    private static let topics = Dictionary(uniqueKeysWithValues: Topic.allCases.map { ($0.name, 12) })

    /// An installation of which all is well.
    private func healthy() -> Observations {
        var seen = Observations()
        seen.database = .reached(at: "db:5432 (database docket, user docket)", Database.Server(version: "15.8", connections: 20))
        seen.kafka = .reached(
            at: "kafka:9092", ClusterMetadata(clusterID: "one", brokers: ["kafka:9092"], topics: Self.topics))
        seen.gateway = Observations.Gateway(url: "http://127.0.0.1:8080", status: 200, accessStatus: 200)
        seen.blobs = Observations.Blobs(place: "/srv/blobs")
        seen.keys = Observations.Keys(provider: "transit/docket of Vault at https://vault:8200", hasOpenedOne: true)
        seen.signing = Observations.Signing(id: "kPrK_qmx")
        seen.services = ["gateway", "validation"].map {
            Observations.Service(name: $0, url: "http://127.0.0.1:1", isReady: true, version: "1.2.3", ahead: 0)
        }
        seen.jail = .tried(JailLocks())
        seen.kernel = "Linux 6.1.0"
        seen.folders = [
            Observations.Space(what: "documents", path: "/srv/blobs", freeBytes: 50_000_000_000, totalBytes: 100_000_000_000)
        ]
        return seen
    }

    private func findings(_ change: (inout Observations) -> Void = { _ in }) -> [Finding] {
        var seen = healthy()
        change(&seen)
        return Diagnosis.findings(of: seen, version: "1.2.3")
    }

    /// The one that is not well; all others are.
    private func only(_ change: (inout Observations) -> Void) throws -> Finding {
        let found = findings(change).filter { $0.state != .well }
        #expect(found.count == 1, "\(found)")
        return try #require(found.first)
    }

    @Test func whatIsWellIsSaidSo() {
        let findings = findings()
        #expect(findings.allSatisfy { $0.state == .well && $0.advice == nil }, "\(findings)")
        #expect(
            findings.map(\.check) == [
                "variables", "postgres", "schema", "clock", "kafka", "topics", "gateway", "blobs", "keys", "signing",
                "gateway", "validation", "jail", "space",
            ])
        #expect(findings.exitCode == .success)
    }

    @Test func wrongVariablesComeFirstAndDecideTheCode() {
        let findings = findings {
            $0.variables.faults = [
                Observations.Variables.Fault(name: "DATABASE_URL", problem: "is not set, nor is DATABASE_URL_FILE")
            ]
            $0.variables.unknown = ["DOCKET_BLOB"]
            $0.services[1].silence = "does not answer: refused"
        }
        #expect(findings[0].what == "DATABASE_URL is not set, nor is DATABASE_URL_FILE" && findings[0].state == .wrong)
        #expect(findings[0].advice?.contains("--home") == true)
        #expect(findings[1].state == .attention && findings[1].what.contains("DOCKET_BLOB"))
        #expect(findings.exitCode == .configuration)
    }

    @Test func aProviderOfKeysThatDoesNotAnswerIsToldByItsPlace() throws {
        let fault = "Vault (https://vault:8200), key “transit/docket”, answers 503: it is sealed or in maintenance; unseal it"
        let finding = try only { $0.keys?.fault = fault }
        #expect(finding.check == "keys" && finding.state == .wrong && finding.kind == .unreachable)
        #expect(finding.what.hasPrefix("transit/docket of Vault at https://vault:8200: Vault") && finding.advice != nil)
        // No key was there to open, and none is known of.
        #expect(findings { $0.keys?.hasOpenedOne = false }.contains { $0.what.hasSuffix("wraps and opens keys") })
        #expect(!findings { $0.keys = nil }.contains { $0.check == "keys" })
    }

    @Test func aKeyThatDoesNotSignIsToldByItsID() throws {
        let finding = try only { $0.signing?.fault = "the token of “pkcs11:token=docket;object=sign” cannot log in" }
        #expect(finding.check == "signing" && finding.state == .wrong && finding.kind == .unreachable)
        #expect(finding.what == "the key kPrK_qmx does not sign: the token of “pkcs11:token=docket;object=sign” cannot log in")
        #expect(finding.advice?.contains("answered with 503") == true)
        #expect(!findings { $0.signing = nil }.contains { $0.check == "signing" })
    }

    @Test func aPasswordThatIsRefusedSaysSo() throws {
        let finding = try only {
            let error = PostgresError(
                code: .connectionFailed, sqlState: "28P01", description: "The database refused the user or the password.",
                detail: "FATAL: password authentication failed for user \"docket\" (SQLSTATE 28P01)")
            $0.database = .unreachable(at: "db:5432 (database docket, user docket)", error)
        }
        #expect(finding.check == "postgres" && finding.what.contains("SQLSTATE 28P01") && finding.what.contains("db:5432"))
        #expect(finding.advice?.contains("DATABASE_URL") == true)
        #expect([finding].exitCode == .unavailable)
    }

    @Test(arguments: [
        (SchemaStatus.older(missing: 2), "docket migrate"), (.newer(version: 30, known: 28), "services' version"),
        (.foreign(step: 3), "DATABASE_URL"), (.tooOld(version: 3, baseline: 22), "version before"),
    ])
    func aSchemaOfAnotherVersionSaysWhoIsBehind(_ status: SchemaStatus, _ advice: String) throws {
        let finding = try only { $0.database = .reached(at: "db", Database.Server(version: "15.8", schema: status)) }
        #expect(finding.check == "schema" && finding.advice?.contains(advice) == true, "\(finding)")
        #expect([finding].exitCode == .configuration)
    }

    @Test func aDatabaseThatTakesNoChangesOrNoConnectionsIsTold() throws {
        let standby = try only { $0.database = .reached(at: "db", Database.Server(version: "15.8", takesChanges: false)) }
        #expect(standby.state == .wrong && standby.what == "db takes no changes")
        let full = try only { $0.database = .reached(at: "db", Database.Server(version: "15.8", connections: 95)) }
        #expect(full.state == .attention && full.what.contains("95 of 100") && [full].exitCode == .success)
    }

    @Test func aPoolerThatNobodyNamedIsTold() throws {
        var server = Database.Server(version: "15.8")
        func only() throws -> Finding { try self.only { $0.database = .reached(at: "pooler:6432", server) } }
        server.isBehindPooler = true
        let unnamed = try only()
        #expect(unnamed.state == .attention && unnamed.what.contains("pooler:6432") && unnamed.what.contains("DATABASE_POOLER"))
        #expect(unnamed.advice?.contains("DATABASE_DIRECT_URL") == true)
        server.pooling = .transaction
        #expect(findings { $0.database = .reached(at: "pooler:6432", server) }.allSatisfy { $0.state == .well })
        server.isBehindPooler = false
        #expect(try only().what.contains("no pooler stands at pooler:6432"))
    }

    @Test func clocksThatDisagreeAreTold() throws {
        let here = try only { $0.database = .reached(at: "db", Database.Server(version: "15.8", ahead: -61)) }
        #expect(here.check == "clock" && here.what == "this machine's is 61 s behind the database's")
        let there = try only { $0.services[1].ahead = 1e300 }
        #expect(there.check == "validation" && there.what.contains("ahead of this machine's"))
        #expect(findings { $0.services[1].ahead = 14 }.exitCode == .success)
    }

    @Test func topicsAreCompared() throws {
        func cluster(_ topics: [String: Int], leaderless: [String: Int] = [:]) -> Observations.Cluster {
            .reached(
                at: "kafka:9092",
                ClusterMetadata(clusterID: "one", brokers: ["kafka:9092"], topics: topics, leaderless: leaderless))
        }
        let missing = try only { $0.kafka = cluster(Self.topics.filter { $0.key != "docket.dlq" }) }
        #expect(missing.what == "there is no topic docket.dlq" && missing.advice == "Run `docket migrate --topics`.")
        #expect([missing].exitCode == .notReady)
        let leaderless = try only { $0.kafka = cluster(Self.topics, leaderless: ["docket.uploads": 2]) }
        #expect(leaderless.what.contains("2 of 12 partitions of docket.uploads"))
        let few = try only { seen in
            seen.kafka = cluster(Self.topics.merging(["docket.submitted": 1]) { $1 })
            seen.services.append(
                Observations.Service(name: "validation-2", url: "http://127.0.0.1:2", isReady: true, version: "1.2.3", ahead: 0))
        }
        #expect(few.state == .attention && few.what == "docket.submitted has 1 partitions for 2 processes of validation")
        let away = try only {
            $0.kafka = .unreachable(
                at: "kafka:9092", KafkaError(code: .authentication, isRetriable: true, description: "no", detail: "SASL"))
        }
        #expect(away.advice?.contains("KAFKA_SASL_") == true && [away].exitCode == .unavailable)
    }

    @Test func theGatewayAndWhoItLetsInAreTold() throws {
        let away = try only {
            $0.gateway?.silence = HTTPClientError(
                code: .connectionFailed, description: "the server cannot be connected to", detail: "Connection refused")
        }
        #expect(away.what == "http://127.0.0.1:8080: the server cannot be connected to (Connection refused)")
        let refused = try only {
            $0.gateway?.accessStatus = 401
            $0.gateway?.hasToken = true
        }
        #expect(refused.what.contains("refuses the token (401)") && refused.advice?.contains("docket keys create") == true)
        let other = try only { $0.gateway?.status = 404 }
        #expect(other.what.contains("no gateway (status 404)"))
        #expect(try only { $0.gateway?.status = 503 }.state == .wrong)
        let unnamed = try only { $0.gateway = nil }
        #expect(unnamed.state == .unknown && [unnamed].exitCode == .success)
    }

    @Test func servicesSayWhatTheyWaitFor() throws {
        let part = try only {
            $0.services[1].isReady = false
            $0.services[1].faults = [.init(name: "blobs", isFailing: true, reason: "no space left")]
        }
        #expect(part.check == "validation" && part.state == .wrong && part.what == "not ready, blobs: no space left")
        let degraded = try only { $0.services[1].faults = [.init(name: "kafka", isFailing: false, reason: "no broker")] }
        #expect(degraded.state == .attention && degraded.what == "kafka: no broker")
        let silent = try only { $0.services[1].silence = "does not answer: refused" }
        #expect(silent.what == "http://127.0.0.1:1 does not answer: refused" && [silent].exitCode == .unavailable)
        let older = try only { $0.services[1].version = "1.2.2" }
        #expect(older.state == .attention && older.what.contains("1.2.2"))
        #expect(try only { $0.services = [] }.advice?.contains("--admin") == true)
    }

    @Test func theLocksOfTheJailAreTold() throws {
        let weak = try only { $0.jail = .tried(JailLocks(missing: [.landlock: "Function not implemented"])) }
        #expect(weak.state == .wrong && weak.what.contains("landlock (Function not implemented)"))
        // What another lock closes as well is no fault.
        let fewer = findings { $0.jail = .tried(JailLocks(missing: [.namespaces: "Operation not permitted"])) }
        #expect(fewer.exitCode == .success && fewer.contains { $0.what.contains("namespaces") && $0.state == .well })
        #expect(try only { $0.jail = .missing }.state == .unknown)
        #expect(try only { $0.jail = .failed("no such file") }.what == "it does not start on Linux 6.1.0: no such file")
    }

    @Test func spaceIsToldBeforeItIsGone() throws {
        func space(_ free: UInt64, files: Double? = nil) throws -> Finding {
            try only {
                $0.folders = [
                    Observations.Space(
                        what: "documents", path: "/srv", freeBytes: free, totalBytes: 100_000_000_000, freeFiles: files)
                ]
            }
        }
        #expect(try space(4_000_000_000).state == .attention)
        #expect(try space(4_000_000_000).what == "4.0 GB of 100 GB are free for documents at /srv")
        #expect(try space(50_000_000).state == .wrong)
        #expect(try space(50_000_000_000, files: 0.001).what.contains("inodes"))
    }

    @Test func blobsThatCannotBeWrittenAreTold() throws {
        let denied = try only { $0.blobs?.fault = "the store cannot be used: create /srv/blobs/x: Permission denied" }
        #expect(denied.what.hasPrefix("/srv/blobs: the store cannot be used") && denied.state == .wrong)
        #expect(try only { $0.blobs?.isThere = false }.state == .unknown)
    }

    // MARK: - On the screen

    @Test func everyLineFitsTheScreen() {
        let findings = findings {
            $0.database = .unreachable(
                at: "db:5432 (database docket, user docket)",
                PostgresError(
                    code: .connectionFailed, description: "The database cannot be reached.",
                    detail: String(repeating: "a-word-that-does-not-end", count: 20) + " and some more words of the server"))
            $0.services[0].silence = "does not answer: " + String(repeating: "x", count: 200)
        }
        for width in [40, 80, 200] {
            let lines = DoctorScreen.lines(findings, width: width, style: .plain)
            #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
        }
        let lines = DoctorScreen.lines(findings, width: 80, style: .plain)
        #expect(lines.contains("✓ variables   right"))
        #expect(lines.contains { $0.hasPrefix("✗ postgres    Postgres at db:5432") })
        #expect(lines.contains { $0.contains("→ Does Postgres run there") })
        #expect(lines.last == "2 things are wrong")
        #expect(DoctorScreen.lines(self.findings(), width: 80, style: .plain).last == "All is well")
    }

    @Test func aProgramGetsALineForEach() throws {
        let finding = Finding.wrong("topics", "there is no topic x", "Make it.")
        #expect(
            JSONText.of(finding) == #"{"advice":"Make it.","check":"topics","state":"wrong","what":"there is no topic x"}"#)
    }

    @Test func anEmptyMachineIsExaminedWithoutServers() async throws {
        let outcome = try await OperatorGround.docket(["doctor", "--json", "--timeout", "1"], environment: [:])
        #expect(outcome.code == .configuration)
        #expect(outcome.output.contains(#""check":"variables""#) && outcome.output.contains("DATABASE_URL is not set"))
        #expect(outcome.output.contains(#""check":"space""#))
    }
}
