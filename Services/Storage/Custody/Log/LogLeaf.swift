internal import Shared

/// A leaf of a tenant's log, as who checks it needs it.
public struct LogLeaf: Sendable, Hashable {
    /// From 0.
    public let index: Int
    public let kind: CoveredRow.Kind
    /// Of the row that it is of.
    public let number: Int64
    public let submission: String?
    public let commitment: [UInt8]
    public let hash: LogHash
    /// Nil once the submission is erased.
    public let salt: [UInt8]?
    /// As it is now; nil where there is none.
    public let row: CoveredRow?

    public init(
        index: Int, kind: CoveredRow.Kind, number: Int64, submission: String?, commitment: [UInt8], salt: [UInt8]?,
        row: CoveredRow?
    ) {
        (self.index, self.kind, self.number, self.submission) = (index, kind, number, submission)
        (self.commitment, self.salt, self.row) = (commitment, salt, row)
        hash = LogHash(commitment: commitment, submission: submission)
    }

    /// For people, such as `audit row 17`.
    public var rowName: String { "\(kind.rawValue) row \(number)" }
}

/// Something that a log does not say as it should.
public struct LogFault: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A row says something else than when it became a leaf.
        case row
        /// A row that is a leaf is no more.
        case rowGone = "row-gone"
        /// A row should be a leaf and is none.
        case rowUnlogged = "row-unlogged"
        case leaf
        case leafGone = "leaf-gone"
        /// The salt of a row is gone, and no erasure accounts for it.
        case saltGone = "salt-gone"
        case tile
        case head
        case headGone = "head-gone"
        /// A head says something else than the leaves.
        case root
        /// What should be a time stamp of a head is none, or nobody who is trusted has signed it.
        case stamp
        /// The log is no continuation of what somebody has kept of it.
        case rewritten
    }

    public let kind: Kind
    /// Which thing it is, and what is wrong with it.
    public let what: String

    public init(_ kind: Kind, _ what: String) { (self.kind, self.what) = (kind, what) }
}
