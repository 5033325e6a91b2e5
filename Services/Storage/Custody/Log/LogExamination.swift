internal import Shared

/// Examines a whole log, from the first leaf to the last, and names the faults. It is pure: the caller passes the rows.
public struct LogExamination: Sendable {
    /// A claimed size and root.
    public struct Claim: Sendable, Hashable {
        /// Such as `head 3`.
        public let name: String
        public let size: Int
        public let root: LogHash
        public let isKept: Bool

        public init(_ name: String, size: Int, root: LogHash, isKept: Bool = false) {
            (self.name, self.size, self.root, self.isKept) = (name, size, root, isKept)
        }
    }

    /// The maximum of named faults. Further ones are counted.
    public static let mostNamed = 1_000
    /// The caller passes the leaves of one tile at a time.
    public static let step = LogTile.width
    /// The audit action that accounts for deleted salts and erased rows.
    public static let erasure = "submission.erase"
    /// The audit action that accounts for files that are gone while their pages stay.
    public static let removalOfOriginals = "submission.erase-originals"
    /// The actions that account for what is gone.
    public static let removals = [erasure, removalOfOriginals]

    public private(set) var faults: [LogFault] = []
    public private(set) var unnamed = 0
    /// The number of leaves with unchanged rows.
    public private(set) var held = 0
    /// The number of leaves whose salts went with their submission's erasure, which is a leaf itself.
    public private(set) var erased = 0
    /// The number of submissions of which something is gone by an act that is no leaf yet.
    public private(set) var unproven = 0
    /// The number of submissions of whose facts some are sealed, and were not opened.
    public private(set) var unopened = 0

    private var claims: [Claim]
    private var frontier = LogFrontier()
    /// The hashes of level 1 and above, computed from the leaves.
    private var upper: [[LogHash]] = []
    /// The leaves without a salt, by submission.
    private var unsalted: [String: [Int]] = [:]
    /// The last leaf of each submission's removals, by action.
    private var removed: [String: [String: Int]] = [:]
    /// Submissions of which something is gone, by the action that should account for it.
    private var lacking: [(action: String, submission: String)] = []

    public init(claims: [Claim]) {
        self.claims = claims.sorted { $0.size > $1.size }
        settle()
    }

    /// The number of examined leaves.
    public var size: Int { frontier.size }

    /// Examines the next leaves, in order and at most those of one tile, and the tile. There should be `count`: a leaf
    /// that is not among them is missing.
    public mutating func examine(_ leaves: [LogLeaf], count: Int, tile: [UInt8]?) {
        let first = frontier.size
        let name = LogTile(level: 0, index: first >> LogTile.height)
        if let tile {
            if tile.count != count * LogHash.length {
                fault(.tile, "tile \(name) holds \(tile.count / LogHash.length) hashes, and should hold \(count)")
            }
        } else {
            fault(.tile, "tile \(name) is gone")
        }
        var found: [Int: LogLeaf] = [:]
        for leaf in leaves { found[leaf.index] = leaf }
        var hashes: [LogHash] = []
        for index in first..<(first + count) {
            let entry = tile.flatMap { Self.entry(index - first, of: $0) }
            let hash: LogHash
            if let leaf = found[index] {
                hash = examine(leaf, entry: entry, tile: name)
            } else {
                fault(.leafGone, "leaf \(index) is gone")
                hash = entry ?? .empty
            }
            hashes.append(hash)
            frontier.append(hash)
            settle()
        }
        if count == LogTile.width { rise(hashes, to: 0) }
    }

    private static func entry(_ place: Int, of tile: [UInt8]) -> LogHash? {
        let end = (place + 1) * LogHash.length
        return end <= tile.count ? LogHash(Array(tile[(end - LogHash.length)..<end])) : nil
    }

    /// The hash on which two of three agree: the row's, the leaf's, and the tile's.
    private mutating func examine(_ leaf: LogLeaf, entry: LogHash?, tile: LogTile) -> LogHash {
        guard let salt = leaf.salt else {
            if let submission = leaf.submission {
                unsalted[submission, default: []].append(leaf.index)
            } else {
                fault(.saltGone, "the salt of leaf \(leaf.index), which is of \(leaf.rowName), is gone")
            }
            if leaf.row == nil { fault(.rowGone, "\(leaf.rowName), which is leaf \(leaf.index), is gone") }
            if let entry, entry != leaf.hash {
                fault(.tile, "leaf \(leaf.index) and its entry in tile \(tile) are not the same")
            }
            return leaf.hash
        }
        guard let row = leaf.row else {
            fault(.rowGone, "\(leaf.rowName), which is leaf \(leaf.index), is gone")
            if let entry, entry != leaf.hash { fault(.tile, "leaf \(leaf.index) and its entry in tile \(tile) are not the same") }
            return leaf.hash
        }
        let hash = row.leaf(salt: salt)
        switch (hash == leaf.hash, entry.map { hash == $0 } ?? true) {
        case (true, true):
            held += 1
            // By the row, which is covered.
            guard case .string(let action)? = row.members["action"], Self.removals.contains(action),
                let submission = row.submission
            else { break }
            removed[action, default: [:]][submission] = leaf.index
        case (true, false): fault(.tile, "tile \(tile) does not hold leaf \(leaf.index)")
        case (false, true) where entry != nil: fault(.leaf, "leaf \(leaf.index), which is of \(leaf.rowName), was changed")
        case (false, _):
            fault(.row, "\(leaf.rowName), or the salt of its leaf \(leaf.index), is not what the log was told")
            if let entry, entry != leaf.hash { fault(.tile, "leaf \(leaf.index) and its entry in tile \(tile) are not the same") }
            return leaf.hash
        }
        return hash
    }

    private mutating func rise(_ hashes: [LogHash], to level: Int) {
        var hashes = hashes
        while hashes.count > 1 { hashes = stride(from: 0, to: hashes.count, by: 2).map { LogHash(hashes[$0], hashes[$0 + 1]) } }
        if upper.count == level { upper.append([]) }
        upper[level] += hashes
        if upper[level].count.isMultiple(of: LogTile.width) { rise(Array(upper[level].suffix(LogTile.width)), to: level + 1) }
    }

    /// Compares the claims for the size that was reached.
    private mutating func settle() {
        while let claim = claims.last, claim.size <= frontier.size {
            claims.removeLast()
            guard claim.size == frontier.size, claim.root != frontier.root else { continue }
            fault(
                claim.isKept ? .rewritten : .root,
                claim.isKept
                    ? "the first \(claim.size) leaves are not those of \(claim.name): the log was rewritten"
                    : "\(claim.name) was signed over other leaves than the \(claim.size) that there are")
        }
    }

    /// The tiles above level 0 that follow from the leaves and must exist.
    public var upperTiles: [LogTile] {
        upper.enumerated().flatMap { level, hashes in
            stride(from: 0, to: hashes.count, by: LogTile.width).map {
                LogTile(level: level + 1, index: $0 >> LogTile.height)
            }
        }
    }

    /// Compares a tile of `upperTiles` with the table.
    public mutating func examine(_ tile: LogTile, holds bytes: [UInt8]?) {
        guard let bytes else { return fault(.tile, "tile \(tile) is gone") }
        let hashes = upper[tile.level - 1].dropFirst(tile.index << LogTile.height).prefix(LogTile.width)
        if bytes != hashes.flatMap(\.bytes) { fault(.tile, "tile \(tile) does not follow from the leaves") }
    }

    /// Reports a row without a leaf that is older than rows with leaves.
    public mutating func examine(unlogged kind: CoveredRow.Kind, number: Int64) {
        fault(.rowUnlogged, "\(kind.rawValue) row \(number) is not in the log")
    }

    /// Compares a submission's rows with the last event that the log has of it.
    public mutating func examine(_ submission: LoggedSubmission) {
        if let what = submission.fault { fault(.record, what) }
        if let what = submission.faultOfFacts { fault(.facts, what) }
        if !submission.areFactsOpened { unopened += 1 }
        if let action = submission.act { lacking.append((action, submission.id)) }
    }

    /// Reports a submission that no event tells of.
    public mutating func examine(untold submission: String) {
        fault(.record, "submission \(submission) is in no event: nothing tells where it comes from")
    }

    /// Ends the examination. `uncollected` are the submissions of committed removals that are not yet a leaf, by action. These
    /// prove nothing: whoever has the database can write one.
    public mutating func finish(uncollected: [String: Set<String>]) {
        for claim in claims.reversed() {
            fault(claim.isKept ? .rewritten : .root, "\(claim.name) covers \(claim.size) leaves, and there are \(size)")
        }
        claims = []
        var untold: Set<String> = []
        for (submission, leaves) in unsalted.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
            let erasure = removed[Self.erasure]?[submission]
            let unaccounted = leaves.filter { !Self.accounts(erasure, for: $0) }
            erased += leaves.count - unaccounted.count
            guard !unaccounted.isEmpty else { continue }
            if uncollected[Self.erasure]?.contains(submission) == true {
                untold.insert(submission)
                continue
            }
            let why =
                erasure.map { "submission \(submission) was erased by leaf \($0), which takes only salts of leaves before it" }
                ?? "the log knows no erasure of submission \(submission)"
            for leaf in unaccounted { fault(.saltGone, "the salt of leaf \(leaf) is gone, and \(why)") }
        }
        unsalted = [:]
        for (action, submission) in lacking where removed[action]?[submission] == nil {
            if uncollected[action]?.contains(submission) == true {
                untold.insert(submission)
            } else {
                fault(
                    .record, "what is gone of submission \(submission) should be gone by \(action), and the log knows no such act"
                )
            }
        }
        unproven = untold.count
    }

    /// Whether a submission's last erasure, by its leaf, accounts for the missing salt of a leaf.
    ///
    /// An erasure deletes the salts of the leaves that there are, by its own transaction. Its act becomes a leaf later, so it lies
    /// after all of them. Keys that come back are deleted again with the salts of leaves before the act's alone
    /// (`ReturnedKeys`). So its own leaf and each later one keep their salts. One more erasure, which a restore can make
    /// necessary, takes these as well: then its leaf is the last.
    public static func accounts(_ erasure: Int?, for leaf: Int) -> Bool { erasure.map { leaf < $0 } ?? false }

    private mutating func fault(_ kind: LogFault.Kind, _ what: String) {
        if faults.count < Self.mostNamed { faults.append(LogFault(kind, what)) } else { unnamed += 1 }
    }
}

extension LogTile: CustomStringConvertible {
    public var description: String { "\(level)/\(index)" }
}
