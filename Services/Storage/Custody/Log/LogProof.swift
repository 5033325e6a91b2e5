/// The parts of a proof (RFC 9162, sections 2.1.3.1 and 2.1.4.1): the hashes of some ranges of leaves, in this order.
public struct LogProof: Sendable {
    private let ranges: [Range<Int>]

    /// Proves that a leaf is in a log of this size. Nil if a log of this size has no such leaf.
    public init?(inclusionOf index: Int, size: Int) {
        guard index >= 0, index < size else { return nil }
        var (leaves, ranges) = (0..<size, [Range<Int>]())
        while leaves.count > 1 {
            let middle = leaves.lowerBound + Self.split(leaves.count)
            let (left, right) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
            ranges.append(index < middle ? right : left)
            leaves = index < middle ? left : right
        }
        self.ranges = ranges.reversed()
    }

    /// Proves that a log of the size `new` extends one of the size `old`. Nil if it has fewer leaves.
    public init?(consistencyOf old: Int, with new: Int) {
        guard old >= 0, old <= new else { return nil }
        var (leaves, ranges) = (0..<new, [Range<Int>]())
        while old > 0, old < leaves.upperBound {
            let middle = leaves.lowerBound + Self.split(leaves.count)
            let (left, right) = (leaves.lowerBound..<middle, middle..<leaves.upperBound)
            ranges.append(old <= middle ? right : left)
            leaves = old <= middle ? left : right
        }
        // What the old log is as a whole, whoever has its root knows.
        if old > 0, leaves.lowerBound > 0 { ranges.append(leaves) }
        self.ranges = ranges.reversed()
    }

    /// The largest power of two below a count of two or more.
    private static func split(_ count: Int) -> Int { 1 << (Int.bitWidth - 1 - (count - 1).leadingZeroBitCount) }

    /// The tiles that it needs.
    public var tiles: Set<LogTile> { Self.tiles(ranges) }

    static func tiles(_ ranges: [Range<Int>]) -> Set<LogTile> {
        Set(ranges.flatMap { LogNode.covering($0).map(\.place.tile) })
    }

    /// The hashes of the proof; nil if a tile is missing or too short.
    public func hashes(from tiles: LogTiles) -> [LogHash]? {
        let hashes = ranges.compactMap(tiles.hash)
        return hashes.count == ranges.count ? hashes : nil
    }
}
