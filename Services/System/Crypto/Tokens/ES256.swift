import CLibcrypto

/// ECDSA over P-256 with SHA-256, in the form that tokens have (RFC 7518, section 3.4).
public enum ES256 {
    /// Both numbers, 32 bytes each.
    public static let signatureLength = 64

    /// A key that signs.
    public struct PrivateKey: Sendable {
        private let key: SigningKeyHandle

        /// From PKCS#8 in PEM (RFC 7468, section 10), as Apple's .p8 files have it.
        /// Throws for what is no such key, for one that a password protects, and for one of another curve.
        public init(pem: String) throws(CryptoError) { key = try SigningKeyHandle(pem: Array(pem.utf8)) }

        /// The 64 bytes of the signature.
        public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try key.sign(message) }
    }

    /// A JSON Web Signature in its compact form (RFC 7515, section 3.1) over a header and claims that are JSON already.
    public static func token(header: String, claims: String, key: PrivateKey) throws(CryptoError) -> String {
        let signed = "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8)))"
        return "\(signed).\(Base64URL.encode(try key.sign(Array(signed.utf8))))"
    }
}

/// Owns an `EVP_PKEY` with a private key over P-256.
// Immutable once made: signing only reads the key, which OpenSSL 3 allows from several threads.
private final class SigningKeyHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(pem: [UInt8]) throws(CryptoError) {
        let made = pem.withUnsafeBytes { bytes -> OpaquePointer? in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count)) else { return nil }
            defer { BIO_free(source) }
            // An empty password, so that nobody is asked for one on a terminal.
            var password: CChar = 0
            return withUnsafeMutablePointer(to: &password) { PEM_read_bio_PrivateKey(source, nil, nil, $0) }
        }
        guard let made else { throw .lastFailure("the key is not a private key in PEM without a password", code: .invalidKey) }
        pointer = made
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        let isNamed = EVP_PKEY_get_group_name(made, &name, name.count, &length) == 1
        let curve = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        ERR_clear_error()
        guard isNamed, curve == "prime256v1" else {
            throw CryptoError(code: .invalidKey, description: "the key is not one over the curve P-256", detail: curve)
        }
    }

    deinit { EVP_PKEY_free(pointer) }

    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(pointer)))
        var length = signature.count
        guard let context = EVP_MD_CTX_new() else { throw .lastFailure("the signature cannot be made") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, EVP_sha256(), nil, pointer) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        else { throw .lastFailure("the signature cannot be made") }
        return try Self.numbers(of: Array(signature[..<length]))
    }

    /// What is in DER for certificates stands side by side in tokens.
    private static func numbers(of signature: [UInt8]) throws(CryptoError) -> [UInt8] {
        let read = signature.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            return d2i_ECDSA_SIG(nil, &place, bytes.count)
        }
        guard let read else { throw .lastFailure("the signature cannot be made") }
        defer { ECDSA_SIG_free(read) }
        let half = ES256.signatureLength / 2
        var (first, second) = ([UInt8](repeating: 0, count: half), [UInt8](repeating: 0, count: half))
        guard BN_bn2binpad(ECDSA_SIG_get0_r(read), &first, CInt(half)) == half,
            BN_bn2binpad(ECDSA_SIG_get0_s(read), &second, CInt(half)) == half
        else { throw .lastFailure("the signature cannot be made") }
        return first + second
    }
}
