import CLibcrypto

/// ECDSA over P-256 with SHA-256, in the form of tokens (RFC 7518, section 3.4).
public enum ES256 {
    /// Bytes: two numbers of 32 bytes each.
    public static let signatureLength = 64

    /// A key that signs.
    public struct PrivateKey: Sendable {
        let key: PrivateKeyHandle

        /// Reads PKCS#8 in PEM (RFC 7468, section 10), as in Apple's .p8 files. Throws for other input, for a key with a
        /// password, and for another curve.
        public init(pem: String) throws(CryptoError) { try self.init(PrivateKeyHandle(pem: Array(pem.utf8))) }

        init(_ key: PrivateKeyHandle) throws(CryptoError) {
            guard KeyCurve(rawValue: key.curve) == .p256 else { throw .unusableKey("the key is not one over the curve P-256") }
            self.key = key
        }

        /// The 64 bytes of the signature.
        public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            try ES256.numbers(of: key.sign(message, digest: EVP_sha256()))
        }
    }

    /// A JSON Web Signature in compact form (RFC 7515, section 3.1); header and claims are JSON already.
    public static func token(header: String, claims: String, key: PrivateKey) throws(CryptoError) -> String {
        let signed = CompactSignature.signed(header: Array(header.utf8), payload: Array(claims.utf8))
        return CompactSignature.text(signed, signature: try key.sign(Array(signed.utf8)))
    }

    /// Converts a signature from DER, the form of certificates, to the two adjacent numbers of tokens.
    private static func numbers(of signature: [UInt8]) throws(CryptoError) -> [UInt8] {
        let read = signature.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &place, bytes.count)
        }
        guard let read else { throw .lastFailure("the signature cannot be made") }
        defer { ECDSA_SIG_free(read) }
        let half = signatureLength / 2
        return try bytes(of: ECDSA_SIG_get0_r(read), half) + bytes(of: ECDSA_SIG_get0_s(read), half)
    }

    /// A number in `count` big-endian bytes.
    static func bytes(of number: OpaquePointer?, _ count: Int) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard BN_bn2binpad(number, &bytes, CInt(clamping: count)) == count else {
            throw .lastFailure("the number cannot be written")
        }
        return bytes
    }
}
