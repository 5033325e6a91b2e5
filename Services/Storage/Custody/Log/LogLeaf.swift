/// A leaf of a tenant's log, for verification.
public struct LogLeaf: Sendable, Hashable {
    /// From 0.
    public let index: Int
    public let kind: CoveredRow.Kind
    /// The number of its row.
    public let number: Int64
    public let submission: String?
    public let commitment: [UInt8]
    public let hash: LogHash
    /// Nil after the submission's erasure.
    public let salt: [UInt8]?
    /// The current row; nil if it does not exist.
    public let row: CoveredRow?
    /// The bytes of an outcome's event, whose digest the row has; nil for every other row.
    public let outcome: [UInt8]?

    public init(
        index: Int, kind: CoveredRow.Kind, number: Int64, submission: String?, commitment: [UInt8], salt: [UInt8]?,
        row: CoveredRow?, outcome: [UInt8]? = nil
    ) {
        (self.index, self.kind, self.number, self.submission) = (index, kind, number, submission)
        (self.commitment, self.salt, self.row, self.outcome) = (commitment, salt, row, outcome)
        hash = LogHash(commitment: commitment, submission: submission)
    }

    /// For people, such as `audit row 17`.
    public var rowName: String { "\(kind.rawValue) row \(number)" }
}

/// A fault of a log.
public struct LogFault: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A row has changed since it became a leaf.
        case row
        /// A row of a leaf no longer exists.
        case rowGone = "row-gone"
        /// A row should be a leaf, and is none.
        case rowUnlogged = "row-unlogged"
        case leaf
        /// A leaf is missing in the tables, or that of an event in a submission's part of the log.
        case leafGone = "leaf-gone"
        /// The salt of a row was deleted without an erasure, or is of a row since.
        case saltGone = "salt-gone"
        case tile
        case head
        case headGone = "head-gone"
        /// A head contradicts the leaves.
        case root
        /// The time stamp of a head is malformed, or by no trusted authority.
        case stamp
        /// The log does not extend a head that somebody has kept.
        case rewritten
        /// A submission, or its manifest, is not what its last event says.
        case record
        /// What was found out of a submission is not what its outcome was told with.
        case facts
        /// A legal hold is not as its acts say.
        case hold
        /// An erasure has another certificate than its act says, one of the two is missing, or the submission is not erased.
        case certificate
        /// A journey is not what its version is the digest of.
        case journey
    }

    public let kind: Kind
    /// The faulty part, and the fault.
    public let what: String

    public init(_ kind: Kind, _ what: String) { (self.kind, self.what) = (kind, what) }
}
