public import Shared

/// The transfer of one file over any number of requests, as it stands in the database.
public struct Upload: Hashable, Sendable {
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Bytes are taken.
        case open
        /// It is a page of its document; or, of a part, waits to be joined with others.
        case completed
        /// Its content was refused; `problem` says why.
        case refused
        /// Cancelled, expired, or used up by the upload that it was a part of.
        case aborted
    }

    /// What becomes of it when it is complete.
    public enum Kind: String, Sendable, Hashable {
        /// A page.
        case whole
        /// Nothing by itself: tus joins such parts (“partial”).
        case part
        /// A page, made by joining parts (“final”).
        case joined
    }

    public let id: UploadID
    public let tenant: TenantID
    public let submission: SubmissionID
    public let document: DocumentID
    public let kind: Kind
    public var state: State
    /// Of the whole file, in bytes; nil while the client has not told.
    public var length: Int?
    /// Bytes that are durable and acknowledged. Never decreases.
    public var offset: Int
    /// Each writer has an epoch of its own; whoever has not the current one changes nothing.
    public var epoch: Int64
    /// Whether the writer of this epoch has not said that it ended.
    public var isWriting: Bool
    public var segments: [UploadSegment]
    /// SHA-256 in mid-way, of the bytes up to the offset.
    public var digestState: [UInt8]?

    public let declaredMediaType: MediaType?
    public let fileExtension: String?
    /// What a tus client said of the file, verbatim, to be told again; forgotten when the upload ends.
    public let metadata: String?
    /// `Upload-Concat` of tus, verbatim.
    public let concatenation: String?
    /// What the whole file has to digest to: values in lower-case hexadecimal, by the name of the algorithm.
    public let expectedDigests: [String: String]

    public let createdAt: Timestamp
    public let expiresAt: Timestamp
    /// Of the whole file, once it is complete.
    public var digest: ContentDigest?
    /// Why it was refused, as the JSON that the client was answered with.
    public var problem: String?

    package init(
        id: UploadID, tenant: TenantID, submission: SubmissionID, document: DocumentID, kind: Kind, state: State,
        length: Int? = nil, offset: Int, epoch: Int64, isWriting: Bool, segments: [UploadSegment], digestState: [UInt8]? = nil,
        declaredMediaType: MediaType?, fileExtension: String?, metadata: String?, concatenation: String?,
        expectedDigests: [String: String], createdAt: Timestamp, expiresAt: Timestamp, digest: ContentDigest? = nil,
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
        self.metadata = metadata
        self.concatenation = concatenation
        self.expectedDigests = expectedDigests
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.digest = digest
        self.problem = problem
    }

    /// The page that it becomes. Known beforehand, so that completing it twice makes one page.
    public var page: PageID { PageID(id.uuid) }
}

/// Where a part of an upload's bytes lies: in the file that the writer of this epoch began, from this offset on.
public struct UploadSegment: Hashable, Sendable, Codable {
    public let epoch: Int64
    public let start: Int

    public init(epoch: Int64, start: Int) {
        self.epoch = epoch
        self.start = start
    }
}

/// What is known of an upload when it begins.
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
    /// The most bytes that it may bring, where its length is not known.
    public var largest: Int?

    public init(id: UploadID, tenant: TenantID, submission: SubmissionID, document: DocumentID) {
        self.id = id
        self.tenant = tenant
        self.submission = submission
        self.document = document
    }
}

/// An upload that was opened, and what is used of its limits with it.
public struct OpenedUpload: Sendable {
    public let upload: Upload
    public let usage: QuotaUsage

    package init(upload: Upload, usage: QuotaUsage) {
        self.upload = upload
        self.usage = usage
    }
}

/// How an upload ended that became no page.
public enum UploadEnding: Sendable {
    /// `problem` is the JSON that the client was answered with.
    case refused(reasons: [Reason], problem: String)
    case aborted(UploadAborted.Cause)
}
