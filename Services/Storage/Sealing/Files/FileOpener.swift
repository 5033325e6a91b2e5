public import Shared

/// Reads any range of a sealed file. It does no I/O: it names the bytes that it needs, and the caller passes them.
public struct FileOpener: Sendable {
    private let form: any SealedForm

    /// Bytes of the unsealed file.
    public var size: Int { form.size }

    /// Verifies by both ends of the `sealed` bytes that the file belongs to the submission, is complete, and has that digest. The
    /// rest is verified when it is read. `read` returns a range of the sealed form, or less of it where it was cut.
    ///
    /// - Throws: `damaged` if the verification fails.
    public init(
        _ key: SubmissionKey, _ digest: ContentDigest, sealed: Int, _ read: (Range<Int>) throws(SealingError) -> [UInt8]
    ) throws(SealingError) {
        let header = try read(0..<min(max(0, sealed), SealedLayout.header))
        if header.count == SealedLayout.header, header.starts(with: SealedLayout.magic) {
            form = try ChunkedFile(key, digest, sealed: sealed, header: header, read)
        } else if let pieces = try PiecedFile(key, digest, sealed: sealed, read) {
            form = pieces
        } else {
            throw SealingError(.damaged, "a file is not sealed, or not by a version that this one knows")
        }
    }

    /// The range of the sealed form that holds a range of the file; nil if the range holds no byte of the file.
    public func sealedBytes(for range: Range<Int>) -> Range<Int>? {
        let range = range.clamped(to: 0..<size)
        return range.isEmpty ? nil : form.bytes(for: range)
    }

    /// Unseals the bytes that ``sealedBytes(for:)`` named, and returns the range of the file.
    ///
    /// - Throws: `damaged` if the bytes are not those that were sealed there.
    public func open(_ sealed: [UInt8], for range: Range<Int>) throws(SealingError) -> [UInt8] {
        let range = range.clamped(to: 0..<size)
        guard !range.isEmpty else { return [] }
        guard sealed.count == form.bytes(for: range).count else {
            throw SealingError(.damaged, "a sealed file was cut while it was read")
        }
        let (start, plain) = try form.open(sealed, for: range)
        let first = range.lowerBound - start
        guard first > 0 || plain.count != range.count else { return plain }
        return Array(plain[first..<first + range.count])
    }
}
