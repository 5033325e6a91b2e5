import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket erase`.
@Suite(.timeLimit(.minutes(3)))
struct ErasureCommandTests {
    /// Whoever erases need not be allowed to read what is stored.
    @Test func `an erasure goes without the keys, and an export does not`() async throws {
        try await PrivacyGround.run { ground in
            let submission = try await ground.person()
            let variables = ["DOCKET_SEALING_KEYS": "\(ground.folder.path)/not-there"]
            let target = "\(ground.folder.path)/export"
            let export = try await ground.docket("export", "\(submission.id)", "--to", target, variables: variables)
            #expect(export.code == .configuration && export.errors.contains("DOCKET_SEALING_KEYS"), "\(export.errors)")
            let erased = try await ground.docket("erase", "\(submission.id)", variables: variables, answering: ["yes"])
            #expect(erased.code == .success, "\(erased.errors)")
        }
    }

    @Test func `after an erasure nothing says anything of the person`() async throws {
        try await PrivacyGround.run { ground in
            let submission = try await ground.person()
            _ = try await ground.person()
            let other = try await ground.operators.submissions.submittedSample(tenant: ground.tenant)
            let before = try await ground.traces()
            for table in [
                "submissions", "uploads", "idempotency_keys", "deliveries", "delivery_tries", "work_items", "dead_letters",
                "audit",
                "submission_links", "inspections", "review_holds", "review_drafts", "review_verdicts",
            ] {
                #expect(before.contains { $0.contains("INTO public.\(table) ") }, "\(table) says nothing beforehand")
            }
            #expect(before.contains { $0.hasPrefix(ground.folder.path) })

            // Not without being asked, and not after a no.
            #expect(try await ground.docket("erase", "\(PrivacyGround.marker)-subject").code == .usage)
            let kept = try await ground.docket("erase", "\(PrivacyGround.marker)-subject", answering: ["no"])
            #expect(kept.code == .success && kept.output.contains("Nothing was erased."))
            #expect(try await ground.traces().count == before.count)

            let erased = try await ground.docket("erase", "\(PrivacyGround.marker)-subject", "--json", answering: ["yes"])
            #expect(erased.code == .success, "\(erased.errors)")
            struct Receipt: Decodable {
                let submission: String
                let outcome: String
                let by: String
                let rows: [String: Int]
                let files: Int
                let bytes: Int
            }
            let receipts = try erased.output.split(separator: "\n").filter { $0.hasPrefix("{") }.map {
                try JSONDecoder().decode(Receipt.self, from: Data($0.utf8))
            }
            #expect(receipts.count == 2 && receipts.allSatisfy { $0.outcome == "erased" && $0.by == "operator:erna" })
            let receipt = try #require(receipts.first { $0.submission == "\(submission.id)" })
            #expect(receipt.rows["documents"] == 1 && receipt.rows["pages"] == 2 && receipt.rows["delivery_tries"] == 1)
            // Two pages had the same bytes, which are one file.
            #expect(receipt.files == 1 && receipt.bytes > 0)
            #expect(try await ground.traces() == [])

            // The log adds up, the tenant was told, and the submission is there for nobody.
            #expect(try await ground.operators.submissions.submission(submission.id, tenant: ground.tenant) == nil)
            let log = try await PostgresEventLog(pool: ground.pool).events(of: submission.id, afterSequence: 0, limit: 100)
            #expect(log.last?.type == .submissionWithdrawn && log.map(\.sequence) == Array(1...log.count))
            let listed = try await ground.operators.submissions.submissions(tenant: ground.tenant)
            #expect(listed.submissions.map(\.id) == [other.id])
            let audit = try await PostgresReconcileStore(pool: ground.pool).audit(of: [submission.id])
            #expect(audit.first?.state == .withdrawn && audit.first?.events == audit.first?.highestSequence)
            #expect(try await ground.operators.audit().filter { $0 == "submission.erase by operator:erna" }.count == 2)
            #expect(try await ground.operators.audit().contains("submission.decide by erased"))

            // Twice is once.
            let again = try await ground.docket("erase", "\(submission.id)", "--yes")
            #expect(again.code == .success && again.output.contains("was erased at"))
            #expect(try await ground.docket("erase", "\(PrivacyGround.marker)-subject", "--yes").code == .notFound)
            #expect(try await ground.docket("erase", "\(SubmissionID.random())", "--yes").code == .notFound)
        }
    }

    /// Who has forgotten a word is told of that word, wherever they are.

    @Test func `erasures are applied again after a restore`() async throws {
        try await PrivacyGround.run { ground in
            let submission = try await ground.person()
            let file = try #require(submission.documents.first?.pages.first?.original)
            let connection = ground.operators.database.configuration.connectionString
            let dump = try await Program.check(
                "pg_dump", ["--data-only", "--table", "submissions", "--table", "documents", "--dbname", connection])
            #expect(try await ground.docket("erase", "\(submission.id)", "--yes").code == .success)
            #expect(try await ground.traces() == [])

            // What the dump does not know.
            try await ground.pool.pipeline([
                "delete from submissions where id = \(submission.id.uuid)",
                "delete from outbox where submission_id = \(submission.id.uuid) and sequence > \(submission.version)",
                "delete from events where submission_id = \(submission.id.uuid) and sequence > \(submission.version)",
            ])
            _ = try await Program.check("psql", ["--quiet", "--dbname", connection], input: Array(dump.text.utf8))
            let restored = try await ground.files.put(
                Array("\(PrivacyGround.marker) file of \(submission.id)".utf8),
                in: BlobSpace(tenant: ground.tenant, submission: submission.id))
            #expect(restored.key.digest == file.digest)
            #expect(try await !ground.traces().isEmpty)

            let again = try await ground.docket("erase", "--again", ground.ledger, "--yes")
            #expect(again.code == .success && again.output.contains("erased"), "\(again.errors)")
            #expect(try await ground.traces() == [])

            // What is no ledger is not applied in part.
            try FileText.write("\(ground.folder.path)/wrong", bytes: Array("{\"submission\":\"x\"}\n".utf8))
            let wrong = try await ground.docket("erase", "--again", "\(ground.folder.path)/wrong", "--yes")
            #expect(wrong.code == .notAccepted && wrong.errors.contains("line 1"))
            #expect(try await ground.docket("erase", "--again", "/nowhere", "--yes").code == .notFound)
            #expect(try await ground.docket("erase", "--yes").code == .usage)
        }
    }

    /// A new table that says something of a submission has to be erased and exported, or named here.
    @Test func `every table that knows submissions is thought of`() async throws {
        try await OperatorGround.run { ground in
            let rows = try await ground.database.pool.query(
                """
                select distinct table_name::text as name from information_schema.columns
                where table_schema = 'public' and column_name in ('submission_id', 'event_id') order by 1
                """)
            #expect(Set(try rows.map { try $0.decode("name", as: String.self) }) == Self.known)
        }
    }

    /// Those that an erasure empties, and those that keep rows without anything of the person.
    private static let known = Set(ErasureCertificateStore.emptied).union([
        "audit", "custody_leaves", "custody_salts", "dead_letters", "deliveries", "delivery_tries", "erasures", "events",
        "legal_holds", "mails", "outbox", "review_verdicts", "sealed_submissions", "work_items",
    ])
}
