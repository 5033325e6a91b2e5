import Crypto
public import Shared

/// A file that arrived as an upload, sealed in the pieces that it arrived in: nothing of it is sealed twice. Pure.
///
/// ```
/// pieces   those of ``SealedPieces``, all that are full
/// end      a salt (16 bytes), the rest of the file (0 to 16,383 bytes), encrypted, and an authentication tag (16 bytes)
/// footer   “DKTPIEC” and a version (8 bytes), the upload's id as text (36 bytes)
/// ```
///
/// A piece is bound to its upload and its number; the end to the whole file's length and digest besides. So pieces cannot be left
/// out, added or moved, and no file's pieces are another's.
struct PiecedFile: SealedForm {
    static let magic = Array("DKTPIEC".utf8) + [1]
    static let footer = magic.count + 36
    /// Bytes of the end without what it holds.
    private static let emptyEnd = SealedPieces.salt + AES256GCM.tagLength

    let size: Int
    private let pieces: SealedPieces
    private let whole: WholeFile
    /// The number of full pieces.
    private let full: Int
    private let sealed: Int

    /// Nil for a file of another form.
    ///
    /// - Throws: `damaged` if its end is not that of the file with this digest.
    init?(
        _ key: SubmissionKey, _ digest: ContentDigest, sealed: Int, _ read: (Range<Int>) throws(SealingError) -> [UInt8]
    ) throws(SealingError) {
        guard sealed >= Self.footer + Self.emptyEnd else { return nil }
        let body = sealed - Self.footer - Self.emptyEnd
        guard body % SealedPieces.sealedSize < SealedPieces.size else { return nil }
        let footer = try read(sealed - Self.footer..<sealed)
        guard footer.count == Self.footer, footer.starts(with: Self.magic),
            let upload = UploadID(String(decoding: footer.dropFirst(Self.magic.count), as: UTF8.self))
        else { return nil }
        full = body / SealedPieces.sealedSize
        size = full * SealedPieces.size + body % SealedPieces.sealedSize
        (pieces, self.sealed) = (SealedPieces(key, upload: upload), sealed)
        whole = WholeFile(size: size, digest: digest)
        _ = try end(try read(full * SealedPieces.sealedSize..<sealed - Self.footer)[...])
    }

    func bytes(for range: Range<Int>) -> Range<Int> {
        let last = (range.upperBound - 1) / SealedPieces.size
        let end = last < full ? (last + 1) * SealedPieces.sealedSize : sealed - Self.footer
        return range.lowerBound / SealedPieces.size * SealedPieces.sealedSize..<end
    }

    func open(_ sealed: [UInt8], for range: Range<Int>) throws(SealingError) -> (start: Int, plain: [UInt8]) {
        let first = range.lowerBound / SealedPieces.size
        let count = min(sealed.count / SealedPieces.sealedSize, full - first)
        var plain = try pieces.open(Array(sealed[..<(count * SealedPieces.sealedSize)]), from: first)
        if first + count == full, sealed.count > count * SealedPieces.sealedSize {
            plain += try end(sealed[(count * SealedPieces.sealedSize)...])
        }
        return (first * SealedPieces.size, plain)
    }

    private func end(_ sealed: ArraySlice<UInt8>) throws(SealingError) -> [UInt8] {
        var plain: [UInt8] = []
        let isOpen = AES256GCM.open(
            sealed.dropFirst(SealedPieces.salt), key: SealedPieces.key(pieces.key, Array(sealed.prefix(SealedPieces.salt))),
            nonce: SealedLayout.nonce(full, isLast: true), context: pieces.context(full) + whole.context, into: &plain)
        guard isOpen else { throw SealingError(.damaged, "the end of a sealed file is not what was sealed there") }
        return plain
    }
}

extension SealedPieces {
    /// What follows the full pieces of an upload to make them a file: its last bytes, fewer than a piece has, and what they are of.
    ///
    /// The same upload always gets the same end, with the same key: two processes that make a file of it write the same bytes.
    public func end(_ tail: [UInt8], ofFile digest: ContentDigest, size: Int) throws(SealingError) -> [UInt8] {
        let (index, whole) = (size / Self.size, WholeFile(size: size, digest: digest))
        let salt = Array(
            SHA256.hash(Array(upload.description.utf8) + key.name(of: digest).bytes + whole.context).prefix(Self.salt))
        var sealed = salt
        do {
            try AES256GCM.seal(
                tail[...], key: Self.key(key, salt), nonce: SealedLayout.nonce(index, isLast: true),
                context: context(index) + whole.context, into: &sealed)
        } catch {
            throw SealingError(.unavailable, "the end of a file cannot be sealed: \(error.description)")
        }
        return sealed + PiecedFile.magic + Array(upload.description.utf8)
    }
}
