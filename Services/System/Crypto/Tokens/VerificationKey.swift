import CLibcrypto

/// A public key that verifies signatures of one algorithm only. The algorithm that a token names cannot change how the
/// key is used (RFC 8725, section 3.1).
public struct VerificationKey: Sendable {
    /// The names of RFC 7518, section 3.1, and RFC 8037, section 3.1.
    public enum Algorithm: String, Sendable, Hashable, CaseIterable {
        case rs256 = "RS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    public let algorithm: Algorithm
    private let key: PublicKeyHandle

    /// RSASSA-PKCS1-v1_5 with SHA-256. The numbers are big-endian.
    /// Throws for fewer than 2,048 bits (RFC 7518, section 3.3), more than 8,192, or an exponent that is even, 1 or longer
    ///   than 64 bits.
    public static func rsa(modulus: [UInt8], exponent: [UInt8]) throws(CryptoError) -> VerificationKey {
        let modulus = Array(modulus.drop { $0 == 0 })
        let exponent = Array(exponent.drop { $0 == 0 })
        let bits = modulus.count * 8 - (modulus.first?.leadingZeroBitCount ?? 0)
        guard (2048...8192).contains(bits) else { throw .unusableKey("an RSA key has 2048 to 8192 bits, this one \(bits)") }
        guard exponent.count <= 8 else { throw .unusableKey("the exponent of an RSA key has at most 64 bits") }
        let numbers = DER.sequence(DER.integer(modulus), DER.integer(exponent))
        let kind = DER.sequence(DER.objectIdentifier([0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]), DER.null)
        return VerificationKey(algorithm: .rs256, key: try PublicKeyHandle(kind, numbers))
    }

    /// ECDSA over P-256 with SHA-256. The coordinates have 32 bytes each.
    /// Throws for a point that is not on the curve.
    public static func p256(x: [UInt8], y: [UInt8]) throws(CryptoError) -> VerificationKey {
        guard x.count == 32, y.count == 32 else { throw .unusableKey("a coordinate of P-256 has 32 bytes") }
        let kind = DER.sequence(
            DER.objectIdentifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]),
            DER.objectIdentifier([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07]))
        return VerificationKey(algorithm: .es256, key: try PublicKeyHandle(kind, [0x04] + x + y))
    }

    /// EdDSA over edwards25519; 32 bytes.
    public static func ed25519(_ bytes: [UInt8]) throws(CryptoError) -> VerificationKey {
        guard bytes.count == Ed25519.keyLength else { throw .unusableKey("an Ed25519 key has 32 bytes") }
        let kind = DER.sequence(DER.objectIdentifier([0x2B, 0x65, 0x70]))
        return VerificationKey(algorithm: .edDSA, key: try PublicKeyHandle(kind, bytes))
    }

    /// Whether the private key has signed these bytes. False for a wrong, cut or malformed signature alike. The signature
    /// has a token's form; for ES256 that is two numbers of 32 bytes each (RFC 7518, section 3.4).
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch algorithm {
        case .rs256:
            return key.verifies(signature, message, digest: EVP_sha256())
        case .es256:
            return key.verifies(numbers: signature, over: .p256, message)
        case .edDSA:
            return signature.count == Ed25519.signatureLength && key.verifies(signature, message, digest: nil)
        }
    }
}
