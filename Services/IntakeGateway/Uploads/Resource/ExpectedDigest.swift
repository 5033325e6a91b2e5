import Crypto
import Shared

/// The digest that the sender states for some bytes.
struct ExpectedDigest: Hashable, Sendable {
    let algorithm: DigestAlgorithm
    let bytes: [UInt8]

    /// Nil if the algorithm's digests have another length.
    init?(_ algorithm: DigestAlgorithm, _ bytes: [UInt8]) {
        guard bytes.count == algorithm.length else { return nil }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// The form in the database.
    static func kept(_ digests: [ExpectedDigest]) -> [String: String] {
        Dictionary(digests.map { ($0.algorithm.rawValue, Hex.encode($0.bytes)) }) { first, _ in first }
    }

    static func all(kept: [String: String]) -> [ExpectedDigest] {
        kept.sorted { $0.key < $1.key }.compactMap { name, hex in
            guard let algorithm = DigestAlgorithm(rawValue: name), let bytes = Hex.decode(hex) else { return nil }
            return ExpectedDigest(algorithm, bytes)
        }
    }
}
