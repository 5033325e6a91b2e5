/// Some tiles of a log with their content: 32 bytes for each hash.
public struct LogTiles: Sendable {
    public private(set) var content: [LogTile: [UInt8]]
    /// Tiles that were written to since the beginning.
    public private(set) var changed: Set<LogTile> = []

    public init(_ content: [LogTile: [UInt8]] = [:]) { self.content = content }

    /// Appends the hash of a leaf to a log of this size, whose edge is among the tiles.
    ///
    /// - Returns: False if a tile does not have the content for this size; it is not written to then.
    public mutating func append(_ leaf: LogHash, size: Int) -> Bool {
        var (hash, level, index) = (leaf, 0, size)
        while level < LogTile.levels {
            let (tile, entry) = (LogTile(level: level, index: index >> LogTile.height), index & LogTile.mask)
            let before = content[tile, default: []]
            guard before.count == entry * LogHash.length else { return false }
            content[tile] = before + hash.bytes
            changed.insert(tile)
            guard entry == LogTile.mask, let whole = self.hash(of: tile, entries: 0..<LogTile.width) else { return true }
            (hash, level, index) = (whole, level + 1, index >> LogTile.height)
        }
        return true
    }

    /// The hash of a range of leaves; nil if a tile is missing or too short.
    func hash(of leaves: Range<Int>) -> LogHash? {
        guard !leaves.isEmpty else { return .empty }
        var hash: LogHash?
        for node in LogNode.covering(leaves).reversed() {
            let (tile, entries) = node.place
            guard let left = self.hash(of: tile, entries: entries) else { return nil }
            hash = hash.map { LogHash(left, $0) } ?? left
        }
        return hash
    }

    /// The root of a log of this size; nil if a tile is missing or too short.
    public func root(size: Int) -> LogHash? { hash(of: 0..<size) }

    /// The tiles from which the root of a log of this size is computed.
    public static func ofRoot(size: Int) -> Set<LogTile> { LogProof.tiles([0..<size]) }

    private func hash(of tile: LogTile, entries: Range<Int>) -> LogHash? {
        guard let bytes = content[tile], entries.upperBound * LogHash.length <= bytes.count else { return nil }
        var hashes = entries.compactMap { LogHash(Array(bytes[($0 * LogHash.length)..<(($0 + 1) * LogHash.length)])) }
        while hashes.count > 1 { hashes = stride(from: 0, to: hashes.count, by: 2).map { LogHash(hashes[$0], hashes[$0 + 1]) } }
        return hashes.first
    }
}
