/// A message of e-mail that was taken apart.
public struct ReadMail: Hashable, Sendable {
    public struct Attachment: Hashable, Sendable {
        public let facts: MailAttachmentFacts
        /// Nil where they are more than was asked for.
        public let bytes: [UInt8]?

        public init(facts: MailAttachmentFacts, bytes: [UInt8]?) {
            (self.facts, self.bytes) = (facts, bytes)
        }
    }

    public let facts: MailFacts
    public let attachments: [Attachment]

    public init(facts: MailFacts, attachments: [Attachment]) {
        (self.facts, self.attachments) = (facts, attachments)
    }
}

extension Jail {
    /// Takes a message apart, by a jail that was started of `MailJail`.
    ///
    /// - Throws: `refused` for a message that is larger than the request says, or that is none.
    public func mail(_ input: JailInput, _ request: MailRequest) async throws(JailError) -> ReadMail {
        try await withJob(.mail(request), of: input) { job async throws(JailError) in
            guard case .mail(let facts) = try await job.response().message else { throw job.unexpected() }
            try facts.check(request)
            var attachments: [ReadMail.Attachment] = []
            var left = request.maximumBytes
            while true {
                let response = try await job.response()
                switch response.message {
                case .attachment(let part):
                    let count = response.payload.count
                    // Decoded, nothing is larger than it was.
                    guard attachments.count < facts.attachments, count <= left else { throw job.unexpected() }
                    left -= count
                    attachments.append(try ReadMail.Attachment(checking: part, response.payload, request))
                case .finished(let count):
                    guard count == attachments.count, count == facts.attachments else { throw job.unexpected() }
                    return ReadMail(facts: facts, attachments: attachments)
                default: throw job.unexpected()
                }
            }
        }
    }
}

extension MailFacts {
    static let longestText = 2048
    static let longestField = 8192
    public static let mostFields = 16

    /// - Throws: `protocolViolation` for what no sound child would say.
    func check(_ request: MailRequest) throws(JailError) {
        let isSound =
            from.count <= Self.mostFields && from.allSatisfy { $0.utf8.count <= Self.longestText }
            && (messageID?.utf8.count ?? 0) <= Self.longestText && authentication.count <= Self.mostFields
            && authentication.allSatisfy { $0.utf8.count <= Self.longestField }
            && (0...max(0, request.maximumAttachments)).contains(attachments) && (0...1_000_000).contains(omitted)
            && (sentAt.map { (0...1 << 40).contains($0) } ?? true)
        guard isSound else { throw .protocolViolation(detail: "a message's head out of bounds") }
    }
}

extension MailAttachmentFacts {
    static let longestName = 255
}

extension ReadMail.Attachment {
    init(checking facts: MailAttachmentFacts, _ bytes: [UInt8], _ request: MailRequest) throws(JailError) {
        let isWhole = facts.size == bytes.count && bytes.count <= request.maximumAttachmentBytes
        let isLeftOut = bytes.isEmpty && facts.size > request.maximumAttachmentBytes && facts.size <= request.maximumBytes
        guard isWhole || isLeftOut, facts.mediaType.utf8.count <= MailAttachmentFacts.longestName,
            (facts.name?.utf8.count ?? 0) <= MailAttachmentFacts.longestName
        else { throw .protocolViolation(detail: "an attachment out of bounds") }
        self.init(facts: facts, bytes: isWhole ? bytes : nil)
    }
}
