public import Crypto
public import Shared

/// The state of a growing sealed upload, beside its pieces. The database stores it, sealed.
public struct PartialState: Sendable {
    /// The SHA-256 in progress, over the content of the pieces.
    public let digest: ResumableSHA256
    /// The bytes after the last full piece.
    public let tail: [UInt8]
    /// The store's own state of the pieces; empty if it has to look at them.
    public let pieces: [UInt8]

    public init(digest: ResumableSHA256 = ResumableSHA256(), tail: [UInt8] = [], pieces: [UInt8] = []) {
        (self.digest, self.tail, self.pieces) = (digest, tail, pieces)
    }

    /// Bytes of the unsealed file.
    public var count: Int { digest.count + tail.count }

    /// SHA-256 of all these bytes.
    public var whole: [UInt8] {
        var whole = digest
        whole.update(tail)
        return whole.digest
    }

    private static let magic = Array("DKTPART".utf8) + [1]

    public func sealed(_ key: SubmissionKey, upload: UploadID) throws(SealingError) -> [UInt8] {
        var message: [UInt8] = []
        for part in [digest.state, pieces, tail] { message += BigEndian.bytes(UInt64(part.count)) + part }
        do {
            return Self.magic
                + (try AES256GCM.seal(message, key: Self.key(key), context: key.context + Array(upload.description.utf8)))
        } catch {
            throw SealingError(.unavailable, "the state of an upload cannot be sealed: \(error.description)")
        }
    }

    /// - Throws: `damaged` if the bytes are not a state of this upload at `count` bytes.
    public init(opening sealed: [UInt8], _ key: SubmissionKey, upload: UploadID, count: Int) throws(SealingError) {
        let damaged = SealingError(.damaged, "the state of the upload \(upload) is not the one at \(count) bytes")
        guard sealed.starts(with: Self.magic),
            let message = AES256GCM.open(
                Array(sealed.dropFirst(Self.magic.count)), key: Self.key(key),
                context: key.context + Array(upload.description.utf8))
        else { throw damaged }
        var rest = message[...]
        var parts: [[UInt8]] = []
        while !rest.isEmpty {
            guard let length = BigEndian.number(rest), length <= UInt64(rest.count - 8) else { throw damaged }
            parts.append(Array(rest.dropFirst(8).prefix(Int(length))))
            rest = rest.dropFirst(8 + Int(length))
        }
        guard parts.count == 3, let digest = ResumableSHA256(state: parts[0]), digest.count % SealedPieces.size == 0,
            parts[2].count < SealedPieces.size, digest.count + parts[2].count == count
        else { throw damaged }
        self.init(digest: digest, tail: parts[2], pieces: parts[1])
    }

    private static func key(_ key: SubmissionKey) -> SecretBytes { key.key(for: "docket state of an upload 1", salt: []) }
}
