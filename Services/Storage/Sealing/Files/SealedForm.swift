import Shared

/// A form in which a file is sealed. Pure.
protocol SealedForm: Sendable {
    /// Bytes of the unsealed file.
    var size: Int { get }

    /// The range of the sealed form that holds a range of the file, which is not empty and ends within the file.
    func bytes(for range: Range<Int>) -> Range<Int>

    /// Unseals all that ``bytes(for:)`` names: the first byte that it makes is at the returned offset of the file, at the start of the
    /// range or before it.
    ///
    /// - Throws: `damaged` if the bytes are not those that were sealed there.
    func open(_ sealed: [UInt8], for range: Range<Int>) throws(SealingError) -> (start: Int, plain: [UInt8])
}

/// The whole file's size and digest, which its end is bound to.
struct WholeFile: Sendable, Hashable {
    let size: Int
    let digest: ContentDigest

    var context: [UInt8] { BigEndian.bytes(UInt64(size)) + digest.bytes }
}

/// A file that was sealed while it arrived: see ``SealedLayout``.
struct ChunkedFile: SealedForm {
    let size: Int
    private let chunks: SealedChunks
    private let whole: WholeFile

    init(
        _ key: SubmissionKey, _ digest: ContentDigest, sealed: Int, header: [UInt8],
        _ read: (Range<Int>) throws(SealingError) -> [UInt8]
    ) throws(SealingError) {
        guard let size = SealedLayout.size(ofSealed: sealed) else {
            throw SealingError(.damaged, "a sealed file was cut: no file's sealed form has \(sealed) bytes")
        }
        self.size = size
        chunks = SealedChunks(key, header: header)
        whole = WholeFile(size: size, digest: digest)
        let last = SealedLayout.chunks(of: size) - 1
        var end: [UInt8] = []
        let bytes = try read(SealedLayout.header + last * SealedLayout.sealedChunk..<sealed)
        try chunks.open(bytes[...], last, last: whole, into: &end)
    }

    func bytes(for range: Range<Int>) -> Range<Int> { SealedLayout.span(of: range, in: size).bytes }

    func open(_ sealed: [UInt8], for range: Range<Int>) throws(SealingError) -> (start: Int, plain: [UInt8]) {
        let span = SealedLayout.span(of: range, in: size)
        let last = SealedLayout.chunks(of: size) - 1
        var plain: [UInt8] = []
        // A byte more than they have: the cipher asks for room for one.
        plain.reserveCapacity(span.chunks.count * SealedLayout.chunk + 1)
        var offset = 0
        for index in span.chunks {
            let end = min(offset + SealedLayout.sealedChunk, sealed.count)
            try chunks.open(sealed[offset..<end], index, last: index == last ? whole : nil, into: &plain)
            offset = end
        }
        return (span.chunks.lowerBound * SealedLayout.chunk, plain)
    }
}
