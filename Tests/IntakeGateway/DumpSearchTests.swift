import Crypto
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A dump and the files of an installation that has been at work, searched for everything personal that it was told.
@Suite(.timeLimit(.minutes(4)))
struct DumpSearchTests {
    /// Strings that stand nowhere else. No code, digest or ciphertext has them, in hexadecimal or in base64.
    private struct Secrets {
        private(set) var all: [String] = []

        mutating func next(_ what: String) -> String {
            let secret = "\(what)-zyx-\(all.count)-wvu"
            all.append(secret)
            return secret
        }

        /// Those that stand there, as they are or as bytes in hexadecimal.
        func found(in bytes: [UInt8]) -> [String] {
            let text = String(decoding: bytes, as: UTF8.self)
            // Searched for once, by what is common to all.
            let (plain, hex) = ("-zyx-", Hex.encode(Array("-zyx-".utf8)))
            guard text.firstRange(of: plain) != nil || text.firstRange(of: hex) != nil else { return [] }
            return all.filter { text.firstRange(of: $0) != nil || text.firstRange(of: Hex.encode(Array($0.utf8))) != nil }
        }
    }

    /// A submission with what belongs to a person, and a picture that shows it, in review.
    private func submission(_ secrets: inout Secrets, _ desk: ReviewDesk) async throws -> Reviewed {
        let said = """
            , "subject": "\(secrets.next("subject"))", "reference": "\(secrets.next("reference"))",
            "contact": {"email": "\(secrets.next("mail"))@example.org"},
            "metadata": {"case": "\(secrets.next("case"))", "clerk": "\(secrets.next("clerk"))"},
            "expected": {"name": "\(secrets.next("name"))", "address": "\(secrets.next("street"))"}
            """
        let shown = [secrets.next("shown"), secrets.next("read")].joined(separator: " ")
        let (read, told) = (secrets.next("value"), secrets.next("told"))
        return try await desk.submission(said, file: SampleFiles.jpeg() + Array(shown.utf8)) { Self.warning($0, read, told) }
    }

    /// A rule quotes what it has read, and a service has words for the person.
    private static func warning(_ submission: Submission, _ read: String, _ words: String) -> SubmissionVerdict {
        let documents = submission.documents.map { document in
            let finding = Finding(
                "document.issue-date-printed/differs",
                ["type": .text("Letter"), "read": .text(read), "entered": .text("another day")], severity: .warn,
                documentType: document.type, document: document.id)
            return DocumentVerdict(document: document.id, reasons: [Reason(finding)])
        }
        let known = CallOutReasons.reason(.warn, CallOutRecord.Entry(code: "known"), words: words)
        return SubmissionVerdict(documents: documents, reasons: [known].compactMap(\.self))
    }

    private func words(_ secrets: inout Secrets) -> String { ", \"message\": \"\(secrets.next("words"))\"" }

    /// An endpoint repeats what it was told of a submission.
    private func answer(_ words: String, about submission: Reviewed, _ gateway: GatewayUnderTest) async throws {
        let id = try #require(SubmissionID(submission.id))
        let row = try await gateway.pool.query(
            "select id from events where submission_id = \(id.uuid) order by sequence desc limit 1"
        ).first
        let event = EventID(try #require(row).decode("id", as: UUID.self))
        let lease = try await PostgresLeaseStore(pool: gateway.pool).acquireLease(
            instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
        let store = PostgresDeliveryStore(pool: gateway.pool, keys: gateway.keys)
        let key = DeliveryKey(eventID: event, channel: "webhook", endpoint: "repeating")
        #expect(try await store.plan([key]) == 1)
        _ = try await store.claimDue(channel: "webhook", room: DeliveryRoom(limit: 9), excluding: [], lease)
        let tried = DeliveryTry(
            beganAt: Date(), duration: .zero, request: .init(target: "x", headers: [:], size: 0),
            response: .init(address: nil, headers: [:], excerpt: words, size: words.utf8.count))
        #expect(try await store.end(key, .delivered(status: 200), tried: tried, lease))
    }

    @Test func `none of a thousand strings is in a dump or in a file`() async throws {
        try await ReviewDesk.run(reviewers: 2) { desk in
            let (mia, ben, gateway) = (try await desk.reviewer("Mia"), try await desk.reviewer("Ben"), desk.gateway)
            let keys = gateway.keys
            let trail = AuditStore(pool: gateway.pool, keys: keys)
            var secrets = Secrets()
            for _ in 0..<31 {
                let (drafted, held, judged) = (
                    try await submission(&secrets, desk), try await submission(&secrets, desk),
                    try await submission(&secrets, desk)
                )
                let draft = drafted.decision("refused", ", \"note\": \"\(secrets.next("note"))\"", words: words(&secrets))
                #expect(try await mia.send("PUT", "\(drafted.path)/decision-draft", json: draft).status == 204)
                let later = held.decision(
                    "refused", ", \"note\": \"\(secrets.next("note"))\", \"holdFor\": 60", words: words(&secrets))
                #expect(try await mia.send("POST", "\(held.path)/decision", json: later).status == 202)
                let verdict = judged.decision("refused", ", \"note\": \"\(secrets.next("note"))\"", words: words(&secrets))
                #expect(try await mia.send("POST", "\(judged.path)/decision", json: verdict).status == 200)
                // Both say the same: it is decided, with the words of the last one.
                let last = judged.decision("refused", words: words(&secrets))
                #expect(try await ben.send("POST", "\(judged.path)/decision", json: last).status == 200)
                try await answer(secrets.next("answer"), about: judged, gateway)
                try await trail.recordInWords(
                    AuditAct(
                        tenant: "acme", submission: SubmissionID(drafted.id), action: "glass.break",
                        resource: drafted.path, origin: AuditOrigin(actor: "operator:erna"), note: secrets.next("why"),
                        time: Timestamp(Date())))
            }
            let endpoints = WebhookEndpointStore(pool: gateway.pool, keys: keys)
            for _ in 0..<3 {
                let new = NewWebhookEndpoint(
                    tenant: "acme", url: "https://acme.example/hook", contact: "\(secrets.next("owner"))@example.org")
                _ = try await endpoints.create(new, by: AuditOrigin(actor: "operator:erna"))
            }
            #expect(secrets.all.count >= 1_000)

            let dump = try await Program.check("pg_dump", ["--dbname", gateway.database]).text
            #expect(secrets.found(in: Array(dump.utf8)) == [])
            let files = try FolderFiles.all(gateway.blobFolder)
            #expect(files.count >= 90)
            for (path, bytes) in files { #expect(secrets.found(in: bytes) == [], "\(path)") }
            // Nor does it hold what makes links, confirmations and sessions.
            for purpose in KeyStore.Purpose.allCases {
                let secret = try await KeyStore(pool: gateway.pool, keys: keys).key(for: purpose)
                #expect(secret.count == 32)
                let after = try await Program.check("pg_dump", ["--table=keys", "--dbname", gateway.database]).text
                #expect(after.firstRange(of: Hex.encode(secret)) == nil, "\(purpose)")
            }
            // What was looked for is there, for whoever may read it.
            let queue = try await mia.send("GET", "/v1/submissions?subject=\(secrets.all[0])").json()["items"]?.array
            #expect(queue?.count == 1)
            let first = try #require(queue?.first?["id"]?.string)
            let seen = try await mia.send("GET", "/v1/submissions/\(first)").text
            #expect(seen.contains("value-zyx-") && seen.contains("told-zyx-"))
        }
    }
}
