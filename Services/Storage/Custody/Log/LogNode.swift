/// A full subtree of a log, which later leaves never change: 2^height leaves from index × 2^height on.
struct LogNode: Sendable, Hashable {
    let height: Int
    let index: Int

    /// The subtrees of a range of leaves, left to right, the largest first. `leaves` must begin at the start of a
    /// subtree.
    static func covering(_ leaves: Range<Int>) -> [LogNode] {
        var (nodes, first): ([LogNode], Int) = ([], leaves.lowerBound)
        while first < leaves.upperBound {
            let height = Int.bitWidth - 1 - (leaves.upperBound - first).leadingZeroBitCount
            nodes.append(LogNode(height: height, index: first >> height))
            first += 1 << height
        }
        return nodes
    }

    /// The place of its hash, or of the hashes it consists of.
    var place: (tile: LogTile, entries: Range<Int>) {
        let level = height / LogTile.height
        let spread = height % LogTile.height
        let first = index << spread
        let entry = first & LogTile.mask
        return (LogTile(level: level, index: first >> LogTile.height), entry..<(entry + (1 << spread)))
    }
}

/// Up to 256 adjacent hashes: of leaves at level 0, of whole tiles of the level below at others. A proof reads only a few
/// tiles, however large the log is.
public struct LogTile: Sendable, Hashable {
    static let height = 8
    public static let width = 1 << height
    static let mask = width - 1
    /// More levels than a log can have.
    static let levels = 7

    public let level: Int
    public let index: Int

    public init(level: Int, index: Int) { (self.level, self.index) = (level, index) }

    /// The incomplete tiles of a log of this size, to which the next leaf is written.
    public static func edge(of size: Int) -> [LogTile] {
        (0..<levels).compactMap { level in
            let entries = size >> (level * height)
            return entries & mask == 0 ? nil : LogTile(level: level, index: entries >> height)
        }
    }
}
