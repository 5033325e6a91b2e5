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

/// An installation with a folder of blobs, and a person in it of whom everything says something.
struct PrivacyGround {
    /// What is only ever said of the person of these tests.
    static let marker = "Zerzinsky"

    let operators: OperatorGround
    let folder: TemporaryFolder
    let files: FileBlobStore
    let tenant: TenantID = "acme"

    static func run(_ body: (PrivacyGround) async throws -> Void) async throws {
        try await OperatorGround.run { operators in
            let folder = try TemporaryFolder()
            let files = try FileBlobStore(root: "\(folder.path)/blobs", pool: operators.database.group.blocking)
            try await body(PrivacyGround(operators: operators, folder: folder, files: files))
        }
    }

    var pool: PostgresPool { operators.database.pool }
    var ledger: String { "\(folder.path)/erasures.ndjson" }

    /// `variables` are set besides.
    func docket(
        _ words: String..., variables: [String: String] = [:], answering: [String]? = nil
    ) async throws -> OperatorGround.Outcome {
        let own = [
            "DATABASE_URL": operators.database.configuration.connectionString, "DOCKET_BLOBS": "\(folder.path)/blobs",
            "DOCKET_ERASURE_LEDGER": ledger, "USER": "erna",
        ]
        return try await OperatorGround.docket(
            words, environment: own.merging(variables) { _, more in more }, answering: answering)
    }

    /// A submission with a file in the store, which every table that can says something of.
    func person(_ journey: JourneyDefinition = SampleSubmissions.journey, subject: String? = nil) async throws -> Submission {
        let marker = Self.marker
        let draft = try await operators.submissions.createSubmission(
            NewSubmission(
                journey: journey.id, subject: subject ?? "\(marker)-subject", reference: "\(marker) reference", locale: "de",
                contact: Contact(email: "\(marker)@example.org", pushToken: "\(marker)-token"),
                metadata: ["branch": "\(marker) metadata"], returnUrl: "https://example.org/\(marker)",
                expected: ExpectedPerson(name: "\(marker) name", address: "\(marker) address")),
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
        let (marker, tenant) = (Self.marker, tenant.rawValue)
        let event = try await PostgresEventLog(pool: pool).id(of: id, sequence: 1)
        let facts = FactsRecord(
            SubmissionFacts(
                journey: SampleSubmissions.journey, documents: [], today: CalendarDate(daysSinceEpoch: 20_000),
                consent: "facts of \(marker)"))
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
                jsonb_build_object('excerpt', \("Hello \(marker)")::text, 'headers', '{}'::jsonb, 'size', 7))
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
            select id, 1, tenant, journey, journey_version, now(), \(facts.bytes) from submissions
            where id = \(id.uuid)
            """,
            """
            insert into review_claims (submission_id, tenant, actor, name, ends_at)
            values (\(id.uuid), \(tenant), 'key:0123456789ab', 'Mia', now() + interval '1 minute')
            """,
            """
            insert into review_holds (submission_id, tenant, actor, version, decision, note, decided_at, due_at)
            values (\(id.uuid), \(tenant), 'key:0123456789ab', 1, '{}', \("said of \(marker)"), now(), now() + interval '1 day')
            """,
            """
            insert into review_drafts (submission_id, actor, draft)
            values (\(id.uuid), 'key:0123456789ab', jsonb_build_object('note', \("said of \(marker)")::text))
            """,
            """
            insert into mails (id, tenant, key, mailbox, journey, submission_id, state, wait, sender, files, received_at, expires_at)
            values (gen_random_uuid(), \(tenant), uuid_send(gen_random_uuid()), 'letters', 'letters', \(id.uuid), 'waiting',
                'unknown-sender', \("\(marker)@example.org"), jsonb_build_array(jsonb_build_object('name', \("\(marker).pdf")::text)),
                now(), now() + interval '1 day')
            """,
            """
            insert into review_verdicts (submission_id, version, actor, name, tenant, journey, is_accepted, decision, decided_at,
                documents, agreed)
            values (\(id.uuid), 1, 'key:0123456789ab', 'Mia', \(tenant), 'letters', true,
                jsonb_build_object('documents', '{}'::jsonb, 'note', \("said of \(marker)")::text), now(), 1, 1)
            """,
        ])
    }

    /// Where the person is still to be found: in a dump of the database, or in the folder of the blobs and the ledger.
    func traces() async throws -> [String] {
        let dump = try await Program.check(
            "pg_dump", ["--inserts", "--dbname", operators.database.configuration.connectionString])
        var found = dump.text.split(separator: "\n").filter { $0.contains(Self.marker) }.map(String.init)
        // Bytes that are text look like this in a dump.
        let hexadecimal = Self.marker.utf8.map { String($0, radix: 16) }.joined()
        found += dump.text.split(separator: "\n").filter { $0.contains(hexadecimal) }.map(String.init)
        let files = try await Program.run("grep", ["-rl", Self.marker, folder.path])
        return found + files.text.split(separator: "\n").map(String.init)
    }
}
