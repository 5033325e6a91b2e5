import CLibcrypto

/// Owns an `EVP_PKEY` with a private key.
// Immutable once made: signing only reads the key, which OpenSSL 3 allows from several threads.
final class PrivateKeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    /// Reads PKCS#8 in PEM (RFC 7468, section 10). Throws for other input, and for a key with a password.
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
    }

    /// A key over edwards25519, from its seed.
    init(seed: [UInt8]) throws(CryptoError) {
        guard seed.count == Ed25519.keyLength else {
            throw .unusableKey("an Ed25519 key has \(Ed25519.keyLength) bytes, this one \(seed.count)")
        }
        guard let made = EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) else {
            throw .lastFailure("the key is not an Ed25519 key", code: .invalidKey)
        }
        pointer = made
    }

    /// A new key over edwards25519.
    init() throws(CryptoError) {
        var made: OpaquePointer?
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil) else { throw .lastFailure("no key can be made") }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_keygen(context, &made) == 1, let made else {
            throw .lastFailure("no key can be made")
        }
        pointer = made
    }

    deinit { EVP_PKEY_free(pointer) }

    /// The key in PEM, as `openssl genpkey` writes it.
    func pem() throws(CryptoError) -> [UInt8] {
        guard let target = BIO_new(BIO_s_mem()) else { throw .lastFailure("the key cannot be written") }
        defer { BIO_free(target) }
        guard PEM_write_bio_PrivateKey(target, pointer, nil, nil, 0, nil, nil) == 1 else {
            throw .lastFailure("the key cannot be written")
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = BIO_read(target, &bytes, CInt(bytes.count))
        guard count > 0 else { throw .lastFailure("the key cannot be written") }
        return Array(bytes.prefix(Int(count)))
    }

    /// The curve's name in OpenSSL; empty for a key without one.
    var curve: String { KeyCurve.name(of: pointer) }

    /// `digest` is nil for algorithms with a digest of their own.
    func sign(_ message: [UInt8], digest: OpaquePointer?) throws(CryptoError) -> [UInt8] {
        var signature = [UInt8](repeating: 0, count: Int(EVP_PKEY_get_size(pointer)))
        var length = signature.count
        guard let context = EVP_MD_CTX_new() else { throw .lastFailure("the signature cannot be made") }
        defer { EVP_MD_CTX_free(context) }
        guard EVP_DigestSignInit(context, nil, digest, nil, pointer) == 1,
            EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        else { throw .lastFailure("the signature cannot be made") }
        return Array(signature[..<length])
    }
}
