import FoundationEssentials

/// The public keys of an issuer (RFC 7517, section 5).
public struct JSONWebKeySet: Sendable {
    /// More than any issuer rotates through; it bounds the keys that one token can make the server try.
    public static let maximumKeys = 64
    /// Bytes of a key set.
    public static let maximumLength = 1_000_000

    public struct Key: Sendable {
        /// The issuer's name of the key; nil if it has none.
        public let id: String?
        public let verification: VerificationKey

        func isCalled(_ name: String?) -> Bool {
            if let id, let name { TokenVerifier.isSame(id, name) } else { false }
        }
    }

    /// Why a document holds no key to verify with.
    public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    public let keys: [Key]

    /// An empty set: it verifies no token.
    public init() { keys = [] }

    /// Reads a key set, or a single key. Keys that verify nothing here are skipped, as the RFC asks: symmetric ones,
    /// those for encryption, other algorithms. Throws if no key is left, or if a key that should verify is broken.
    public init(_ document: [UInt8]) throws(Fault) {
        guard document.count <= Self.maximumLength else { throw Fault(description: "the key set is larger than 1 MB") }
        guard let raw = Self.rawKeys(Data(document)) else {
            throw Fault(description: "the document is not a JSON Web Key Set: {\"keys\": […]}")
        }
        guard raw.count <= Self.maximumKeys else {
            throw Fault(description: "the key set has \(raw.count) keys; at most \(Self.maximumKeys) are taken")
        }
        var keys: [Key] = []
        for (index, key) in raw.enumerated() where key.isForSignatures {
            do {
                guard let verification = try key.verification() else { continue }
                keys.append(Key(id: key.kid, verification: verification))
            } catch {
                throw Fault(description: "key \(index + 1)\(key.kid.map { " (\($0))" } ?? ""): \(error.description)")
            }
        }
        guard !keys.isEmpty else {
            throw Fault(
                description:
                    "the key set has no key for \(VerificationKey.Algorithm.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self.keys = keys
    }

    /// The keys that may have signed a token with this key id, or with none.
    func candidates(id: String?, algorithm: VerificationKey.Algorithm) -> [VerificationKey] {
        keys.filter { key in
            key.verification.algorithm == algorithm && (id == nil || key.id == nil || key.isCalled(id))
        }.map(\.verification)
    }

    public func knows(id: String) -> Bool { keys.contains { $0.isCalled(id) } }

    private static func rawKeys(_ document: Data) -> [RawKey]? {
        struct RawSet: Decodable { let keys: [RawKey] }
        let decoder = JSONDecoder()
        if let set = try? decoder.decode(RawSet.self, from: document) { return set.keys }
        return (try? decoder.decode(RawKey.self, from: document)).map { [$0] }
    }
}

/// A key in JSON (RFC 7517, section 4; RFC 7518, section 6; RFC 8037, section 2).
private struct RawKey: Decodable {
    let kty: String
    let kid: String?
    let use: String?
    let operations: [String]?
    let alg: String?
    let crv: String?
    let n: String?
    let e: String?
    let x: String?
    let y: String?

    private enum CodingKeys: String, CodingKey {
        case kty, kid, use, alg, crv, n, e, x, y
        case operations = "key_ops"
    }

    var isForSignatures: Bool { (use ?? "sig") == "sig" && (operations?.contains("verify") ?? true) }

    /// Nil for a kind of key that is not used here.
    func verification() throws(CryptoError) -> VerificationKey? {
        func isFor(_ algorithm: VerificationKey.Algorithm) -> Bool { alg == nil || alg == algorithm.rawValue }
        switch (kty, crv) {
        case ("RSA", _) where isFor(.rs256):
            return try .rsa(modulus: try bytes(n, "n"), exponent: try bytes(e, "e"))
        case ("EC", "P-256") where isFor(.es256):
            return try .p256(x: try bytes(x, "x"), y: try bytes(y, "y"))
        case ("OKP", "Ed25519") where isFor(.edDSA):
            return try .ed25519(try bytes(x, "x"))
        default:
            return nil
        }
    }

    private func bytes(_ text: String?, _ name: String) throws(CryptoError) -> [UInt8] {
        guard let text, let bytes = Base64URL.decode(text) else {
            throw .unusableKey("“\(name)” is missing or not base64url")
        }
        return bytes
    }
}
