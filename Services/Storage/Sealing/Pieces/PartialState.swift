public import Crypto
public import Shared

/// What is known of a growing sealed upload at one moment, beside its pieces. It is kept in the database, sealed.
public struct PartialState: Sendable {
    /// SHA-256 in mid-way, of what the pieces hold.
    public let digest: ResumableSHA256
    /// The bytes behind the last full piece.
    public let tail: [UInt8]
    /// What the store keeps of the pieces; empty where it has to look at them.
    public let pieces: [UInt8]

    public init(digest: ResumableSHA256 = ResumableSHA256(), tail: [UInt8] = [], pieces: [UInt8] = []) {
        (self.digest, self.tail, self.pieces) = (digest, tail, pieces)
    }

    /// Bytes of the file.
    public var count: Int { digest.count + tail.count }

    /// SHA-256 of all of them.
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

    /// - Throws: `damaged` for what is no such state of this upload at `count` bytes.
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
