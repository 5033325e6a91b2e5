/// How much of a message of e-mail is looked at.
public struct MailRequest: Hashable, Sendable {
    /// Of the message as it came.
    public var maximumBytes: Int
    /// Further ones are counted and left out.
    public var maximumAttachments: Int
    /// Of one attachment, decoded; a larger one is told without its bytes.
    public var maximumAttachmentBytes: Int
    /// How deep parts may lie within each other; what lies deeper is counted and left out.
    public var maximumDepth: Int

    public init(
        maximumBytes: Int = 35_000_000, maximumAttachments: Int = 20, maximumAttachmentBytes: Int = 25_000_000,
        maximumDepth: Int = 10
    ) {
        self.maximumBytes = maximumBytes
        self.maximumAttachments = maximumAttachments
        self.maximumAttachmentBytes = maximumAttachmentBytes
        self.maximumDepth = maximumDepth
    }
}

/// What the head of a message says, and how its parts are.
public struct MailFacts: Hashable, Sendable {
    /// The addresses of `From`, without names.
    public var from: [String]
    public var messageID: String?
    /// Seconds since 1970, of `Date`.
    public var sentAt: Int?
    /// The values of the fields `Authentication-Results`, the topmost first, as they stand there.
    public var authentication: [String]
    /// Attachments that follow.
    public var attachments: Int
    /// Those that were left out, because there were too many of them or they lay too deep.
    public var omitted: Int
    /// Whether a part is encrypted (S/MIME, PGP), so that nobody here knows what is in it.
    public var isEncrypted: Bool

    public init(
        from: [String] = [], messageID: String? = nil, sentAt: Int? = nil, authentication: [String] = [], attachments: Int = 0,
        omitted: Int = 0, isEncrypted: Bool = false
    ) {
        self.from = from
        self.messageID = messageID
        self.sentAt = sentAt
        self.authentication = authentication
        self.attachments = attachments
        self.omitted = omitted
        self.isEncrypted = isEncrypted
    }
}

/// What a message says of one of its attachments.
public struct MailAttachmentFacts: Hashable, Sendable {
    /// Of `Content-Type`, such as `image/jpeg`.
    public var mediaType: String
    /// The name that it has, or its end: what stands behind the last dot says which kind of file its sender takes it for.
    public var name: String?
    /// Bytes, decoded.
    public var size: Int
    /// It is an attachment by its own words, and not something that the text shows.
    public var isDeclared: Bool
    /// It has a `Content-ID` within a `multipart/related`: the text shows it.
    public var isRelated: Bool

    public init(
        mediaType: String, name: String? = nil, size: Int, isDeclared: Bool = false, isRelated: Bool = false
    ) {
        self.mediaType = mediaType
        self.name = name
        self.size = size
        self.isDeclared = isDeclared
        self.isRelated = isRelated
    }
}

// The fields of each message, in their order. Whoever changes one raises `WireCoding.version`.

extension MailRequest: WireMessage {
    public func write(to wire: inout WireWriter) {
        for limit in [maximumBytes, maximumAttachments, maximumAttachmentBytes, maximumDepth] { wire.write(limit) }
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            maximumBytes: try wire.read(), maximumAttachments: try wire.read(), maximumAttachmentBytes: try wire.read(),
            maximumDepth: try wire.read())
    }
}

extension MailFacts: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(from)
        wire.write(messageID)
        wire.write(sentAt)
        wire.write(authentication)
        wire.write(attachments)
        wire.write(omitted)
        wire.write(isEncrypted)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            from: try wire.read(), messageID: try wire.read(), sentAt: try wire.read(), authentication: try wire.read(),
            attachments: try wire.read(), omitted: try wire.read(), isEncrypted: try wire.read())
    }
}

extension MailAttachmentFacts: WireMessage {
    public func write(to wire: inout WireWriter) {
        wire.write(mediaType)
        wire.write(name)
        wire.write(size)
        wire.write(isDeclared)
        wire.write(isRelated)
    }

    public init(from wire: inout WireReader) throws(JailFrameFault) {
        self.init(
            mediaType: try wire.read(), name: try wire.read(), size: try wire.read(), isDeclared: try wire.read(),
            isRelated: try wire.read())
    }
}
