import Crypto
import Shared
import Synchronization

/// A piece of an upload, as one object. Its name has its range, and the digests of all bytes before it and of all up to
/// its end. So pieces form a chain only if they have the same content.
///
/// A replaced writer, or a late request, cannot change acknowledged bytes: it writes either the same bytes with the same
/// name, or a piece outside the chain to the acknowledged digest.
struct UploadPiece: Hashable, Sendable {
    /// In bytes from the start of the upload.
    let start: Int
    let end: Int
    let before: String
    let after: String

    init(start: Int, end: Int, before: String, after: String) {
        (self.start, self.end, self.before, self.after) = (start, end, before, after)
    }

    var name: String { "\(start)-\(end)-\(before)-\(after)" }

    /// Nil for any other name.
    init?(name: some StringProtocol) {
        let parts = name.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, let start = Int(parts[0]), let end = Int(parts[1]), start >= 0, start < end,
            parts[2].utf8.count == Self.markLength, parts[3].utf8.count == Self.markLength
        else { return nil }
        self.init(start: start, end: end, before: String(parts[2]), after: String(parts[3]))
    }

    private static let markLength = 32

    /// Half of the digest of all bytes so far: enough against accidents, and against a search for other content.
    static func mark(_ digest: ResumableSHA256) -> String { String(Hex.encode(digest.digest).prefix(markLength)) }

    private struct Joint: Hashable {
        let offset: Int
        let mark: String
    }

    /// The fewest pieces from the start to `count` bytes with that mark. Without a mark, to the only mark with a chain.
    /// Nil if there is none.
    static func chain(to count: Int, mark: String?, of pieces: [UploadPiece]) -> [UploadPiece]? {
        if count == 0 { return [] }
        // Each piece leads forward, so in the order of their starts the way to a piece is known when it is looked at.
        var best: [Joint: (pieces: Int, last: UploadPiece?)] = [Joint(offset: 0, mark: Self.mark(ResumableSHA256())): (0, nil)]
        for piece in pieces.sorted(by: { ($0.start, $1.end) < ($1.start, $0.end) }) where piece.end <= count {
            guard let way = best[Joint(offset: piece.start, mark: piece.before)] else { continue }
            let joint = Joint(offset: piece.end, mark: piece.after)
            if let known = best[joint], known.pieces <= way.pieces + 1 { continue }
            best[joint] = (way.pieces + 1, piece)
        }
        let ends = best.keys.filter { $0.offset == count && (mark == nil || $0.mark == mark) }
        guard ends.count == 1, var joint = ends.first else { return nil }
        var chain: [UploadPiece] = []
        while let last = best[joint]?.last {
            chain.append(last)
            joint = Joint(offset: last.start, mark: last.before)
        }
        return chain.reversed()
    }
}

/// A piece in the store.
struct StoredPiece: Hashable, Sendable {
    let piece: UploadPiece
    let object: S3Client.ListedObject
}

/// The last chains: a reader of an upload reads it from its beginning to its end in small steps.
final class ChainCache: Sendable {
    struct Key: Hashable, Sendable {
        let partial: PartialBlob
    }

    private let chains = Mutex<[(key: Key, chain: [StoredPiece])]>([])

    func chain(_ partial: PartialBlob) -> [StoredPiece]? {
        let key = Key(partial: partial)
        return chains.withLock { $0.first { $0.key == key }?.chain }
    }

    func keep(_ chain: [StoredPiece], for partial: PartialBlob) {
        chains.withLock { chains in
            chains.append((Key(partial: partial), chain))
            if chains.count > 32 { chains.removeFirst() }
        }
    }

    func forget(_ id: PartialBlob) {
        chains.withLock { chains in chains.removeAll { $0.key.partial.id == id.id } }
    }
}
