/// The layout of a file that is sealed while it arrives: a header, then the chunks one after another. Pure.
///
/// ```
/// header   “DKTSEAL” and a version (8 bytes), a salt (32 bytes)
/// chunk    64 KiB of the file, encrypted, and an authentication tag (16 bytes); the last one may be shorter
/// ```
///
/// Chunks cannot be left out, added or moved: a chunk's nonce is its number and whether it is the last one (the STREAM
/// construction of Hoang, Reyhanitabar, Rogaway and Vizár). The last chunk is bound to the whole file's length and digest, so it
/// also distinguishes files. Each file has its own key, derived from its submission's key and its header.
public enum SealedLayout {
    /// Bytes of the unsealed file in a chunk.
    public static let chunk = 65_536
    static let tag = 16
    public static let sealedChunk = chunk + tag
    public static let header = magic.count + salt
    static let salt = 32
    static let magic = Array("DKTSEAL".utf8) + [1]

    /// Chunks of a file with `size` bytes; an empty file has one, too.
    public static func chunks(of size: Int) -> Int { max(1, (max(0, size) + (chunk - 1)) / chunk) }

    /// Bytes of the sealed form of a file with `size` bytes.
    public static func sealedSize(of size: Int) -> Int { header + size + tag * chunks(of: size) }

    /// Bytes of the file whose sealed form has `sealed` bytes; nil if no file has that.
    public static func size(ofSealed sealed: Int) -> Int? {
        let body = sealed - header
        guard body >= tag else { return nil }
        let count = (body + (sealedChunk - 1)) / sealedChunk
        let size = body - tag * count
        return size >= 0 && sealedSize(of: size) == sealed ? size : nil
    }

    /// The chunks that hold a range of the file, and their range in the sealed form. The range must not be empty and must
    /// end within the file.
    static func span(of range: Range<Int>, in size: Int) -> (chunks: Range<Int>, bytes: Range<Int>) {
        let first = range.lowerBound / chunk
        let end = min(chunks(of: size), (range.upperBound - 1) / chunk + 1)
        let start = header + first * sealedChunk
        return (first..<end, start..<min(header + end * sealedChunk, sealedSize(of: size)))
    }

    static func nonce(_ index: Int, isLast: Bool) -> [UInt8] { BigEndian.bytes(UInt64(index)) + [0, 0, 0, isLast ? 1 : 0] }
}
