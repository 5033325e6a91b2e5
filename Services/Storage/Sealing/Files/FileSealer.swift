import Crypto
public import Shared

/// Seals a file while it arrives, and computes its digest. The caller stores the output in order.
public struct FileSealer: Sendable {
    private let header: [UInt8]
    private let chunks: SealedChunks
    private var digest = ResumableSHA256()
    private var pending: [UInt8] = []
    private var index = 0
    private var isBegun = false

    public init(_ key: SubmissionKey) {
        header = SealedLayout.magic + SecureRandom.bytes(SealedLayout.salt)
        chunks = SealedChunks(key, header: header)
    }

    /// Bytes of the unsealed file so far.
    public var count: Int { digest.count }

    /// Takes the next bytes of the file, and returns the next bytes of its sealed form. A full chunk waits until it is
    /// known whether it is the last one.
    public mutating func seal(_ bytes: [UInt8]) throws(SealingError) -> [UInt8] {
        digest.update(bytes)
        pending += bytes
        var sealed = begin()
        let whole = max(0, pending.count - 1) / SealedLayout.chunk
        sealed.reserveCapacity(sealed.count + whole * SealedLayout.sealedChunk)
        for number in 0..<whole {
            let start = number * SealedLayout.chunk
            try chunks.seal(pending[start..<start + SealedLayout.chunk], index, last: nil, into: &sealed)
            index += 1
        }
        pending.removeFirst(whole * SealedLayout.chunk)
        return sealed
    }

    /// Returns the end of the sealed form and the digest of the file.
    public mutating func finish() throws(SealingError) -> (sealed: [UInt8], digest: ContentDigest) {
        guard let digest = ContentDigest(bytes: digest.digest) else { throw SealingError(.damaged, "the digest is not whole") }
        var sealed = begin()
        try chunks.seal(pending[...], index, last: WholeFile(size: count, digest: digest), into: &sealed)
        pending = []
        return (sealed, digest)
    }

    private mutating func begin() -> [UInt8] {
        defer { isBegun = true }
        return isBegun ? [] : header
    }
}
