import BlobStore
import DocketStore
import EventLoop
import FoundationEssentials
import Glibc
import Postgres
import Shared
import Support
import Testing

@testable import DocketCLI

/// `docket erase`, `hold`, `retention` and `export`.
@Suite(.timeLimit(.minutes(3)))
struct PrivacyCommandTests {
    /// What is only ever said of the person of these tests.
    private static let marker = "Zerzinsky"

    /// An installation with a folder of blobs, and a person in it of whom everything says something.
    private struct Ground {
        let operators: OperatorGround
        let folder: TemporaryFolder
        let files: FileBlobStore
        let tenant: TenantID = "acme"

        static func run(_ body: (Ground) async throws -> Void) async throws {
            try await OperatorGround.run { operators in
                let folder = try TemporaryFolder()
                let files = try FileBlobStore(root: "\(folder.path)/blobs", pool: operators.database.group.blocking)
                try await body(Ground(operators: operators, folder: folder, files: files))
            }
        }

        var pool: PostgresPool { operators.database.pool }
        var ledger: String { "\(folder.path)/erasures.ndjson" }

        func docket(_ words: String..., answering: [String]? = nil) async throws -> OperatorGround.Outcome {
            try await OperatorGround.docket(
                words,
                environment: [
                    "DATABASE_URL": operators.database.configuration.connectionString, "DOCKET_BLOBS": "\(folder.path)/blobs",
                    "DOCKET_ERASURE_LEDGER": ledger, "USER": "erna",
                ], answering: answering)
        }

        /// A submission with a file in the store, which every table that can says something of.
        func person(_ journey: JourneyDefinition = SampleSubmissions.journey, subject: String? = nil) async throws -> Submission {
            let marker = PrivacyCommandTests.marker
            let draft = try await operators.submissions.createSubmission(
                NewSubmission(
                    journey: journey.id, subject: subject ?? "\(marker)-subject", reference: "\(marker) reference", locale: "de",
                    contact: Contact(email: "\(marker)@example.org", pushToken: "\(marker)-token"),
                    metadata: ["branch": "\(marker) metadata"], returnUrl: "https://example.org/\(marker)"),
                journey: journey, tenant: tenant)
            let document = DocumentID.random()
            _ = try await operators.submissions.addDocument(
                document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            let space = BlobSpace(tenant: tenant, submission: draft.id)
            // The same bytes twice: one file, two references.
            for _ in 0..<2 {
                let content = "\(marker) file of \(draft.id)"
                _ = try await files.put(Array(content.utf8), in: space)
                _ = try await operators.submissions.addPage(
                    .random(), SampleSubmissions.file(content), to: document, of: draft.id, tenant: tenant)
            }
            _ = try await operators.submissions.submit(draft.id, tenant: tenant)
            try await gossip(draft.id)
            return try #require(try await operators.submissions.submission(draft.id, tenant: tenant))
        }

        private func gossip(_ id: SubmissionID) async throws {
            let (marker, tenant) = (PrivacyCommandTests.marker, tenant.rawValue)
            let event = EventID.event(of: id, sequence: 1)
            _ = try await pool.pipeline([
                """
                insert into uploads (id, tenant, submission_id, document_id, kind, is_writing, segments, metadata,
                    expected_digests, expires_at)
                values (gen_random_uuid(), \(tenant), \(id.uuid), gen_random_uuid(), 'whole', false,
                    '[{"epoch":1,"start":0}]', \("filename \(marker).jpg"), '{}', now() + interval '1 day')
                """,
                """
                insert into idempotency_keys (tenant, key, holder, held_until, submission_id, status, headers, body, expires_at)
                values (\(tenant), \("\(marker)-\(id)"), gen_random_uuid(), now(), \(id.uuid), 201, '[]',
                    \(Array("{\"subject\":\"\(marker)\"}".utf8)), now() + interval '1 day')
                """,
                """
                insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, last_error)
                values (\(event.uuid), 'webhook', 'there', \(tenant), \(id.uuid), 1, 'given_up', \("answered \(marker)"))
                """,
                """
                insert into delivery_tries (event_id, channel, endpoint, attempt, began_at, milliseconds, request, response)
                values (\(event.uuid), 'webhook', 'there', 1, now(), 3, '{"target":"https://example.org","headers":{},"size":1}',
                    jsonb_build_object('excerpt', \("Hello \(marker)")::text))
                """,
                """
                insert into work_items (stage, event_id, submission_id, state, attempts, last_error)
                values ('notification', \(event.uuid), \(id.uuid), 'parked', 1, \("broken by \(marker)"))
                """,
                """
                insert into dead_letters (position, stage, event_id, attempts, code, problem, failed_at, key, value)
                values ((select coalesce(max(position), 0) + 1000 from dead_letters), 'notification', \(event.uuid), 1, 'broken',
                    \("broken by \(marker)"), now(), '', '')
                """,
                """
                insert into audit (tenant, submission_id, action, resource, basis, actor, time, address, note)
                values (\(tenant), \(id.uuid), 'submission.decide', \("submissions/\(id)"), 'person', \("user:\(marker)"), now(),
                    '192.0.2.7', \("said of \(marker)"))
                """,
                """
                insert into submission_links (id, prefix, digest, tenant, submission_id, purpose, created_by, expires_at)
                values (gen_random_uuid(), \("\(id)".suffix(12).description), '', \(tenant), \(id.uuid), 'status', \("user:\(marker)"),
                    now() + interval '1 day')
                """,
                """
                insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts)
                select id, 1, tenant, journey, journey_version, now(), \(Array("facts of \(marker)".utf8)) from submissions
                where id = \(id.uuid)
                """,
            ])
        }

        /// Where the person is still to be found: in a dump of the database, or in the folder of the blobs and the ledger.
        func traces() async throws -> [String] {
            let dump = try await Program.check(
                "pg_dump", ["--inserts", "--dbname", operators.database.configuration.connectionString])
            var found = dump.text.split(separator: "\n").filter { $0.contains(PrivacyCommandTests.marker) }.map(String.init)
            // Bytes that are text look like this in a dump.
            let hexadecimal = PrivacyCommandTests.marker.utf8.map { String($0, radix: 16) }.joined()
            found += dump.text.split(separator: "\n").filter { $0.contains(hexadecimal) }.map(String.init)
            let files = try await Program.run("grep", ["-rl", PrivacyCommandTests.marker, folder.path])
            return found + files.text.split(separator: "\n").map(String.init)
        }
    }

    @Test func `after an erasure nothing says anything of the person`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.person()
            _ = try await ground.person()
            let other = try await ground.operators.submissions.submittedSample(tenant: ground.tenant)
            let before = try await ground.traces()
            for table in [
                "submissions", "uploads", "idempotency_keys", "deliveries", "delivery_tries", "work_items", "dead_letters",
                "audit",
                "submission_links", "inspections",
            ] {
                #expect(before.contains { $0.contains("INTO public.\(table) ") }, "\(table) says nothing beforehand")
            }
            #expect(before.contains { $0.hasPrefix(ground.folder.path) })

            // Not without being asked, and not after a no.
            #expect(try await ground.docket("erase", "\(Self.marker)-subject").code == .usage)
            let kept = try await ground.docket("erase", "\(Self.marker)-subject", answering: ["no"])
            #expect(kept.code == .success && kept.output.contains("Nothing was erased."))
            #expect(try await ground.traces().count == before.count)

            let erased = try await ground.docket("erase", "\(Self.marker)-subject", "--json", answering: ["yes"])
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
            #expect(try await ground.docket("erase", "\(Self.marker)-subject", "--yes").code == .notFound)
            #expect(try await ground.docket("erase", "\(SubmissionID.random())", "--yes").code == .notFound)
        }
    }

    /// Who has forgotten a word is told of that word, wherever they are.
    @Test(arguments: [
        (["erase"], "nobody is named"), (["erase", "x", "--again", "y"], "contradict"),
        (["hold", "set", "person", "--subject"], "one of a tenant's"), (["hold", "set", "person"], "not the id of a submission"),
    ])
    func `what is wrong on the command line is told before what is missing around it`(_ words: [String], _ problem: String)
        async throws
    {
        let outcome = try await OperatorGround.docket(words, environment: [:])
        #expect(outcome.code == .usage && outcome.errors.contains(problem), "\(outcome.errors)")
    }

    /// An older dump knows what was erased since, and so do the bytes that were restored with it.
    @Test func `erasures are applied again after a restore`() async throws {
        try await Ground.run { ground in
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
                Array("\(Self.marker) file of \(submission.id)".utf8),
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

    @Test func `what is held is kept by everybody`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.person()
            struct Hold: Decodable { let id: String }
            let set = try await ground.docket("hold", "set", "\(submission.id)", "--reason", "case 7", "--json")
            let hold = try set.json(Hold.self)
            #expect(try await ground.docket("hold", "set", "\(submission.id)", "--json").json(Hold.self).id == hold.id)
            let ofPerson = try await ground.docket(
                "hold", "set", "\(Self.marker)-subject", "--subject", "--tenant", "acme", "--json")
            let second = try ofPerson.json(Hold.self)
            #expect(try await ground.docket("hold", "list").output.contains("case 7"))

            let kept = try await ground.docket("erase", "\(submission.id)", "--yes")
            #expect(kept.code == .refused && kept.output.contains(hold.id) && kept.output.contains(second.id))
            // The person cannot either.
            guard case .refused(.held) = try await ground.operators.submissions.withdraw(submission.id, tenant: ground.tenant)
            else {
                Issue.record("a held submission can be withdrawn")
                return
            }
            #expect(try await ground.docket("hold", "release", hold.id).code == .success)
            #expect(try await ground.docket("hold", "release", hold.id).code == .notFound)
            #expect(try await ground.docket("erase", "\(submission.id)", "--yes").code == .refused)
            #expect(try await ground.docket("hold", "release", second.id).code == .success)
            #expect(try await ground.docket("hold", "list").output == "Nothing is held.\n")
            #expect(try await ground.docket("erase", "\(submission.id)", "--yes").code == .success)
            #expect(try await ground.traces() == [])
            #expect(try await ground.docket("hold", "list", "--released").output.contains("an erased person"))
            #expect(try await ground.operators.audit().filter { $0.hasPrefix("hold.") }.count == 4)
        }
    }

    @Test func `retention removes what its journey says and no more`() async throws {
        try await Ground.run { ground in
            var journey = SampleSubmissions.journey
            journey = JourneyDefinition(
                id: "kept", title: journey.title, summary: journey.summary, documentTypes: journey.documentTypes,
                documents: journey.documents, replacements: 1,
                retention: Retention(draft: 5, accepted: 100, original: 30, minimum: 30))
            let old = try await ground.person(journey, subject: "\(Self.marker)-old")
            let middle = try await ground.person(journey, subject: "\(Self.marker)-middle")
            let held = try await ground.person(journey, subject: "\(Self.marker)-held")
            let young = try await ground.person(journey, subject: "\(Self.marker)-young")
            let endless = try await ground.person(subject: "\(Self.marker)-endless")
            for (submission, days) in [(old, 101), (middle, 31), (held, 101), (young, 29), (endless, 5_000)] {
                try await ground.pool.execute(
                    """
                    update submissions set state = 'accepted', expires_at = null, changed_at = now() - interval '1 day' * \(days)
                    where id = \(submission.id.uuid)
                    """)
            }
            #expect(try await ground.docket("hold", "set", "\(held.id)").code == .success)
            // What a law asks for is kept, unless somebody takes that on themselves.
            let tooEarly = try await ground.docket("erase", "\(young.id)", "--yes")
            #expect(tooEarly.code == .refused && tooEarly.output.contains("asks for keeping it until"))

            struct Line: Decodable, Hashable {
                let submission: String
                let part: String
                let outcome: String
            }
            func lines(_ outcome: OperatorGround.Outcome) throws -> Set<Line> {
                Set(try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) })
            }
            let wanted = { (outcome: String) in
                Set([
                    Line(submission: "\(old.id)", part: "everything", outcome: outcome),
                    Line(submission: "\(middle.id)", part: "originals", outcome: outcome),
                ])
            }
            let shown = try lines(try await ground.docket("retention", "run", "--dry-run", "--json"))
            #expect(shown == wanted("would go").union([Line(submission: "\(held.id)", part: "everything", outcome: "held")]))
            #expect(try lines(try await ground.docket("retention", "run", "--json")) == wanted("removed"))
            #expect(try await ground.docket("retention", "run").output == "Nothing has been kept too long.\n")

            #expect(try await ground.operators.submissions.submission(old.id, tenant: ground.tenant) == nil)
            let thinned = try #require(try await ground.operators.submissions.submission(middle.id, tenant: ground.tenant))
            #expect(thinned.documents.first?.pages.allSatisfy { $0.original == nil } == true)
            for kept in [held, young, endless] {
                let found = try #require(try await ground.operators.submissions.submission(kept.id, tenant: ground.tenant))
                #expect(found.documents == kept.documents)
            }
            let trail = try await ground.pool.query(
                "select action, basis, actor from audit where basis = 'policy' order by action")
            #expect(try trail.map { try $0.decode("action") } == ["submission.erase", "submission.erase-originals"])
            #expect(try trail.allSatisfy { try $0.decode("actor", as: String.self) == "retention" })
            #expect(try await ground.docket("erase", "\(young.id)", "--yes", "--overrule-minimum").code == .success)
        }
    }

    @Test func `an export holds all that is held`() async throws {
        try await Ground.run { ground in
            let submission = try await ground.person()
            let target = "\(ground.folder.path)/export"
            let outcome = try await ground.docket("export", "\(Self.marker)-subject", "--tenant", "acme", "--to", target)
            #expect(outcome.code == .success && outcome.output.contains("2 files and export.json"), "\(outcome.errors)")
            let folder = "\(target)/\(submission.id)"
            let original = try #require(FileText.read("\(folder)/documents/1-letter/page-1-original.jpg"))
            #expect(original == "\(Self.marker) file of \(submission.id)")
            let json = try #require(FileText.bytes("\(folder)/export.json", limit: 1 << 20))
            let value = try CanonicalJSON.decode(JSONValue.self, from: json)
            guard case .object(let tables) = value else {
                Issue.record("the export is no object")
                return
            }
            for (table, rows) in tables where table != "page_images" && table != "legal_holds" {
                guard case .array(let rows) = rows else { continue }
                #expect(!rows.isEmpty, "\(table) is empty")
            }
            var status = stat()
            #expect(stat("\(folder)/export.json", &status) == 0 && status.st_mode & 0o077 == 0)
            #expect(stat(target, &status) == 0 && status.st_mode & 0o077 == 0)
            #expect(try await ground.operators.audit().last == "submission.export by operator:erna")
            // Not over what is there.
            #expect(try await ground.docket("export", "\(submission.id)", "--to", target).code == .cannotCreate)
            // A file that is gone is named.
            _ = try await ground.files.eraseAll(in: BlobSpace(tenant: ground.tenant, submission: submission.id))
            let partial = try await ground.docket("export", "\(submission.id)", "--to", "\(target)-2")
            #expect(partial.code == .missing && partial.output.contains("page-1-original"))
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

    private static let known: Set<String> = [
        "audit", "blob_erasures", "dead_letters", "deliveries", "delivery_tries", "documents", "erasures", "events",
        "idempotency_keys", "inspections", "legal_holds", "outbox", "page_images", "pages", "reason_places", "stage_progress",
        "submission_links",
        "uploads", "work_items",
    ]
}
