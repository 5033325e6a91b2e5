import Domain
import EventLoop
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import IntakeGateway

/// Mail that Python's `smtplib.LMTP` delivers to a gateway.
@Suite(.timeLimit(.minutes(5)))
struct MailInTests {
    private static let taken = MailAnswer(code: 250, text: "")

    private func listed(_ gateway: GatewayUnderTest) async throws -> [TestJSON] {
        try await gateway.client.send("GET", "/v1/mail").json()["items"]?.array ?? []
    }

    private func documents(_ draft: String, _ gateway: GatewayUnderTest) async throws -> [TestJSON] {
        try await gateway.submission(draft)["documents"]?.array ?? []
    }

    @Test func `a picture becomes a document of the draft of whoever has sent it, and nothing is submitted`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions()) { gateway in
            let (folder, draft) = (try MailFolder(), try await gateway.draft(of: "Ann@example.org"))
            let other = try await gateway.draft(of: "ben@example.org")
            let mail = OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg()])
            #expect(try await gateway.send(mail) == [Self.taken])
            let submission = try await gateway.submission(draft)
            #expect(submission["state"]?.string == "draft" && submission["consent"] == nil)
            let documents = submission["documents"]?.array ?? []
            #expect(documents.count == 1 && documents[0]["type"]?.string == "utility-bill")
            let pages = documents.first?["pages"]?.array ?? []
            #expect(pages.count == 1)
            let path =
                "/v1/submissions/\(draft)/documents/\(documents[0]["id"]?.string ?? "")/pages/\(pages[0]["id"]?.string ?? "")"
            let original = try await gateway.client.send("GET", "\(path)/original")
            #expect(original.status == 200 && original.body == SampleFiles.jpeg(1))
            #expect(try await self.documents(other, gateway).isEmpty)
            #expect(try await listed(gateway).isEmpty)

            // The same again, as after a 250 that never arrived.
            #expect(try await gateway.send(mail, mail) == [Self.taken, Self.taken])
            #expect(try await self.documents(draft, gateway).count == 1)
            #expect(try await gateway.count("mails") == 1)

            let trail = try await gateway.client.send("GET", "/v1/audit?actor=mail").json()["items"]?.array ?? []
            #expect(trail.compactMap { $0["action"]?.string } == ["mail.assign", "mail.receive"])
            #expect(trail.first?["submission"]?.string == draft)
            #expect(gateway.metrics.renderPrometheus().contains(#"docket_mail_messages_total{outcome="assigned"} 1"#))
            #expect(gateway.metrics.renderPrometheus().contains(#"docket_mail_messages_total{outcome="repeated"} 2"#))
        }
    }

    @Test func `pictures are pages of one document, a PDF is one by itself, and the rest is left out`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions([.documents])) { gateway in
            let (folder, draft) = (try MailFolder(), try await gateway.draft(of: "ann@example.org"))
            let mail = OutgoingMail(
                to: "documents+tenancy-agreement@acme.example",
                files: [
                    try folder.jpeg(1), try folder.jpeg(2), try folder.file(SampleFiles.text(), "notes.txt", "text/plain"),
                    try folder.file(SampleFiles.pdf(3), "bill.pdf", "application/pdf"),
                ])
            #expect(try await gateway.send(mail) == [Self.taken])
            #expect(try await documents(draft, gateway).map { $0["pages"]?.array.count ?? 0 } == [2, 1])
            #expect(try await listed(gateway).isEmpty)
        }
    }

    @Test func `mail of somebody unknown waits, and is assigned or discarded by a person`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions([.bills, .documents])) { gateway in
            let folder = try MailFolder()
            let draft = try await gateway.draft(of: "ben@example.org")
            let answers = try await gateway.send(
                OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg(1)]),
                OutgoingMail(from: "ben@example.org", to: "documents@acme.example", files: [try folder.jpeg(2)]),
                OutgoingMail(from: "eve@example.org", to: "documents@acme.example", files: [try folder.jpeg(3)]))
            #expect(answers == [Self.taken, Self.taken, Self.taken])
            let waiting = try await listed(gateway)
            #expect(waiting.map { $0["waitsFor"]?.string } == ["unknown-sender", "unknown-type", "unknown-sender"])
            #expect(waiting.map { $0["sender"]?.string } == ["ann@example.org", "ben@example.org", "eve@example.org"])
            #expect(waiting[1]["submission"]?.string == draft && waiting[0]["files"]?.array.count == 1)
            #expect(try await gateway.foreigner.send("GET", "/v1/mail").json()["items"]?.array.isEmpty == true)
            let paths = waiting.compactMap { $0["id"]?.string }.map { "/v1/mail/\($0)" }

            // Whoever says whose it is sees it; what has an end has no files.
            let file = try #require(waiting[0]["files"]?.array.first)
            let content = "\(paths[0])/files/\(try #require(file["digest"]?.string))"
            #expect(file["links"]?["content"]?.string?.hasSuffix(content) == true)
            let shown = try await gateway.client.send("GET", content)
            #expect(shown.status == 200 && shown.body == SampleFiles.jpeg(1) && shown.headers["content-type"] == "image/jpeg")
            #expect(shown.headers["content-disposition"]?.hasPrefix("attachment") == true)
            #expect(try await gateway.foreigner.send("GET", content).status == 404)
            #expect(try await gateway.client.send("GET", "\(paths[1])/files/\(file["digest"]?.string ?? "")").status == 404)

            let vague = try await gateway.client.send("POST", "\(paths[0])/assignment", json: "{}")
            #expect(vague.status == 422 && vague.text.contains("/submission"))
            let assigned = try await gateway.client.send("POST", "\(paths[0])/assignment", json: #"{"submission": "\#(draft)"}"#)
            #expect(assigned.status == 200, "\(assigned.text)")
            #expect(try assigned.json()["state"]?.string == "assigned" && assigned.json()["sender"] == nil)
            #expect(try await gateway.client.send("GET", content).status == 404)
            let named = try await gateway.client.send("POST", "\(paths[1])/assignment", json: #"{"type": "passport"}"#)
            #expect(named.problem == "unknown-document-type")
            let again = try await gateway.client.send("POST", "\(paths[0])/assignment", json: #"{"submission": "\#(draft)"}"#)
            #expect(again.status == 200)
            #expect(try await documents(draft, gateway).count == 1)

            #expect(try await gateway.confirmed("DELETE", paths[2]).status == 204)
            let gone = try await gateway.client.send("POST", "\(paths[2])/assignment", json: #"{"submission": "\#(draft)"}"#)
            #expect(gone.status == 410 && gone.problem == "mail-ended")
            #expect(try await listed(gateway).count == 1)
            let trail = try await gateway.client.send("GET", "/v1/audit?action=mail.discard,mail.assign").json()
            #expect(trail["items"]?.array.compactMap { $0["actor"]?.string } == ["token:acme", "token:acme"])
        }
    }

    @Test func `an address may name the draft, and one that is not there waits`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions([.documents])) { gateway in
            let folder = try MailFolder()
            let (first, second) = (try await gateway.draft(of: "ann@example.org", reference: "case-1"), try await gateway.draft())
            let answers = try await gateway.send(
                OutgoingMail(to: "documents+case-1+utility-bill@acme.example", files: [try folder.jpeg(1)]),
                // An id is enough, whoever has sent it.
                OutgoingMail(
                    from: "eve@example.org", to: "documents+\(second)+utility-bill@acme.example", files: [try folder.jpeg(2)]),
                OutgoingMail(
                    from: "eve@example.org", to: "documents+case-1+utility-bill@acme.example", files: [try folder.jpeg(3)]),
                OutgoingMail(to: "documents+case-2+utility-bill@acme.example", files: [try folder.jpeg(4)]))
            #expect(answers.map(\.code) == [250, 250, 250, 250])
            #expect(try await documents(first, gateway).count == 1)
            #expect(try await documents(second, gateway).count == 1)
            #expect(try await listed(gateway).map { $0["waitsFor"]?.string } == ["other-sender", "unknown-reference"])
        }
    }

    @Test func `what cannot be taken is refused with the reason`() async throws {
        let options = try GatewayUnderTest.mailOptions([.bills, .vouched], authority: "mx.acme.example") {
            $0.messageBytes = 1_000_000
        }
        try await GatewayUnderTest.run(options) { gateway in
            let folder = try MailFolder()
            let passed = "mx.acme.example; dmarc=pass header.from=example.org; dkim=pass header.d=example.org"
            let vouched = OutgoingMail(to: "vouched@acme.example", id: "<2@example.org>", files: [try folder.jpeg(9)])
            var forged = vouched
            forged.headers["Authentication-Results"] = passed.replacing("mx.acme.example", with: "mx.example.org")
            var genuine = vouched
            genuine.headers["Authentication-Results"] = passed
            let answers = try await gateway.send(
                OutgoingMail(to: "nobody@acme.example", files: [try folder.jpeg()]),
                OutgoingMail(to: "bills+a+b@acme.example", files: [try folder.jpeg()]),
                OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg()], size: 1_000_001),
                OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg(size: 900_000)]),
                OutgoingMail(to: "bills@acme.example"),
                OutgoingMail(to: "bills@acme.example", files: [try folder.file(SampleFiles.text(), "a.txt", "text/plain")]),
                OutgoingMail(to: "bills@acme.example", files: [try folder.file(SampleFiles.png(), "a.jpg", "image/jpeg")]),
                vouched, forged, genuine)
            #expect(answers.map(\.code) == [550, 550, 552, 552, 554, 554, 554, 550, 550, 250])
            #expect(
                answers.map { String($0.text.prefix { $0 != " " }) } == [
                    "5.1.1", "5.1.1", "5.3.4", "5.3.4", "5.6.0", "5.6.0", "5.6.0", "5.7.26", "5.7.26", "",
                ])
            let waiting = try await listed(gateway)
            #expect(waiting.count == 1 && waiting[0]["authentication"]?.string == "dmarc=pass dkim=pass")
            let metrics = gateway.metrics.renderPrometheus()
            #expect(metrics.contains(#"docket_mail_refusals_total{status="5.7.26"} 2"#))
            // Two of them are LMTP's own, which looks at the size alone.
            #expect(metrics.contains(#"docket_mail_refusals_total{status="5.3.4"} 2"#))
        }
    }

    @Test func `what waits is sealed, and is gone with its person, its time or a person's word`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions()) { gateway in
            let (folder, words) = (try MailFolder(), Array("a secret that a person has told us alone".utf8))
            let content = Array(SampleFiles.jpeg(1).dropLast(2)) + words + [0xFF, 0xD9]
            _ = try await gateway.send(
                OutgoingMail(to: "bills@acme.example", files: [try folder.file(content, "a.jpg", "image/jpeg")]))
            let mail = try #require(MailID(try await listed(gateway).first?["id"]?.string ?? ""))
            #expect(gateway.storedFiles(mail.description).count == 1)
            for (path, bytes) in try FolderFiles.all(gateway.blobFolder) {
                #expect(bytes.firstRange(of: words) == nil, "\(path)")
            }
            let sweep = MailSweep(store: gateway.mails, blobs: gateway.blobs, logger: .silent)
            let turn = SweepTurn(of: "mail", logger: .silent, metrics: MetricsRegistry())
            try await sweep.sweep(turn)
            #expect(gateway.storedFiles(mail.description).count == 1)
            try await gateway.pool.execute("update mails set expires_at = now() - interval '1 second'")
            try await sweep.sweep(turn)
            #expect(try await listed(gateway).isEmpty && gateway.storedFiles(mail.description).isEmpty)
            let trail = try await gateway.client.send("GET", "/v1/audit?action=mail.expire").json()["items"]?.array ?? []
            #expect(trail.map { $0["basis"]?.string } == ["policy"])
            #expect(try await gateway.mails.mail(mail, of: "acme")?.sender == nil)

            // What nobody was told of is forgotten altogether.
            let begun = try await gateway.mails.begin(
                NewMail(
                    to: .bills, recipient: "bills@acme.example", type: nil, sender: nil, sentAt: nil, authentication: nil,
                    messageID: "other", attachments: [], digest: []))
            try await gateway.pool.execute(
                "update mails set received_at = now() - interval '2 hours' where id = \(begun.id.uuid)")
            try await sweep.sweep(turn)
            #expect(try await gateway.count("mails") == 1)
            try await gateway.pool.execute("update mails set expires_at = now() - interval '1 second'")
            try await sweep.sweep(turn)
            #expect(try await gateway.count("mails") == 0)
            #expect(try await gateway.count("docket_keys.submissions") == 0)
        }
    }

    @Test func `what a draft does not take leaves nothing in it, and one draft alone is given it`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions()) { gateway in
            let (draft, other) = (try await gateway.draft(), try await gateway.draft())
            let wrong = try await gateway.waitingMail(SampleFiles.text(), type: "utility-bill")
            let path = "/v1/mail/\(wrong.id)/assignment"
            let refused = try await gateway.client.send("POST", path, json: #"{"submission": "\#(draft)"}"#)
            #expect(refused.status == 415, "\(refused.text)")
            #expect(try await documents(draft, gateway).isEmpty)
            #expect(try await gateway.mails.mail(wrong.id, of: "acme")?.state == .waiting)

            let (one, two) = (try #require(SubmissionID(draft)), try #require(SubmissionID(other)))
            let mail = try await gateway.waitingMail(type: "utility-bill")
            let claimed = try #require(try await gateway.mails.claim(mail, for: one))
            #expect(try await gateway.mails.claim(claimed, for: two) == nil, "it is becoming another's")
            let again = try #require(try await gateway.mails.claim(claimed, for: one))
            try await gateway.mails.release(claimed)
            #expect(try await gateway.mails.claim(again, for: two) == nil, "what was released was an older claim")
            try await gateway.mails.release(again)
            let theirs = try #require(try await gateway.mails.claim(again, for: two))
            try await gateway.pool.execute("update mails set claimed_until = now() - interval '1 second'")
            #expect(try await gateway.mails.claim(theirs, for: one) != nil, "nobody is waited for for long")
        }
    }

    @Test func `what a draft refuses in the middle of it can be given to another one at once`() async throws {
        var options = try GatewayUnderTest.mailOptions()
        // Room for no file at all.
        (options.quotas.factor, options.quotas.leastFiles, options.quotas.leastLargestFiles) = (0, 0, 0)
        try await GatewayUnderTest.run(options) { gateway in
            let (draft, other) = (try await gateway.draft(), try await gateway.draft())
            let mail = try await gateway.waitingMail(type: "utility-bill")
            let refused = try await gateway.client.send(
                "POST", "/v1/mail/\(mail.id)/assignment", json: #"{"submission": "\#(draft)"}"#)
            #expect(refused.problem == "too-many-uploads", "\(refused.text)")
            #expect(try await documents(draft, gateway).isEmpty, "its budget is asked before a document is there")
            let left = try #require(try await gateway.mails.mail(mail.id, of: "acme"))
            #expect(left.state == .waiting)
            #expect(try await gateway.mails.claim(left, for: try #require(SubmissionID(other))) != nil)
        }
    }

    @Test func `a draft with room for one file takes none of a message with two`() async throws {
        var options = try GatewayUnderTest.mailOptions()
        (options.quotas.factor, options.quotas.leastFiles) = (0, 1)
        try await GatewayUnderTest.run(options) { gateway in
            let (folder, draft) = (try MailFolder(), try await gateway.draft(of: "ann@example.org"))
            let two = OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg(1), try folder.jpeg(2)])
            #expect(try await gateway.send(two) == [Self.taken])
            #expect(try await documents(draft, gateway).isEmpty)
            #expect(try await listed(gateway).map { $0["waitsFor"]?.string } == ["not-taken"])
            let one = OutgoingMail(to: "bills@acme.example", id: "<2@example.org>", files: [try folder.jpeg(1)])
            #expect(try await gateway.send(one) == [Self.taken])
            #expect(try await documents(draft, gateway).count == 1)
        }
    }

    @Test func `a gateway that is killed in the middle of a message, or after it, adds each document once`() async throws {
        let (folder, port) = (try MailFolder(), try await FreePorts.one())
        let variables = [
            "DOCKET_LMTP_ADDRESS": "127.0.0.1:\(port)",
            "DOCKET_LMTP_MAILBOXES": "bills@acme.example=acme:journey=proof-of-address:type=utility-bill",
            "DOCKET_LMTP_JAIL_PATH": try BuiltPrograms.path("MailJail"),
        ]
        let address = try SocketAddress(ip: "127.0.0.1", port: port)
        try await GatewayProcess.run { gateway in
            await gateway.kill()
            try await gateway.start(with: variables)
            let created = try await gateway.client.send(
                "POST", "/v1/submissions", json: #"{"journey": "proof-of-address", "contact": {"email": "ann@example.org"}}"#)
            let draft = try #require(try created.json()["id"]?.string)
            func count() async throws -> Int {
                try await gateway.client.send("GET", "/v1/submissions/\(draft)").json()["documents"]?.array.count ?? 0
            }
            let loop = gateway.database.group.next()
            let half = "LHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<bills@acme.example>\r\nDATA\r\nFrom: ann@example.org\r\n"
            let socket = try await loop.run {
                let socket = try await StreamSocket.connect(to: address, on: loop)
                try await socket.write(Array(half.utf8))
                var text = ""
                while !text.contains("354") { text += String(decoding: try await socket.read(maximum: 4096), as: UTF8.self) }
                return socket
            }
            await gateway.kill()
            try await loop.run { socket.close() }
            try await gateway.start(with: variables)
            #expect(try await count() == 0)
            let mail = OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg()])
            #expect(try await MailSender.send([mail], to: address) == [Self.taken])
            await gateway.kill()
            try await gateway.start(with: variables)
            #expect(try await MailSender.send([mail], to: address) == [Self.taken])
            #expect(try await count() == 1)
        }
    }

    @Test func `a delivery that comes again goes on where the one before ended`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions()) { gateway in
            let folder = try MailFolder()
            let mail = OutgoingMail(to: "bills@acme.example", files: [try folder.jpeg()])
            #expect(try await gateway.send(mail) == [Self.taken])
            let waiting = try #require(MailID(try await listed(gateway).first?["id"]?.string ?? ""))
            // As if a gateway had died with the document there and its file not.
            let draft = try await gateway.draft(of: "ann@example.org")
            let record = try #require(try await gateway.mails.mail(waiting, of: "acme"))
            let id = try #require(SubmissionID(draft))
            let store = SubmissionStore(pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: gateway.keys)
            _ = try await store.addDocument(
                record.document(0, in: id, as: "utility-bill"), NewDocument(type: "utility-bill"), to: id, tenant: "acme")
            #expect(try await gateway.send(mail) == [Self.taken])
            let documents = try await documents(draft, gateway)
            #expect(documents.count == 1 && documents[0]["pages"]?.array.count == 1)
            #expect(try await listed(gateway).isEmpty)
        }
    }

    @Test func `mail of a person goes with the erasure of their last submission that it may be for`() async throws {
        try await GatewayUnderTest.run(try GatewayUnderTest.mailOptions([.documents])) { gateway in
            let old = try await gateway.draft(of: "ann@example.org")
            let draft = try await gateway.draft(of: "ANN@example.org")
            let (own, other) = (
                try await gateway.waitingMail(from: "Ann@example.org"), try await gateway.waitingMail(from: "ben@example.org")
            )
            #expect(try await erase(old, gateway) == 0, "it may be for the other draft")
            #expect(try await gateway.mails.mail(own.id, of: "acme")?.state == .waiting)

            #expect(try await erase(draft, gateway) == 1)
            #expect(try await gateway.mails.mail(own.id, of: "acme")?.state == .expired)
            #expect(try await gateway.mails.mail(other.id, of: "acme")?.state == .waiting)
            let keys = try await gateway.pool.query("select from docket_keys.submissions where submission_id = \(own.id.uuid)")
            #expect(keys.isEmpty)
        }
    }

    /// Erases a submission, and says how much mail went with it.
    private func erase(_ submission: String, _ gateway: GatewayUnderTest) async throws -> Int {
        let data = PersonalDataStore(pool: gateway.pool, owner: InstanceID(UUID()), source: "/docket/test")
        let preparation = try await data.erase(try #require(SubmissionID(submission)))
        guard case .confirmationRequired(let required) = consume preparation,
            case .done(let receipt) = try await required.confirm(by: .retention)
        else {
            Issue.record("not erased")
            return -1
        }
        return receipt.rows["mails"] ?? 0
    }
}
