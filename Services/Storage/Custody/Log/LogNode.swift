internal import Shared

/// A subtree of a log that is full, which later leaves never change: 2^height leaves from index × 2^height on.
struct LogNode: Sendable, Hashable {
    let height: Int
    let index: Int

    /// The subtrees that leaves are made of, left to right, the largest first. `leaves` begin where a subtree of their own tree begins.
    static func covering(_ leaves: Range<Int>) -> [LogNode] {
        var (nodes, first): ([LogNode], Int) = ([], leaves.lowerBound)
        while first < leaves.upperBound {
            let height = Int.bitWidth - 1 - (leaves.upperBound - first).leadingZeroBitCount
            nodes.append(LogNode(height: height, index: first >> height))
            first += 1 << height
        }
        return nodes
    }

    /// Where its hash, or what it is made of, is kept.
    var place: (tile: LogTile, entries: Range<Int>) {
        let level = height / LogTile.height
        let spread = height % LogTile.height
        let first = index << spread
        let entry = first & LogTile.mask
        return (LogTile(level: level, index: first >> LogTile.height), entry..<(entry + (1 << spread)))
    }
}

/// Up to 256 hashes side by side: of leaves at level 0, and of whole tiles of the level below at the others. A proof reads a few of
/// them, however large the log is.
public struct LogTile: Sendable, Hashable {
    static let height = 8
    public static let width = 1 << height
    static let mask = width - 1
    /// More than a log can have.
    static let levels = 7

    public let level: Int
    public let index: Int

    public init(level: Int, index: Int) { (self.level, self.index) = (level, index) }

    /// Those that are not full in a log of this size: what the next leaf is written to.
    public static func edge(of size: Int) -> [LogTile] {
        (0..<levels).compactMap { level in
            let entries = size >> (level * height)
            return entries & mask == 0 ? nil : LogTile(level: level, index: entries >> height)
        }
    }
}
