import Domain
import Shared

/// A message as its tenant sees it.
struct MailResource: Resource {
    let mail: MailRecord
    let links: Links

    static let shape = Shape<Self>(
        .required("id", .named("Identifier")) { $0.mail.id.description },
        .required("state", .string(oneOf: MailRecord.State.allCases.filter { $0 != .arriving }.map(\.rawValue))) {
            $0.mail.state.rawValue
        },
        .optional("waitsFor", .choice(MailWait.self), "Why nobody knows yet whose it is, or what.") { $0.mail.wait?.rawValue },
        .required("mailbox", .string(), "The address that it came to, without what followed a plus sign.") { $0.mail.mailbox },
        .required("journey", .named("Name")) { $0.mail.journey.rawValue },
        .optional("type", .named("Name"), "What it is, where that is known.") { $0.mail.type?.rawValue },
        .optional("submission", .named("Identifier"), "What it became a part of; while it waits, what it is likely for.") {
            $0.mail.submission?.description
        },
        .optional("sender", .string(), "The address that it says it is from.") { $0.mail.sender },
        .optional(
            "authentication", .string(),
            "What your mail server found out about the sender, such as `spf=pass dkim=pass dmarc=pass`."
        ) {
            $0.mail.authentication.flatMap { $0.isEmpty ? nil : $0 }
        },
        .optional("sentAt", .named("Timestamp"), "As the message says.") { $0.mail.sentAt?.description },
        .required("receivedAt", .named("Timestamp")) { $0.mail.receivedAt.description },
        .required("expiresAt", .named("Timestamp"), "When it is waited for no longer; after its end, when it is forgotten.") {
            $0.mail.expiresAt.description
        },
        .required("files", .array(of: .named("MailFile")), "What it has brought and waits.") {
            resource in resource.mail.files.map { MailFileResource(file: $0, of: resource) }
        },
        .required("leftOut", .integer(0 ... .max), "Attachments that are not taken here: their kind, size or number.") {
            $0.mail.leftOut
        },
        .object("links", .required("self", .address) { $0.links.mail($0.mail.id) }))
}

/// A file of a message.
struct MailFileResource: Resource {
    let file: MailFile
    /// Where it is read.
    let content: String

    init(file: MailFile, of message: MailResource) {
        self.file = file
        content = "\(message.links.mail(message.mail.id))/files/\(file.digest)"
    }

    static let shape = Shape<Self>(
        .required("digest", .named("Digest")) { $0.file.digest.description },
        .required("size", .integer(0 ... .max), "Bytes.") { $0.file.size },
        .required("mediaType", .named("MediaType"), "By its content.") { $0.file.mediaType.essence },
        .object("links", .required("content", .address) { $0.content }))
}
