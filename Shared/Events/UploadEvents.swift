/// A file arrived and is durable.
public struct UploadCompleted: EventData {
    public static let eventTypes: Set<EventType> = [.uploadCompleted, .pageReplaced]

    public var document: DocumentID
    public var page: PageID
    /// Nil if the file came in one request.
    public var upload: UploadID?
    public var digest: ContentDigest
    /// In bytes.
    public var size: Int
    /// By content; nil if not recognised.
    public var mediaType: MediaType?
    public var source: DocumentSource?

    public init(
        document: DocumentID, page: PageID, upload: UploadID? = nil, digest: ContentDigest, size: Int, mediaType: MediaType?,
        source: DocumentSource? = nil
    ) {
        self.document = document
        self.page = page
        self.upload = upload
        self.digest = digest
        self.size = size
        self.mediaType = mediaType
        self.source = source
    }
}

/// A file was refused during or after its upload.
public struct UploadRefused: EventData {
    public static let eventTypes: Set<EventType> = [.uploadRefused]

    public var document: DocumentID
    public var upload: UploadID?
    public var reasons: [Reason]

    public init(document: DocumentID, upload: UploadID? = nil, reasons: [Reason]) {
        self.document = document
        self.upload = upload
        self.reasons = reasons
    }
}

/// The transfer of a file ended too early.
public struct UploadAborted: EventData {
    public static let eventTypes: Set<EventType> = [.uploadAborted]

    public var document: DocumentID
    public var upload: UploadID?
    /// The number of bytes received.
    public var received: Int
    public var cause: Cause

    public enum Cause: String, Sendable, Hashable, Codable, CaseIterable {
        case cancelled
        case connectionLost = "connection_lost"
        case expired
    }

    public init(document: DocumentID, upload: UploadID? = nil, received: Int, cause: Cause) {
        self.document = document
        self.upload = upload
        self.received = received
        self.cause = cause
    }
}
