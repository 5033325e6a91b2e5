public import Shared

/// The proof of a submission's erasure: only numbers and ids.
public struct ErasureReceipt: Sendable, Hashable {
    public let submission: SubmissionID
    public let tenant: TenantID
    public let erasedAt: Timestamp
    /// The confirming person or policy.
    public let actor: String
    /// The number of removed or emptied rows by table; without tables that had none.
    public let rows: [String: Int]
    /// Unfinished uploads, whose bytes are deleted next.
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

    /// The place of an unfinished upload's bytes.
    public struct UnfinishedUpload: Sendable, Hashable {
        public let id: UploadID
        public let segments: [UploadSegment]

        package init(id: UploadID, segments: [UploadSegment]) {
            self.id = id
            self.segments = segments
        }
    }
}

/// The result of preparing an erasure. It is carried out only by the confirmation in it.
public enum ErasurePreparation: ~Copyable, Sendable {
    case confirmationRequired(ConfirmationRequired<ErasureAnswer>)
    case refused(ErasureRefusal)
    /// There is no such submission.
    case notFound
}

/// The result of a confirmed erasure.
public enum ErasureAnswer: Sendable, Hashable {
    case done(ErasureReceipt)
    /// It was erased meanwhile.
    case alreadyErased(Timestamp)
    case refused(ErasureRefusal)
    case notFound
}

/// Why nothing is erased.
public enum ErasureRefusal: Error, Sendable, Hashable {
    case held([HoldID])
    /// The journey's legal minimum requires keeping it until then.
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

/// How an erasure treats the journey's legal minimum.
public enum MinimumRule: Sendable, Hashable {
    case kept
    /// A person takes responsibility, which the audit trail records.
    case overruled
}
