#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
import Shared

/// Why a message is not from the gateway, or not current. Answer it with 401.
public enum WebhookRefusal: String, Error, Sendable, Hashable, CaseIterable {
    case missingHeader = "missing-header"
    case invalidTimestamp = "invalid-timestamp"
    /// It may be a replay.
    case tooOld = "too-old"
    /// From the future: check this machine's clock.
    case tooNew = "too-new"
    case wrongSignature = "wrong-signature"
}

/// Verifies webhooks by Standard Webhooks 1.0, “Signature scheme”: `v1`, HMAC-SHA256, for a back end in Swift. Signatures of the kind
/// `v1a` need a library for ed25519, such as swift-crypto.
public struct WebhookVerifier: Sendable {
    /// An invalid secret.
    public struct InvalidSecret: Error, Sendable, Hashable {}

    private let keys: [[UInt8]]
    private let tolerance: Double
    private static let maximumSignatures = 20
    private static let smallestKey = 16

    /// `secrets` are the endpoint's (`whsec_…`), two during a rotation. `tolerance` is the allowed difference of the
    /// clocks.
    ///
    /// - Throws: `InvalidSecret` for an empty list, and for an invalid secret, such as the public half of a `v1a` key.
    public init(secrets: [String], tolerance: Duration = .seconds(300)) throws(InvalidSecret) {
        var keys: [[UInt8]] = []
        for secret in secrets {
            let text = secret.hasPrefix("whsec_") ? String(secret.dropFirst("whsec_".utf8.count)) : secret
            guard let key = Data(base64Encoded: text), key.count >= Self.smallestKey else { throw InvalidSecret() }
            keys.append(Array(key))
        }
        guard !keys.isEmpty else { throw InvalidSecret() }
        self.keys = keys
        self.tolerance = tolerance / .seconds(1)
    }

    /// Returns if the gateway sent the message just now. Then read its `body`, byte for byte as it came, with an
    /// `EventReader`. A message can arrive twice, with the same id.
    ///
    /// Names of `headers` are in lower case.
    public func verify(headers: [String: String], body: [UInt8], now: Date = Date()) throws(WebhookRefusal) {
        guard let id = headers["webhook-id"], let stamp = headers["webhook-timestamp"],
            let signatures = headers["webhook-signature"]
        else { throw .missingHeader }
        guard !stamp.isEmpty, stamp.utf8.count <= 12, stamp.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let seconds = Double(stamp)
        else { throw .invalidTimestamp }
        let age = now.timeIntervalSince1970 - seconds
        guard age <= tolerance else { throw .tooOld }
        guard age >= -tolerance else { throw .tooNew }
        let message = Array("\(id).\(stamp).".utf8) + body
        let expected = keys.map { SHA256.authenticationCode(for: message, key: $0) }
        let given = signatures.utf8.split(separator: UInt8(ascii: " ")).prefix(Self.maximumSignatures).compactMap {
            Self.code(String($0))
        }
        guard given.contains(where: { code in expected.contains { Self.isEqual($0, code) } }) else { throw .wrongSignature }
    }

    private static func code(_ signature: String?) -> [UInt8]? {
        guard let signature, signature.hasPrefix("v1,") else { return nil }
        return Data(base64Encoded: String(signature.dropFirst(3))).map(Array.init)
    }

    /// Compares in constant time.
    private static func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
