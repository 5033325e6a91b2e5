import Configuration
import Crypto
import Domain
import EventLoop
import Jail
import Shared
import Testing

@testable import IntakeGateway

/// What is decided about mail, without any.
@Suite struct MailRulesTests {
    // MARK: - Authentication-Results

    @Test func `a field is read with its comments, quotes and folds`() throws {
        let field = try #require(
            AuthenticationResults(
                """
                MX.example.org (a server) 1;\r\n\tspf=pass (sender; is \\) fine) smtp.mailfrom="ann smith"@example.org ;
                  DKIM/1 = Pass reason="good = very; good" header.d = Example.org header.s=x; dmarc=none
                """))
        #expect(field.server == "mx.example.org")
        #expect(
            field.entries.map(\.method) == ["spf", "dkim", "dmarc"] && field.entries.map(\.result) == ["pass", "pass", "none"])
        #expect(field.entries[0].properties == ["smtp.mailfrom": "ann smith@example.org"])
        #expect(field.entries[1].properties == ["reason": "good = very; good", "header.d": "Example.org", "header.s": "x"])
    }

    @Test(arguments: ["", "   ", "(only a comment)", ";spf=pass"])
    func `a field without a server is none`(text: String) { #expect(AuthenticationResults(text) == nil) }

    @Test(arguments: [
        ("mx; dmarc=pass header.from=example.org", MailAuthentication.Verdict.passed),
        ("mx; dmarc=pass header.from=other.org", .failed), ("mx; dmarc=fail header.from=example.org", .failed),
        ("mx; dmarc=fail; dkim=pass header.d=example.org", .failed), ("mx; dkim=pass header.d=example.org", .passed),
        ("mx; dkim=pass header.i=@mail.example.org", .unknown), ("mx; dkim=pass header.d=org", .unknown),
        ("mx; dkim=pass header.d=evilexample.org", .unknown), ("mx; dkim=fail header.d=example.org", .unknown),
        ("mx; spf=pass smtp.mailfrom=bounce@example.org", .passed), ("mx; spf=pass smtp.mailfrom=example.com", .unknown),
        ("mx; spf=fail smtp.mailfrom=example.org", .failed), ("mx; spf=softfail", .failed), ("mx; dmarc=temperror", .failed),
        ("mx; dmarc=permerror; dkim=pass header.d=example.org", .passed), ("mx; none", .unknown),
        ("other; dmarc=pass header.from=example.org", .unknown), ("MX; DMARC=PASS HEADER.FROM=EXAMPLE.ORG", .passed),
    ])
    func `a server of one's own says whether the sender's domain vouches`(field: String, verdict: MailAuthentication.Verdict) {
        #expect(MailAuthentication([field], by: "mx", domain: "Example.org").verdict == verdict)
        #expect(MailAuthentication([field], by: nil, domain: "example.org").verdict == .unknown)
    }

    @Test func `a domain above the sender's vouches, and only words that are known are noted`() {
        let found = MailAuthentication(
            ["mx; dkim=pass header.d=example.org", "mx; spf=ann@example.org; x-own=pass; dmarc=pass"], by: "MX",
            domain: "mail.example.org")
        #expect(found.verdict == .passed && found.words == "dkim=pass dmarc=pass")
        #expect(MailAuthentication([], by: "mx", domain: nil) == MailAuthentication([], by: nil, domain: nil))
    }

    // MARK: - Whose it is

    private static let first = SubmissionID.random()
    private static let second = SubmissionID.random()

    private func candidate(_ id: SubmissionID, _ email: String?, _ reference: String? = nil) -> MailCandidate {
        MailCandidate(submission: id, email: email, reference: reference)
    }

    @Test func `the one draft of the sender's address is meant`() {
        let one = [candidate(Self.first, "Ann@Example.org")]
        #expect(MailChoice(MailAim(), from: "ann@example.org", .unknown, among: one) == .draft(Self.first))
        #expect(MailChoice(MailAim(), from: "ann@example.org", .failed, among: one) == .waits(.notAuthentic))
        #expect(MailChoice(MailAim(), from: "eve@example.org", .passed, among: one) == .waits(.unknownSender))
        #expect(MailChoice(MailAim(), from: nil, .passed, among: one) == .waits(.unknownSender))
        let two = one + [candidate(Self.second, "ann@example.org")]
        #expect(MailChoice(MailAim(), from: "ann@example.org", .passed, among: two) == .waits(.severalDrafts))
    }

    @Test func `an id is enough, and a reference where nobody else is known by an address`() {
        let id = MailAim(submission: Self.first)
        #expect(MailChoice(id, from: nil, .failed, among: [candidate(Self.first, "ann@example.org")]) == .draft(Self.first))
        #expect(MailChoice(id, from: nil, .passed, among: []) == .waits(.unknownReference))
        let named = MailAim(reference: "case-1")
        #expect(
            MailChoice(named, from: "eve@example.org", .unknown, among: [candidate(Self.first, nil, "case-1")])
                == .draft(Self.first))
        #expect(
            MailChoice(named, from: "eve@example.org", .failed, among: [candidate(Self.first, nil, "case-1")])
                == .waits(.notAuthentic))
        let owned = [candidate(Self.first, "ann@example.org", "case-1")]
        #expect(MailChoice(named, from: "eve@example.org", .passed, among: owned) == .waits(.otherSender))
        #expect(MailChoice(named, from: "ann@example.org", .failed, among: owned) == .waits(.notAuthentic))
        #expect(MailChoice(named, from: "ann@example.org", .passed, among: owned) == .draft(Self.first))
        let both = owned + [candidate(Self.second, "ben@example.org", "case-1")]
        #expect(MailChoice(named, from: "ben@example.org", .passed, among: both) == .draft(Self.second))
        #expect(
            MailChoice(MailAim(reference: "case-2"), from: "ann@example.org", .passed, among: owned) == .waits(.unknownReference))
    }

    @Test func `an address says what and whose, each once`() throws {
        let journey = try #require(JourneyRegistry.builtIn["proof-of-address"])
        let boxes = Mailboxes([.documents])
        let found = try #require(boxes.mailbox(local: "Documents+Utility-Bill+\(Self.first)", domain: "acme.example"))
        #expect(MailAim(found.parts, in: journey) == MailAim(type: "utility-bill", submission: Self.first))
        #expect(MailAim(["case-1", "utility-bill"], in: journey) == MailAim(type: "utility-bill", reference: "case-1"))
        for parts in [["a", "b"], ["utility-bill", "utility-bill"], [""], ["\(Self.first)", "\(Self.second)"]] {
            #expect(MailAim(parts, in: journey) == nil, "\(parts)")
        }
        #expect(boxes.mailbox(local: "document", domain: "acme.example") == nil)
        #expect(boxes.mailbox(local: "documents", domain: "other.example") == nil)
    }

    // MARK: - What is taken

    private func file(_ type: MediaType) -> MailFile { MailFile(digest: ContentDigest(of: []), size: 1, mediaType: type) }

    @Test func `a document begins with a PDF, and where the one before is full`() {
        func grouped(_ types: [MediaType], _ most: Int) -> [[Int]] { MailRecord.documents(of: types.map(file), mostPages: most) }
        #expect(grouped([.jpeg, .png, .jpeg], 2) == [[0, 1], [2]])
        #expect(grouped([.jpeg, .pdf, .jpeg, .jpeg], 9) == [[0], [1], [2, 3]])
        #expect(grouped([.pdf, .pdf], 9) == [[0], [1]] && grouped([], 9) == [])
    }

    private func attachment(
        _ bytes: [UInt8], _ type: String, name: String? = nil, isDeclared: Bool = false, isRelated: Bool = false
    ) -> ReadMail.Attachment {
        ReadMail.Attachment(
            facts: MailAttachmentFacts(
                mediaType: type, name: name, size: bytes.count, isDeclared: isDeclared, isRelated: isRelated), bytes: bytes)
    }

    @Test func `a logo is no document, and what is not what it says is left out`() throws {
        let types = try #require(JourneyRegistry.builtIn["proof-of-address"]).documentTypes
        let mail = ReadMail(
            facts: MailFacts(attachments: 6, omitted: 2),
            attachments: [
                attachment(SampleFiles.png(1), "image/png", isRelated: true),
                attachment(SampleFiles.png(2, size: 70_000), "image/png", isRelated: true),
                attachment(SampleFiles.png(3), "image/png", isDeclared: true, isRelated: true),
                attachment(SampleFiles.pdf(4), "application/octet-stream", name: "a.PDF"),
                attachment(SampleFiles.jpeg(5), "application/pdf"), attachment(SampleFiles.text(), "text/plain"),
                ReadMail.Attachment(facts: MailAttachmentFacts(mediaType: "image/png", size: 99_000_000), bytes: nil),
            ])
        let selection = MailSelection(mail, for: types, maximumBytes: 90_000, limits: FileLimits())
        #expect(selection.files.map(\.mediaType) == [.png, .png, .pdf])
        #expect(selection.leftOut == 5 && selection.isTooLarge)
        let small = MailSelection(mail, for: types, maximumBytes: 1_000, limits: FileLimits())
        #expect(small.files.isEmpty && small.isTooLarge)
    }

    @Test func `the same message for the same address has the same key`() {
        func key(
            _ recipient: String, _ sender: String?, _ id: String?, _ digest: [UInt8] = [1], attachments: [UInt8] = [3]
        ) -> [UInt8] {
            NewMail(
                to: .bills, recipient: recipient, type: nil, sender: sender, sentAt: nil, authentication: nil, messageID: id,
                attachments: attachments, digest: digest
            ).key
        }
        let one = key("a@b.example", "ann@example.org", "1")
        #expect(one == key("a@b.example", "ann@example.org", "1", [2]))
        let others = [
            key("c@b.example", "ann@example.org", "1"), key("a@b.example", "eve@example.org", "1"), key("a@b.example", nil, "1"),
            key("a@b.example", "ann@example.org", "2"), key("a@b.example", "ann@example.org", nil),
            key("a@b.example", "ann@example.org", nil, [2]),
            // A device that gives one id to all that it sends.
            key("a@b.example", "ann@example.org", "1", attachments: [4]),
        ]
        #expect(Set(others + [one]).count == 8)
    }

    // MARK: - Configuration

    private func read(_ variables: [String: String]) throws(ConfigurationFaults) -> MailConfiguration? {
        var reader = ConfigurationReader(environment: variables)
        let configuration = MailConfiguration.optional(reading: &reader, .builtIn)
        try reader.finish()
        return configuration
    }

    @Test func `no mail is taken unless it is said where`() throws {
        #expect(try read([:]) == nil)
        let configuration = try #require(
            try read([
                "DOCKET_LMTP_ADDRESS": "unix:/run/docket/lmtp", "DOCKET_LMTP_AUTHSERV_ID": "mx.acme.example",
                "DOCKET_LMTP_MAILBOXES":
                    "Bills@ACME.example=acme:journey=proof-of-address:type=utility-bill:authentication=required,id@acme.example=acme:journey=identity",
            ]))
        #expect(configuration.address == .unix(path: "/run/docket/lmtp"))
        let box = configuration.mailboxes.mailbox(local: "bills", domain: "acme.example")?.mailbox
        #expect(box?.type == "utility-bill" && box?.requiresAuthentication == true && box?.tenant == "acme")
        #expect(configuration.mailboxes.mailbox(local: "id+x", domain: "acme.example")?.mailbox.journey == "identity")
    }

    @Test(arguments: [
        "a@b.example", "a@b.example=", "a@b.example=acme", "a@b.example=acme:journey=none", "a+b@b.example=acme:journey=identity",
        "a@b.example=acme:journey=identity:type=none", "a@b.example=acme:journey=identity:authentication=maybe",
        "a@b.example=acme:journey=identity:colour=red", "a@b.example=acme:journey=identity,A@B.example=acme:journey=identity",
        "a@b.example=acme:journey=identity:authentication=required", "@=acme:journey=identity",
    ])
    func `a mailbox that cannot be is a fault`(entry: String) {
        #expect(throws: ConfigurationFaults.self) {
            try read(["DOCKET_LMTP_ADDRESS": "127.0.0.1:2400", "DOCKET_LMTP_MAILBOXES": entry])
        }
    }

    @Test(arguments: ["nowhere", "127.0.0.1", "unix:run/docket", "unix:/" + String(repeating: "x", count: 200)])
    func `an address that cannot be is a fault`(address: String) {
        #expect(throws: ConfigurationFaults.self) {
            try read(["DOCKET_LMTP_ADDRESS": address, "DOCKET_LMTP_MAILBOXES": "a@b.example=acme:journey=identity"])
        }
        #expect(throws: ConfigurationFaults.self) { try read(["DOCKET_LMTP_ADDRESS": "127.0.0.1:2400"]) }
    }
}
