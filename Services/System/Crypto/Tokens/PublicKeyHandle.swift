import CLibcrypto

/// Owns an `EVP_PKEY` with a public key.
// Immutable once made: verifying only reads the key, which OpenSSL 3 allows from several threads.
final class PublicKeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// The curve's name in OpenSSL; empty for a key without one.
    var curve: String { KeyCurve.name(of: pointer) }

    /// From the algorithm's identifier and the key's own bytes (SubjectPublicKeyInfo, RFC 5280, section 4.1.2.7).
    convenience init(_ kind: [UInt8], _ key: [UInt8]) throws(CryptoError) {
        let info = DER.sequence(kind, DER.bitString(key))
        let made = info.withUnsafeBufferPointer { buffer in
            var place = buffer.baseAddress
            return d2i_PUBKEY(nil, &place, buffer.count)
        }
        try self.init(owning: made)
    }

    /// Takes over the caller's reference.
    init(owning made: OpaquePointer?) throws(CryptoError) {
        guard let made else { throw .lastKeyFailure() }
        pointer = made
        guard let check = EVP_PKEY_CTX_new_from_pkey(nil, made, nil) else { throw .lastKeyFailure() }
        defer { EVP_PKEY_CTX_free(check) }
        // Of RSA also that the exponent is odd and above 1 (with 1, everybody signs).
        guard EVP_PKEY_public_check(check) == 1 else { throw .lastKeyFailure() }
    }

    deinit { EVP_PKEY_free(pointer) }

    func verifies(_ signature: [UInt8], _ message: [UInt8], digest: OpaquePointer?) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        defer { ERR_clear_error() }
        return EVP_DigestVerifyInit(context, nil, digest, nil, pointer) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// Verifies an ECDSA signature, given as its two adjacent numbers, with the digest of the curve.
    func verifies(numbers: [UInt8], over curve: KeyCurve, _ message: [UInt8]) -> Bool {
        let length = curve.length
        guard numbers.count == 2 * length else { return false }
        let pair = DER.sequence(DER.integer(Array(numbers[..<length])), DER.integer(Array(numbers[length...])))
        return verifies(pair, message, digest: curve.digest)
    }
}

extension CryptoError {
    /// The error of libcrypto about a key; empties its error queue.
    fileprivate static func lastKeyFailure() -> CryptoError { .lastFailure("the key cannot be used", code: .invalidKey) }
}
