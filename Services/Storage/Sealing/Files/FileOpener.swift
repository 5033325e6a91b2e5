public import Shared

/// Reads a sealed file, any part of it by itself. It reads nothing by its own: it says which bytes it needs, and is given them.
public struct FileOpener: Sendable {
    /// Bytes of the file.
    public let size: Int
    private let chunks: SealedChunks
    private let whole: SealedChunks.Whole

    /// What has to be read of a sealed file of `sealed` bytes before anything else: its header and its last chunk.
    ///
    /// - Throws: `damaged` for a length that no sealed file has.
    public static func ends(ofSealed sealed: Int) throws(SealingError) -> (header: Range<Int>, last: Range<Int>) {
        guard let size = SealedLayout.size(ofSealed: sealed) else {
            throw SealingError(.damaged, "a sealed file was cut: no file's sealed form has \(sealed) bytes")
        }
        let last = SealedLayout.header + (SealedLayout.chunks(of: size) - 1) * SealedLayout.sealedChunk
        return (0..<SealedLayout.header, last..<sealed)
    }

    /// Given both, the file is known to be the submission's, to be whole, and to be the one with that digest. Whether its other chunks
    /// are what they were is seen when they are read.
    ///
    /// - Throws: `damaged` if it is not.
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

    /// The bytes of the sealed form that hold a range of the file; nil where the range holds nothing of it.
    public func sealedBytes(for range: Range<Int>) -> Range<Int>? {
        let range = range.clamped(to: 0..<size)
        return range.isEmpty ? nil : SealedLayout.span(of: range, in: size).bytes
    }

    /// The range of the file, of the bytes that ``sealedBytes(for:)`` named.
    ///
    /// - Throws: `damaged` where they are not what was sealed there.
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
