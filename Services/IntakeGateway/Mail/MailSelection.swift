import HTTPServer
import Jail
import Shared

/// Which attachments of a message are taken. Pure: it judges bytes as any file that comes in is judged.
struct MailSelection: Sendable {
    struct File: Sendable {
        let bytes: [UInt8]
        let declaration: FileDeclaration
        /// By content.
        let mediaType: MediaType
    }

    private(set) var files: [File] = []
    /// Attachments that none of the types takes, or that were too many.
    private(set) var leftOut: Int
    /// Whether one was left out for its size.
    private(set) var isTooLarge = false

    /// The largest picture that belongs to the text of a message, such as a logo under a signature. Bytes.
    static let largestDecoration = 65_536

    /// `types` is what a file may be a page of: one that the first of them refuses may be another's. No file has more than
    /// `maximumBytes`, whatever its type allows.
    init(_ mail: ReadMail, for types: [DocumentType], maximumBytes: Int, limits: FileLimits) {
        leftOut = mail.facts.omitted
        for attachment in mail.attachments where !Self.isDecoration(attachment) {
            guard let bytes = attachment.bytes else {
                isTooLarge = true
                leftOut += 1
                continue
            }
            let declaration = FileDeclaration(attachment.facts)
            var found: MediaType?
            for type in types where found == nil {
                var judge = FileJudge(type: type, declaration: declaration, installationLimit: maximumBytes, limits: limits)
                do throws(Problem) {
                    found = try judge.judge(bytes)
                } catch {
                    if error.kind == .tooLarge { isTooLarge = true }
                }
            }
            if let found {
                files.append(File(bytes: bytes, declaration: declaration, mediaType: found))
            } else {
                leftOut += 1
            }
        }
    }

    private static func isDecoration(_ attachment: ReadMail.Attachment) -> Bool {
        let facts = attachment.facts
        return facts.isRelated && !facts.isDeclared && facts.size < largestDecoration
            && facts.mediaType.hasBytes(atStart: "image/")
    }
}

extension FileJudge {
    /// The whole file at once.
    mutating func judge(_ bytes: [UInt8]) throws(Problem) -> MediaType {
        try checkDeclaration()
        try take(bytes)
        return try finish()
    }
}

extension FileDeclaration {
    /// Only the end of a name is kept, as of any file. What is declared as bytes of an unknown kind claims nothing.
    init(_ facts: MailAttachmentFacts) {
        self.init(
            mediaType: MediaType(facts.mediaType), fileExtension: facts.name.flatMap(MediaType.fileExtension(ofName:)),
            size: facts.size)
    }
}
