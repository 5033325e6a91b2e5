internal import Crypto

/// A symmetric signing secret in Standard Webhooks' notation: `whsec_` and 24 to 64 bytes in base64.
public struct WebhookSecret: Sendable {
    public static let prefix = "whsec_"
    /// In bytes.
    public static let length = 24...64

    public let key: [UInt8]

    public init(_ text: some StringProtocol) throws(WebhookSecretFault) {
        guard text.hasPrefix(Self.prefix) else { throw .noPrefix }
        guard let key = Base64.decode(text.dropFirst(Self.prefix.count)) else { throw .notBase64 }
        try self.init(key: key)
    }

    public init(key: [UInt8]) throws(WebhookSecretFault) {
        guard Self.length.contains(key.count) else { throw .wrongLength(key.count) }
        self.key = key
    }

    /// A secret derived from another. The code has a valid length.
    init(derived code: [UInt8]) { key = code }

    /// Several, separated by blanks, the newest first: during a rotation receivers know either.
    public static func parse(list text: String) throws(WebhookSecretFault) -> [WebhookSecret] {
        var secrets: [WebhookSecret] = []
        for part in text.split(whereSeparator: \.isWhitespace) { secrets.append(try WebhookSecret(part)) }
        guard !secrets.isEmpty else { throw .noPrefix }
        return secrets
    }

    /// The notation for its receiver.
    public var text: String { Self.prefix + Base64.encode(key) }
}

/// The fault of a secret, without any part of it.
public enum WebhookSecretFault: Error, Hashable, Sendable, CustomStringConvertible {
    case noPrefix
    case notBase64
    /// In bytes.
    case wrongLength(Int)

    public var description: String {
        switch self {
        case .noPrefix: "does not begin with \(WebhookSecret.prefix)"
        case .notBase64: "is not \(WebhookSecret.prefix) and base64 with padding"
        case .wrongLength(let count):
            "stands for \(count) bytes; it must be \(WebhookSecret.length.lowerBound) to \(WebhookSecret.length.upperBound)"
        }
    }
}
