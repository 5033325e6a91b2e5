import CLibcrypto

/// Signatures by RFC 8032 (PureEdDSA over edwards25519).
public enum Ed25519 {
    public static let keyLength = 32
    public static let signatureLength = 64

    /// A key that signs.
    public struct PrivateKey: Sendable {
        private let key: KeyHandle

        /// From the 32-byte seed that RFC 8032 calls the private key.
        public init(seed: [UInt8]) throws(CryptoError) { key = try KeyHandle(privateSeed: seed) }

        /// A new random key.
        public static func generate() throws(CryptoError) -> PrivateKey { try PrivateKey(seed: SecureRandom.bytes(keyLength)) }

        public func publicKey() throws(CryptoError) -> PublicKey { try PublicKey(key.publicBytes()) }

        /// The 64 bytes of the signature.
        public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
            var signature = [UInt8](repeating: 0, count: signatureLength)
            var length = signature.count
            guard let context = EVP_MD_CTX_new() else { throw .lastFailure("the signature cannot be made") }
            defer { EVP_MD_CTX_free(context) }
            guard EVP_DigestSignInit(context, nil, nil, nil, key.pointer) == 1,
                EVP_DigestSign(context, &signature, &length, message, message.count) == 1, length == signatureLength
            else { throw .lastFailure("the signature cannot be made") }
            return signature
        }
    }

    /// A key that verifies.
    public struct PublicKey: Sendable {
        /// The 32 bytes of the key.
        public let bytes: [UInt8]
        private let key: KeyHandle

        public init(_ bytes: [UInt8]) throws(CryptoError) {
            self.bytes = bytes
            key = try KeyHandle(publicBytes: bytes)
        }

        /// False for a wrong, cut or malleable signature alike.
        public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
            guard signature.count == signatureLength, let context = EVP_MD_CTX_new() else { return false }
            defer { EVP_MD_CTX_free(context) }
            defer { ERR_clear_error() }
            return EVP_DigestVerifyInit(context, nil, nil, nil, key.pointer) == 1
                && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
        }
    }
}

/// Owns an `EVP_PKEY`.
// Immutable once made: signing and verifying only read the key, which OpenSSL 3 allows from several threads.
private final class KeyHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(privateSeed seed: [UInt8]) throws(CryptoError) {
        pointer = try Self.checked(seed) { EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count) }
    }

    init(publicBytes bytes: [UInt8]) throws(CryptoError) {
        pointer = try Self.checked(bytes) { EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) }
    }

    deinit { EVP_PKEY_free(pointer) }

    func publicBytes() throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Ed25519.keyLength)
        var length = bytes.count
        guard EVP_PKEY_get_raw_public_key(pointer, &bytes, &length) == 1 else {
            throw .lastFailure("the public key cannot be derived")
        }
        return bytes
    }

    private static func checked(_ bytes: [UInt8], _ make: () -> OpaquePointer?) throws(CryptoError) -> OpaquePointer {
        guard bytes.count == Ed25519.keyLength else {
            throw CryptoError(
                code: .invalidKey, description: "an Ed25519 key has \(Ed25519.keyLength) bytes, this one \(bytes.count)",
                detail: "")
        }
        guard let pointer = make() else { throw .lastFailure("the key is not an Ed25519 key", code: .invalidKey) }
        return pointer
    }
}
