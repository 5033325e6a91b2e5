import Configuration
import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import NotificationService

/// Mail handed to a real server.
@Suite(.timeLimit(.minutes(3))) struct MailChannelTests {
    private func request(
        _ server: SMTPServer, _ security: MailRequest.Security, password: String = "open sesame",
        host: String = "localhost", message: String = "Subject: x\r\n\r\n.\r\nx\r\n"
    ) -> MailRequest {
        MailRequest(
            host: host, port: server.port, security: security,
            login: security == .none ? nil : .init(user: "docket", password: password), helo: "example.org",
            sender: "docket@example.org", recipient: "anna@example.org", message: Array(message.utf8))
    }

    private func client(_ group: EventLoopGroup, _ server: SMTPServer) -> HTTPClient {
        var configuration = HTTPClientConfiguration()
        configuration.certificateAuthorities = server.certificate
        return HTTPClient(loop: group.loops[0], configuration: configuration)
    }

    @Test(arguments: [SMTPServer.Mode.starttls, .tls])
    func mailIsEncryptedAndLoggedIn(mode: SMTPServer.Mode) async throws {
        try await SMTPServer.run(mode) { server in
            try await withGroup { group in
                let client = client(group, server)
                let security = mode == .tls ? MailRequest.Security.tls : .startTLS
                let message = MailMessage(
                    from: try #require(MailAddress("docket@example.org")), fromName: "Bürgerbüro",
                    to: try #require(MailAddress("anna@example.org")), subject: "Bitte noch einmal\r\nBcc: eve@example.org",
                    language: "de", text: ".\r\n.. a line of dots\r\n", html: "<p>\("<b>")</p>", event: .random(),
                    time: Samples.now)
                var mail = request(server, security)
                mail.message = message.encoded()
                #expect(try await client.send(mail) == 250)
                let received = try #require(try server.received.first)
                #expect(received.isEncrypted && received.user == "docket" && received.recipients == ["anna@example.org"])
                #expect(received.sender == "docket@example.org")
                #expect(
                    received.headers["subject"] == "Bitte noch einmal  Bcc: eve@example.org" && received.headers["bcc"] == nil)
                #expect(received.headers["from"] == "Bürgerbüro <docket@example.org>")
                #expect(received.text.hasPrefix(".") && received.html.contains("<p>&lt;b&gt;</p>"))

                let refused = try await client.send(request(server, security, password: "wrong"))
                #expect(refused == 535)
                #expect(try server.received.count == 1)
            }
        }
    }

    @Test func aServerThatOffersNoEncryptionGetsNothing() async throws {
        try await SMTPServer.run(.plain) { server in
            try await withGroup { group in
                let client = client(group, server)
                let error = await #expect(throws: HTTPClientError.self) { try await client.send(request(server, .startTLS)) }
                #expect(error?.code == .tlsFailed)
                #expect(try server.received.isEmpty)
                // Unless it is told that the way is safe.
                var plain = MailMessage(
                    from: try #require(MailAddress("docket@example.org")), to: try #require(MailAddress("anna@example.org")),
                    subject: "x", language: "en", text: "x", html: "x", event: .random(), time: Samples.now)
                plain.fromName = nil
                var mail = request(server, .none)
                mail.message = plain.encoded()
                #expect(try await client.send(mail) == 250)
            }
        }
    }

    @Test func aCertificateThatIsNotTrustedEndsIt() async throws {
        try await SMTPServer.run(.tls) { server in
            try await withGroup { group in
                let error = await #expect(throws: HTTPClientError.self) {
                    try await HTTPClient(loop: group.loops[0]).send(request(server, .tls))
                }
                #expect(error?.code == .tlsFailed)
            }
        }
    }

    @Test(arguments: ["550 5.1.1 nobody here", "451 4.7.1 later"]) func refusalsAreAnswers(line: String) async throws {
        try await SMTPServer.run(.plain, refusing: line) { server in
            try await withGroup { group in
                let code: Int = try await client(group, server).send(request(server, .none))
                #expect(code == Int(line.prefix(3)))
            }
        }
    }

    @Test(arguments: ["a@b.c>\r\nRCPT TO:<eve@example.org", "a b@c", "", "<a@b.c>"])
    func anAddressCannotBecomeACommand(recipient: String) async throws {
        try await withGroup { group in
            let mail = MailRequest(
                host: "localhost", port: 25, security: .none, helo: "x", sender: "a@b.c", recipient: recipient, message: [])
            let client = HTTPClient(loop: group.loops[0])
            let error = await #expect(throws: HTTPClientError.self) { _ = try await client.send(mail) as Int }
            #expect(error?.code == .invalidRequest)
            let other = MailRequest(
                host: "localhost:25/x", port: 25, security: .none, helo: "x", sender: "a@b.c", recipient: "a@b.c", message: [])
            let second = await #expect(throws: HTTPClientError.self) { _ = try await client.send(other) as Int }
            #expect(second?.code == .invalidRequest)
        }
    }

    /// Names come from configuration and journeys; what a person or a tenant writes of a submission is in no header at all.
    @Test func lineBreaksInNamesReachNoHeader() async throws {
        try await SMTPServer.run(.plain) { server in
            try await withGroup { group in
                let attack = "x\r\nBcc: eve@example.org\nX-Evil: 1\u{2028}\u{85}Cc: eve@example.org\r\n\r\n<script>"
                let base = SampleSubmissions.journey
                let journey = JourneyDefinition(
                    id: base.id, title: attack, summary: base.summary, documentTypes: base.documentTypes,
                    documents: base.documents)
                let submission = Submission(
                    id: .random(), journey: journey.id, journeyVersion: journey.version, subject: attack, locale: "en",
                    reference: attack, metadata: [attack: attack], createdAt: Samples.now)
                let outcome = SubmissionOutcome(state: .accepted, attempt: 1)
                let mail = try #require(OutcomeMail(outcome, of: StageSubject(submission: submission, journey: journey)))
                let message = MailMessage(
                    from: try #require(MailAddress("docket@example.org")), fromName: attack,
                    to: try #require(MailAddress("anna@example.org")), subject: mail.subject, language: mail.language.tag,
                    text: mail.text, html: mail.html, event: .random(), time: Samples.now)
                var handed = request(server, .none)
                handed.message = message.encoded()
                #expect(try await client(group, server).send(handed) == 250)
                let received = try #require(try server.received.first)
                #expect(received.recipients == ["anna@example.org"])
                #expect(
                    Set(received.headers.keys) == [
                        "from", "to", "subject", "date", "message-id", "content-language", "auto-submitted", "mime-version",
                        "content-type",
                    ])
                #expect(received.headers["to"] == "<anna@example.org>" || received.headers["to"] == "anna@example.org")
                #expect(received.headers["from"]?.hasSuffix("<docket@example.org>") == true)
                #expect(!received.html.contains("<script>"))
            }
        }
    }

    /// Several outcomes of a submission that come together make one message, of the last of them.
    @Test func outcomesThatEndTogetherAreToldByOneMessage() async throws {
        try await SMTPServer.run(.plain) { server in
            try await TestDatabase.runMigrated { database in
                let submissions = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
                let draft = try await submissions.createSubmission(
                    NewSubmission(
                        journey: SampleSubmissions.journey.id, locale: "de", contact: Contact(email: "anna@example.org")),
                    journey: SampleSubmissions.journey, tenant: .standard)
                let first = try await SampleOutcome.record(over: database.pool, submission: draft.id, sequence: 50)
                let second = try await SampleOutcome.record(
                    over: database.pool, type: .submissionNeedsInput, submission: draft.id, sequence: 51)
                let silent = try await SampleOutcome.record(over: database.pool)
                let environment = [
                    "DOCKET_SMTP_SERVER": "localhost:\(server.port)", "DOCKET_SMTP_SECURITY": "none",
                    "DOCKET_MAIL_FROM": "docket@example.org", "DOCKET_MAIL_DIGEST": "0s",
                ]
                let channel = MailChannel(
                    try #require(try MailConfiguration.read(environment)),
                    reader: PostgresStageStore(pool: database.pool, source: "/docket/test"),
                    log: PostgresEventLog(pool: database.pool), client: client(database.group, server))
                #expect(try await channel.endpoints(for: EventReader.header(of: first.payload)) == [MailChannel.person])
                #expect(try await channel.endpoints(for: EventReader.header(of: silent.payload)).isEmpty)
                let ends = await [first, second].asyncMap { event in
                    await channel.deliver(
                        ClaimedDelivery(
                            key: DeliveryKey(eventID: event.id, channel: "mail", endpoint: MailChannel.person), attempt: 1,
                            event: event))
                }
                #expect(ends.map { $0?.end } == [.delivered(status: MailChannel.toldLater), .delivered(status: 250)])
                let received = try server.received
                #expect(received.count == 1 && received.first?.headers["content-language"] == "de")
                #expect(received.first?.headers["message-id"] == "<\(second.id)@example.org>")
                // What is kept has no address of a person.
                let tried = try #require(ends.last??.tried)
                #expect(!"\(tried)".contains("anna"))
            }
        }
    }

    @Test func `a message to an address that cannot be opened is planned, and waits for its key or is given up`() async throws {
        try await TestDatabase.runMigrated { database in
            let draft = try await SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
                .createSubmission(
                    NewSubmission(journey: SampleSubmissions.journey.id), journey: SampleSubmissions.journey, tenant: .standard)
            let event = try await SampleOutcome.record(over: database.pool, submission: draft.id, sequence: 50)
            let environment = [
                "DOCKET_SMTP_SERVER": "localhost:25", "DOCKET_SMTP_SECURITY": "none", "DOCKET_MAIL_FROM": "docket@example.org",
            ]
            for (reader, end) in SealedReader.ends {
                let channel = MailChannel(
                    try #require(try MailConfiguration.read(environment)), reader: reader,
                    log: PostgresEventLog(pool: database.pool),
                    client: HTTPClient(loop: database.group.loops[0]))
                #expect(try await channel.endpoints(for: EventReader.header(of: event.payload)) == [MailChannel.person])
                let told = await channel.deliver(
                    ClaimedDelivery(
                        key: DeliveryKey(eventID: event.id, channel: "mail", endpoint: MailChannel.person), attempt: 1,
                        event: event))
                #expect(told?.end == end)
            }
        }
    }

    @Test func mailNeedsAServerAndAnAddress() throws {
        #expect(try MailConfiguration.read([:]) == nil)
        #expect(throws: (any Error).self) { try MailConfiguration.read(["DOCKET_SMTP_SERVER": "localhost"]) }
        #expect(throws: (any Error).self) { try MailConfiguration.read(["DOCKET_MAIL_FROM": "a@b.c"]) }
        #expect(throws: (any Error).self) {
            try MailConfiguration.read([
                "DOCKET_SMTP_SERVER": "localhost:25", "DOCKET_MAIL_FROM": "a@b.c", "DOCKET_SMTP_USER": "x",
                "DOCKET_SMTP_PASSWORD": "y", "DOCKET_SMTP_SECURITY": "none",
            ])
        }
    }
}

extension MailConfiguration {
    static func read(_ environment: [String: String]) throws -> MailConfiguration? {
        var reader = ConfigurationReader(environment: environment)
        let mail = MailConfiguration(reading: &reader)
        try reader.finish()
        return mail
    }
}

extension Array {
    fileprivate func asyncMap<T>(_ body: (Element) async -> T) async -> [T] {
        var result: [T] = []
        for element in self { result.append(await body(element)) }
        return result
    }
}
