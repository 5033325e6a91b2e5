public import Crypto

/// The keys of signed evidence. The first one signs; earlier ones stay for verification.
public struct SigningKeys: Sendable {
    /// Why a text has no signing keys.
    public struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        public let description: String
    }

    public let current: SigningKey
    /// The current one first.
    public let published: [PublicSigningKey]

    /// From keys in PEM, one after the other. The first must be private; the others may be public.
    public init(pem text: String) throws(Fault) {
        let blocks = Self.blocks(text)
        guard let first = blocks.first else {
            throw Fault(description: "holds no key in PEM; `openssl genpkey -algorithm ed25519` makes one")
        }
        do {
            current = try SigningKey(pem: first)
        } catch {
            throw Fault(description: "begins with a key that cannot sign: \(error.description)")
        }
        var published = [current.publicKey]
        for (index, block) in blocks.enumerated().dropFirst() {
            do {
                published.append(
                    block.contains("PRIVATE KEY-----") ? try SigningKey(pem: block).publicKey : try PublicSigningKey(pem: block))
            } catch {
                throw Fault(description: "holds a key, the \(index + 1)., that cannot be used: \(error.description)")
            }
        }
        guard published.count <= JSONWebKeySet.maximumKeys else {
            throw Fault(description: "holds \(published.count) keys; at most \(JSONWebKeySet.maximumKeys) are published")
        }
        self.published = published
    }

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
