public import Shared

/// The transfer of one file in any number of requests, as stored in the database.
public struct Upload: Hashable, Sendable {
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It accepts bytes.
        case open
        /// It is a page of its document. A part waits to be joined.
        case completed
        /// The content was refused; `problem` says why.
        case refused
        /// Cancelled, expired, or consumed by the upload that joined it.
        case aborted
    }

    /// What a complete upload becomes.
    public enum Kind: String, Sendable, Hashable {
        /// A page.
        case whole
        /// Nothing by itself: tus joins parts (“partial”).
        case part
        /// A page made by joining parts (“final”).
        case joined
    }

    public let id: UploadID
    public let tenant: TenantID
    public let submission: SubmissionID
    public let document: DocumentID
    public let kind: Kind
    public var state: State
    /// Of the whole file, in bytes; nil until the client states it.
    public var length: Int?
    /// The number of durable and acknowledged bytes. Never decreases.
    public var offset: Int
    /// Each writer has its own epoch. A writer with an outdated epoch cannot change anything.
    public var epoch: Int64
    /// Whether the writer of this epoch has not reported its end.
    public var isWriting: Bool
    public var segments: [UploadSegment]
    /// The intermediate state of SHA-256, for the bytes up to the offset.
    public var digestState: [UInt8]?

    public let declaredMediaType: MediaType?
    public let fileExtension: String?
    /// The metadata of a tus client, verbatim, to return it, of a submission that is not sealed. Deleted when the upload ends
    /// without a page.
    public let metadata: String?
    /// The same of a sealed submission.
    public let sealedMetadata: [UInt8]?
    /// `Upload-Concat` of tus, verbatim.
    public let concatenation: String?
    /// The expected digests of the whole file: values in lower-case hexadecimal, by the name of the algorithm.
    public let expectedDigests: [String: String]

    public let createdAt: Timestamp
    public let expiresAt: Timestamp
    /// Of the complete file.
    public var digest: ContentDigest?
    /// The reason for its refusal: the JSON of the answer to the client.
    public var problem: String?

    package init(
        id: UploadID, tenant: TenantID, submission: SubmissionID, document: DocumentID, kind: Kind, state: State,
        length: Int? = nil, offset: Int, epoch: Int64, isWriting: Bool, segments: [UploadSegment], digestState: [UInt8]? = nil,
        declaredMediaType: MediaType?, fileExtension: String?, metadata: String?, sealedMetadata: [UInt8]? = nil,
        concatenation: String?, expectedDigests: [String: String], createdAt: Timestamp, expiresAt: Timestamp,
        digest: ContentDigest? = nil,
        problem: String? = nil
    ) {
        self.id = id
        self.tenant = tenant
        self.submission = submission
        self.document = document
        self.kind = kind
        self.state = state
        self.length = length
        self.offset = offset
        self.epoch = epoch
        self.isWriting = isWriting
        self.segments = segments
        self.digestState = digestState
        self.declaredMediaType = declaredMediaType
        self.fileExtension = fileExtension
        (self.metadata, self.sealedMetadata) = (metadata, sealedMetadata)
        self.concatenation = concatenation
        self.expectedDigests = expectedDigests
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.digest = digest
        self.problem = problem
    }

    /// The id of the page that it becomes. It is fixed in advance, so that completing twice makes one page.
    public var page: PageID { PageID(id.uuid) }
}

/// The place of a part of an upload's bytes: the file of the writer with this epoch, from this offset on.
public struct UploadSegment: Hashable, Sendable, Codable {
    public let epoch: Int64
    public let start: Int

    public init(epoch: Int64, start: Int) {
        self.epoch = epoch
        self.start = start
    }
}

/// The facts of an upload at its beginning.
public struct NewUpload: Sendable {
    public var id: UploadID
    public var tenant: TenantID
    public var submission: SubmissionID
    public var document: DocumentID
    public var kind = Upload.Kind.whole
    public var length: Int?
    public var declaredMediaType: MediaType?
    public var fileExtension: String?
    public var metadata: String?
    public var concatenation: String?
    public var expectedDigests: [String: String] = [:]
    /// The maximum of bytes that it may bring, if its length is unknown.
    public var largest: Int?

    public init(id: UploadID, tenant: TenantID, submission: SubmissionID, document: DocumentID) {
        self.id = id
        self.tenant = tenant
        self.submission = submission
        self.document = document
    }
}

/// A created upload, and the usage of its limits.
public struct OpenedUpload: Sendable {
    public let upload: Upload
    public let usage: QuotaUsage

    package init(upload: Upload, usage: QuotaUsage) {
        self.upload = upload
        self.usage = usage
    }
}

/// The end of an upload that became no page.
public enum UploadEnding: Sendable {
    /// `problem` is the JSON of the answer to the client.
    case refused(reasons: [Reason], problem: String)
    case aborted(UploadAborted.Cause)
}
