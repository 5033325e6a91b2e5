import CLibcrypto

/// Signatures by RFC 8032 (PureEdDSA over edwards25519). ``VerificationKey`` verifies them.
public enum Ed25519 {
    public static let keyLength = 32
    public static let signatureLength = 64

    /// A key that signs.
    public struct PrivateKey: Sendable {
        private let key: PrivateKeyHandle

        /// From the 32-byte seed that RFC 8032 calls the private key.
        public init(seed: [UInt8]) throws(CryptoError) { key = try PrivateKeyHandle(seed: seed) }

        /// The 32 bytes of the public key.
        public func publicKey() throws(CryptoError) -> [UInt8] { try publicBytes(of: key.pointer) }

        /// The 64 bytes of the signature.
        public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] { try key.sign(message, digest: nil) }
    }

    /// The 32 bytes of the public half of an `EVP_PKEY`.
    static func publicBytes(of key: OpaquePointer) throws(CryptoError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: keyLength)
        var length = bytes.count
        guard EVP_PKEY_get_raw_public_key(key, &bytes, &length) == 1 else { throw .lastFailure("the key cannot be read") }
        return bytes
    }
}
