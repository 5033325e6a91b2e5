public import Shared

/// Reads any range of a sealed file. It does no I/O: it names the bytes that it needs, and the caller passes them.
public struct FileOpener: Sendable {
    /// Bytes of the unsealed file.
    public let size: Int
    private let chunks: SealedChunks
    private let whole: SealedChunks.Whole

    /// The ranges of a sealed file of `sealed` bytes that must be read first: its header and its last chunk.
    ///
    /// - Throws: `damaged` for a length that no sealed file has.
    public static func ends(ofSealed sealed: Int) throws(SealingError) -> (header: Range<Int>, last: Range<Int>) {
        guard let size = SealedLayout.size(ofSealed: sealed) else {
            throw SealingError(.damaged, "a sealed file was cut: no file's sealed form has \(sealed) bytes")
        }
        let last = SealedLayout.header + (SealedLayout.chunks(of: size) - 1) * SealedLayout.sealedChunk
        return (0..<SealedLayout.header, last..<sealed)
    }

    /// Verifies by the header and the last chunk that the file belongs to the submission, is complete, and has that
    /// digest. The other chunks are verified when they are read.
    ///
    /// - Throws: `damaged` if the verification fails.
    public init(
        _ key: SubmissionKey, _ digest: ContentDigest, sealed: Int, header: [UInt8], last: [UInt8]
    ) throws(SealingError) {
        guard let size = SealedLayout.size(ofSealed: sealed), header.count == SealedLayout.header,
            header.starts(with: SealedLayout.magic)
        else { throw SealingError(.damaged, "a file is not sealed, or not by a version that this one knows") }
        self.size = size
        chunks = SealedChunks(key, header: header)
        whole = SealedChunks.Whole(size: size, digest: digest)
        var end: [UInt8] = []
        try chunks.open(last[...], SealedLayout.chunks(of: size) - 1, last: whole, into: &end)
    }

    /// The range of the sealed form that holds a range of the file; nil if the range holds no byte of the file.
    public func sealedBytes(for range: Range<Int>) -> Range<Int>? {
        let range = range.clamped(to: 0..<size)
        return range.isEmpty ? nil : SealedLayout.span(of: range, in: size).bytes
    }

    /// Unseals the bytes that ``sealedBytes(for:)`` named, and returns the range of the file.
    ///
    /// - Throws: `damaged` if the bytes are not those that were sealed there.
    public func open(_ sealed: [UInt8], for range: Range<Int>) throws(SealingError) -> [UInt8] {
        let range = range.clamped(to: 0..<size)
        guard !range.isEmpty else { return [] }
        let span = SealedLayout.span(of: range, in: size)
        guard sealed.count == span.bytes.count else { throw SealingError(.damaged, "a sealed file was cut while it was read") }
        let last = SealedLayout.chunks(of: size) - 1
        var plain: [UInt8] = []
        plain.reserveCapacity(span.chunks.count * SealedLayout.chunk)
        var offset = 0
        for index in span.chunks {
            let end = min(offset + SealedLayout.sealedChunk, sealed.count)
            try chunks.open(sealed[offset..<end], index, last: index == last ? whole : nil, into: &plain)
            offset = end
        }
        let start = range.lowerBound - span.chunks.lowerBound * SealedLayout.chunk
        guard start > 0 || plain.count != range.count else { return plain }
        return Array(plain[start..<start + range.count])
    }
}
