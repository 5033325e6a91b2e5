import BlobStore
import Crypto
import Domain
import EventLoop
import FoundationEssentials
import Jail
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A message for Python to send.
struct OutgoingMail: Encodable {
    struct File: Encodable {
        let name: String
        let mediaType: String
        let path: String
    }

    var from = "ann@example.org"
    var to: String
    var id: String? = "<1@example.org>"
    var headers: [String: String] = [:]
    var files: [File] = []
    /// Says how large it is before it is sent, whatever it is.
    var size: Int?
}

/// What a message was answered with: the first code that refuses it, else 250.
struct MailAnswer: Decodable, Equatable {
    let code: Int
    let text: String
}

/// Sends mail as a mail server would: `smtplib.LMTP` of Python's.
enum MailSender {
    private static let script = """
        import email.message, json, smtplib, sys
        order = json.load(open(sys.argv[1]))
        answers = []
        for mail in order["mails"]:
            client = smtplib.LMTP(order["host"], order["port"])
            message = email.message.EmailMessage()
            message["From"] = mail["from"]
            message["To"] = mail["to"]
            if mail.get("id"):
                message["Message-ID"] = mail["id"]
            for name, value in mail["headers"].items():
                message[name] = value
            message.set_content("See the attachment.")
            for file in mail["files"]:
                kind, subtype = file["mediaType"].split("/")
                message.add_attachment(open(file["path"], "rb").read(), maintype=kind, subtype=subtype, filename=file["name"])
            options = ["size=%d" % mail["size"]] if mail.get("size") else []
            try:
                client.sendmail("bounce@example.org", mail["to"], message.as_bytes(), mail_options=options)
                answers.append({"code": 250, "text": ""})
            except smtplib.SMTPRecipientsRefused as refused:
                code, text = refused.recipients[mail["to"]]
                answers.append({"code": code, "text": text.decode()})
            except smtplib.SMTPResponseException as refused:
                answers.append({"code": refused.smtp_code, "text": refused.smtp_error.decode()})
            client.close()
        print(json.dumps(answers))
        """

    private struct Order: Encodable {
        let host: String
        let port: Int
        let mails: [OutgoingMail]
    }

    static func send(_ mails: [OutgoingMail], to address: SocketAddress) async throws -> [MailAnswer] {
        let folder = try TemporaryFolder("mail")
        let order = Order(host: try #require(address.ip), port: try #require(address.port), mails: mails)
        try JSONEncoder().encode(order).write(to: URL(filePath: "\(folder.path)/order.json"))
        let result = try await Program.check("python3", ["-c", script, "\(folder.path)/order.json"])
        return try JSONDecoder().decode([MailAnswer].self, from: Data(result.text.utf8))
    }
}

extension GatewayUnderTest {
    /// A gateway that takes mail for `acme`.
    static func mailOptions(
        _ boxes: [Mailbox] = [.bills], authority: String? = nil, _ change: (inout MailConfiguration) -> Void = { _ in }
    ) throws -> Options {
        var options = Options()
        var mail = MailConfiguration(
            address: try SocketAddress(ip: "127.0.0.1", port: 0), mailboxes: Mailboxes(boxes), authority: authority)
        mail.jail = .mail(path: try BuiltPrograms.path("MailJail"))
        change(&mail)
        options.mail = mail
        return options
    }

    func send(_ mails: OutgoingMail...) async throws -> [MailAnswer] {
        try await MailSender.send(mails, to: try #require(mail))
    }

    var mails: MailStore { MailStore(pool: pool, keys: keys) }

    /// A draft of somebody with that address; returns its id.
    func draft(of email: String, reference: String? = nil, journey: String = "proof-of-address") async throws -> String {
        let words = reference.map { #", "reference": "\#($0)""# } ?? ""
        let created = try await client.send(
            "POST", "/v1/submissions", json: #"{"journey": "\#(journey)", "contact": {"email": "\#(email)"}\#(words)}"#)
        guard created.status == 201, let id = try created.json()["id"]?.string else { throw UnexpectedAnswer(created) }
        return id
    }

    /// A message that waits, of `acme`, with one picture; nobody has sent it.
    func waitingMail(
        from sender: String? = "ann@example.org", _ content: [UInt8] = SampleFiles.jpeg(5), type: DocumentTypeID? = nil
    ) async throws -> MailRecord {
        let digest = SHA256.hash(SubmissionID.random().description)
        let new = NewMail(
            to: .documents, recipient: Mailbox.documents.address, type: type, sender: sender, sentAt: nil,
            authentication: "dkim=pass",
            messageID: nil, attachments: [], digest: digest)
        let begun = try await mails.begin(new)
        let stored = try await blobs.put(content, in: BlobSpace(tenant: begun.tenant, submission: begun.space))
        let file = MailFile(digest: stored.key.digest, size: stored.size, mediaType: .jpeg)
        return try await mails.keep(begun.id, files: [file], leftOut: 0, by: MailIntake.origin)
    }
}

extension Mailbox {
    /// Everything that comes here is a bill.
    static let bills = Mailbox(
        address: "bills@acme.example", tenant: "acme", journey: "proof-of-address", type: "utility-bill")
    static let documents = Mailbox(address: "documents@acme.example", tenant: "acme", journey: "proof-of-address")
    static let vouched = Mailbox(
        address: "vouched@acme.example", tenant: "acme", journey: "proof-of-address", type: "utility-bill",
        requiresAuthentication: true)
}

/// Files for messages.
struct MailFolder {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder("attachments") }

    func file(_ bytes: [UInt8], _ name: String, _ mediaType: String) throws -> OutgoingMail.File {
        let path = "\(folder.path)/\(SubmissionID.random())"
        try Data(bytes).write(to: URL(filePath: path))
        return OutgoingMail.File(name: name, mediaType: mediaType, path: path)
    }

    func jpeg(_ salt: UInt8 = 1, size: Int = 2_000) throws -> OutgoingMail.File {
        try file(SampleFiles.jpeg(salt, size: size), "bill.jpg", "image/jpeg")
    }
}
