import CLibcrypto

/// A private key in this process's memory: Ed25519 or ECDSA over P-256.
public struct SigningKey: Signer {
    private let key: PrivateKeyHandle
    private let p256: ES256.PrivateKey?
    public let publicKey: PublicSigningKey

    /// From PKCS#8 in PEM, as `openssl genpkey -algorithm ed25519` writes it. Throws for other input, for a key with a
    /// password, and for another kind of key.
    public init(pem: String) throws(CryptoError) { try self.init(PrivateKeyHandle(pem: Array(pem.utf8))) }

    private init(_ key: PrivateKeyHandle) throws(CryptoError) {
        self.key = key
        publicKey = try PublicSigningKey(key.pointer)
        p256 = publicKey.algorithm == .es256 ? try ES256.PrivateKey(key) : nil
    }

    /// A new key (Ed25519) in PEM.
    public static func makePEM() throws(CryptoError) -> String { String(decoding: try PrivateKeyHandle().pem(), as: UTF8.self) }

    /// A signature of 64 bytes in the form of RFC 7518, section 3.4, and RFC 8037, section 3.1.
    public func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        if let p256 { try p256.sign(message) } else { try key.sign(message, digest: nil) }
    }
}

/// The public half of a signing key in its published form (RFC 7517).
public struct PublicSigningKey: Sendable, Hashable, Encodable {
    public let algorithm: VerificationKey.Algorithm
    /// The thumbprint of the key (RFC 7638): the same in every place.
    public let id: String
    private let kind: String
    private let curve: String
    private let x: String
    private let y: String?

    /// From a public key in PEM (RFC 7468, section 13), as `openssl pkey -pubout` writes it.
    public init(pem: String) throws(CryptoError) {
        let read = Array(pem.utf8).withUnsafeBytes { bytes -> OpaquePointer? in
            guard let source = BIO_new_mem_buf(bytes.baseAddress, CInt(clamping: bytes.count)) else { return nil }
            defer { BIO_free(source) }
            return PEM_read_bio_PUBKEY(source, nil, nil, nil)
        }
        guard let read else { throw .lastFailure("the key is not a public key in PEM", code: .invalidKey) }
        defer { EVP_PKEY_free(read) }
        try self.init(read)
    }

    init(_ key: OpaquePointer) throws(CryptoError) {
        switch EVP_PKEY_get_id(key) {
        case EVP_PKEY_ED25519:
            (algorithm, kind, curve) = (.edDSA, "OKP", "Ed25519")
            (x, y) = (Base64URL.encode(try Ed25519.publicBytes(of: key)), nil)
        case EVP_PKEY_EC where KeyCurve(of: key) == .p256:
            (algorithm, kind, curve) = (.es256, "EC", "P-256")
            (x, y) = (try Self.coordinate("qx", of: key), try Self.coordinate("qy", of: key))
        default:
            throw .unusableKey("the key is neither an Ed25519 key nor one over the curve P-256")
        }
        // The members that RFC 7638, section 3.2, wants, in order.
        let members = #"{"crv":"\#(curve)","kty":"\#(kind)","x":"\#(x)"\#(y.map { #","y":"\#($0)""# } ?? "")}"#
        id = Base64URL.encode(SHA256.hash(members))
    }

    private static func coordinate(_ name: String, of key: OpaquePointer) throws(CryptoError) -> String {
        var number: OpaquePointer?
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { throw .lastFailure("the key cannot be read") }
        defer { BN_free(number) }
        return Base64URL.encode(try ES256.bytes(of: number, 32))
    }

    /// Whether its private half has signed these bytes. False for a wrong, cut or malformed signature alike.
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        guard let x = Base64URL.decode(x) else { return false }
        let y = y.flatMap { Base64URL.decode($0) }
        let key = if let y { try? VerificationKey.p256(x: x, y: y) } else { try? VerificationKey.ed25519(x) }
        return key?.isValid(signature, for: message) ?? false
    }

    private enum CodingKeys: String, CodingKey {
        case kty, crv, x, y, alg, use, kid
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(kind, forKey: .kty)
        try container.encode(curve, forKey: .crv)
        try container.encode(x, forKey: .x)
        try container.encodeIfPresent(y, forKey: .y)
        try container.encode(algorithm.rawValue, forKey: .alg)
        try container.encode("sig", forKey: .use)
        try container.encode(id, forKey: .kid)
    }
}
