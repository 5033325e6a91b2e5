import Crypto
public import Shared

/// Seals an upload that grows over several requests, in pieces of one size, each by itself. Pure.
///
/// ```
/// piece    a random salt (16 bytes), 16 KiB of the file, encrypted, and an authentication tag (16 bytes)
/// ```
///
/// A rewritten piece never has the same key: each writer draws 128 random bits when it begins, which its pieces carry. A piece
/// is rewritten after bytes that were not acknowledged were discarded. A counter of writers would repeat itself after the
/// database was restored from a backup. ``PartialState`` keeps the bytes that do not fill a piece.
public struct SealedPieces: Sendable {
    /// Bytes of the unsealed file in a piece.
    public static let size = 16_384
    static let salt = 16
    /// Bytes of a sealed piece.
    public static let sealedSize = salt + size + AES256GCM.tagLength

    let key: SubmissionKey
    let upload: UploadID
    private let salt: [UInt8]
    private let own: SecretBytes

    /// For one writer or one reader.
    public init(_ key: SubmissionKey, upload: UploadID) {
        (self.key, self.upload) = (key, upload)
        salt = SecureRandom.bytes(Self.salt)
        own = Self.key(key, salt)
    }

    static func key(_ key: SubmissionKey, _ salt: [UInt8]) -> SecretBytes {
        key.key(for: "docket piece of an upload 1", salt: salt)
    }

    func context(_ index: Int) -> [UInt8] {
        key.context + Array(upload.description.utf8) + BigEndian.bytes(UInt64(index))
    }

    /// Appends the sealed form of the piece with number `index`.
    func seal(_ plain: ArraySlice<UInt8>, _ index: Int, into output: inout [UInt8]) throws(SealingError) {
        output += salt
        do {
            try AES256GCM.seal(
                plain, key: own, nonce: SealedLayout.nonce(index, isLast: false), context: context(index), into: &output)
        } catch {
            throw SealingError(.unavailable, "a piece cannot be sealed: \(error.description)")
        }
    }

    /// Seals all full pieces at the beginning of `plain` and removes them there; `first` is the number of the first one.
    public func seal(fullOf plain: inout [UInt8], from first: Int) throws(SealingError) -> [UInt8] {
        let count = plain.count / Self.size
        var sealed: [UInt8] = []
        sealed.reserveCapacity(count * Self.sealedSize)
        for number in 0..<count {
            let start = number * Self.size
            try seal(plain[start..<start + Self.size], first + number, into: &sealed)
        }
        plain.removeFirst(count * Self.size)
        return sealed
    }

    /// The content of the pieces from number `first` on.
    ///
    /// - Throws: `damaged` if a piece is not the one that was sealed there.
    public func open(_ sealed: [UInt8], from first: Int) throws(SealingError) -> [UInt8] {
        guard sealed.count % Self.sealedSize == 0 else { throw SealingError(.damaged, "a piece of an upload was cut") }
        var plain: [UInt8] = []
        plain.reserveCapacity(sealed.count / Self.sealedSize * Self.size)
        // Pieces of one writer lie beside each other.
        var (salt, key) = (salt, own)
        for number in 0..<sealed.count / Self.sealedSize {
            let piece = sealed[number * Self.sealedSize..<(number + 1) * Self.sealedSize]
            if !piece.prefix(Self.salt).elementsEqual(salt) {
                salt = Array(piece.prefix(Self.salt))
                key = Self.key(self.key, salt)
            }
            let index = first + number
            let isOpen = AES256GCM.open(
                piece.dropFirst(Self.salt), key: key, nonce: SealedLayout.nonce(index, isLast: false), context: context(index),
                into: &plain)
            guard isOpen else {
                throw SealingError(.damaged, "piece \(index) of the upload \(upload) is not what was sealed there")
            }
        }
        return plain
    }

    /// Bytes of the sealed pieces of a file with `count` bytes. The bytes after the last full piece are in none.
    public static func sealedCount(of count: Int) -> Int { count / size * sealedSize }
}
