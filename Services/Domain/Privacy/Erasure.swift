public import Shared

/// What was removed of one submission when it was erased: numbers and ids alone, for whoever has to prove it.
public struct ErasureReceipt: Sendable, Hashable {
    public let submission: SubmissionID
    public let tenant: TenantID
    public let erasedAt: Timestamp
    /// Who or what confirmed it.
    public let actor: String
    /// Rows that were removed or emptied, by table; those without any are left out.
    public let rows: [String: Int]
    /// Unfinished uploads, whose bytes go now.
    public let uploads: [UnfinishedUpload]

    package init(
        submission: SubmissionID, tenant: TenantID, erasedAt: Timestamp, actor: String, rows: [String: Int],
        uploads: [UnfinishedUpload]
    ) {
        self.submission = submission
        self.tenant = tenant
        self.erasedAt = erasedAt
        self.actor = actor
        self.rows = rows
        self.uploads = uploads
    }

    /// Where the bytes of an upload lie that will not be finished any more.
    public struct UnfinishedUpload: Sendable, Hashable {
        public let id: UploadID
        public let segments: [UploadSegment]

        package init(id: UploadID, segments: [UploadSegment]) {
            self.id = id
            self.segments = segments
        }
    }
}

/// What came of asking for an erasure: it is only done once the confirmation in here is confirmed.
public enum ErasurePreparation: ~Copyable, Sendable {
    case confirmationRequired(ConfirmationRequired<ErasureAnswer>)
    case refused(ErasureRefusal)
    /// There is no such submission.
    case notFound
}

/// How a confirmed erasure ended.
public enum ErasureAnswer: Sendable, Hashable {
    case done(ErasureReceipt)
    /// Somebody else has erased it in the meantime.
    case alreadyErased(Timestamp)
    case refused(ErasureRefusal)
    case notFound
}

/// Why nothing is erased.
public enum ErasureRefusal: Error, Sendable, Hashable {
    case held([HoldID])
    /// The law that the journey names asks for keeping it until then.
    case tooEarly(until: Timestamp)
    case alreadyErased(Timestamp)
}

extension ErasureRefusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .held(let holds):
            "it is under the legal hold \(holds.map(\.description).joined(separator: ", "))"
        case .tooEarly(let until): "its journey's retention asks for keeping it until \(until)"
        case .alreadyErased(let time): "it was erased at \(time)"
        }
    }
}

/// What may be erased although the journey's minimum is not over.
public enum MinimumRule: Sendable, Hashable {
    case kept
    /// Somebody takes it on themselves; the trail says so.
    case overruled
}
