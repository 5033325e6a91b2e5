public import Crypto

/// The keys of signed evidence. The first one signs; earlier ones stay for verification.
public struct SigningKeys: Sendable {
    /// Why a text has no signing keys.
    public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    public let current: any Signer
    /// The current one first.
    public let published: [PublicSigningKey]

    /// From keys in PEM, one after the other. The first must be private; the others may be public.
    public init(pem text: String) throws(Fault) {
        try self.init(
            pem: text, hint: "`openssl genpkey -algorithm ed25519` makes one"
        ) { (first) throws(Fault) in
            do throws(CryptoError) { return try SigningKey(pem: first) } catch {
                throw Fault(description: "begins with a key that cannot sign: \(error.description)")
            }
        }
    }

    /// From public keys in PEM; `signer` has the private half of the first, which is one of `algorithm`. Private ones of before may follow.
    public init(
        publicPEM text: String, _ algorithm: VerificationKey.Algorithm, signer: (PublicSigningKey) -> any Signer
    ) throws(Fault) {
        try self.init(pem: text, hint: "the first is the public half of the one that signs") { (first) throws(Fault) in
            guard !Self.isPrivate(first) else {
                throw Fault(description: "begins with a private key, and another one signs: put that one's public half before it")
            }
            let key: PublicSigningKey
            do throws(CryptoError) { key = try PublicSigningKey(pem: first) } catch {
                throw Fault(description: "begins with a key that cannot be used: \(error.description)")
            }
            guard key.algorithm == algorithm else {
                throw Fault(
                    description:
                        "begins with a key for \(key.algorithm.rawValue), and the one that signs has to be for \(algorithm.rawValue)"
                )
            }
            return signer(key)
        }
    }

    private init(
        pem text: String, hint: String, _ signer: (_ first: String) throws(Fault) -> any Signer
    ) throws(Fault) {
        let blocks = Self.blocks(text)
        guard let first = blocks.first else { throw Fault(description: "holds no key in PEM; \(hint)") }
        current = try signer(first)
        var published = [current.publicKey]
        for (index, block) in blocks.enumerated().dropFirst() {
            do {
                published.append(
                    Self.isPrivate(block) ? try SigningKey(pem: block).publicKey : try PublicSigningKey(pem: block))
            } catch {
                throw Fault(description: "holds a key, the \(index + 1)., that cannot be used: \(error.description)")
            }
        }
        guard published.count <= JSONWebKeySet.maximumKeys else {
            throw Fault(description: "holds \(published.count) keys; at most \(JSONWebKeySet.maximumKeys) are published")
        }
        self.published = published
    }

    private static func isPrivate(_ block: String) -> Bool { block.contains("PRIVATE KEY-----") }

    /// Each block from its first line to its last. Text between them is ignored.
    private static func blocks(_ text: String) -> [String] {
        var blocks: [String] = []
        var lines: [Substring]?
        for bytes in text.utf8.split(separator: UInt8(ascii: "\n")) {
            let line = Substring(bytes)
            if line.hasPrefix("-----BEGIN ") { lines = [] }
            lines?.append(line)
            if line.hasPrefix("-----END "), let whole = lines {
                blocks.append(whole.joined(separator: "\n") + "\n")
                lines = nil
            }
        }
        return blocks
    }

    /// The keys for verification by others (RFC 7517, section 5).
    public struct Published: Encodable, Sendable {
        let keys: [PublicSigningKey]
    }

    public var keySet: Published { Published(keys: published) }
}
