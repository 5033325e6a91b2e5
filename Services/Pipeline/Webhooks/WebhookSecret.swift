internal import Crypto

/// A symmetric signing secret as Standard Webhooks writes it: `whsec_` and 24 to 64 bytes in base64.
public struct WebhookSecret: Sendable {
    public static let prefix = "whsec_"
    /// Bytes.
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

    /// One that was derived from another, by a code that is as long as a secret may be.
    init(derived code: [UInt8]) { key = code }

    /// Several with blanks between them, the newest first: while a secret is replaced, receivers know one or the other.
    public static func parse(list text: String) throws(WebhookSecretFault) -> [WebhookSecret] {
        var secrets: [WebhookSecret] = []
        for part in text.split(whereSeparator: \.isWhitespace) { secrets.append(try WebhookSecret(part)) }
        guard !secrets.isEmpty else { throw .noPrefix }
        return secrets
    }

    /// As its receiver is to have it.
    public var text: String { Self.prefix + Base64.encode(key) }
}

/// What is wrong with a secret, without any of it.
public enum WebhookSecretFault: Error, Hashable, Sendable, CustomStringConvertible {
    case noPrefix
    case notBase64
    /// In bytes.
    case wrongLength(Int)

    public var code: String {
        switch self {
        case .noPrefix: "secret-without-prefix"
        case .notBase64: "secret-not-base64"
        case .wrongLength: "secret-of-wrong-length"
        }
    }

    public var isRetriable: Bool { false }

    public var description: String {
        switch self {
        case .noPrefix: "does not begin with \(WebhookSecret.prefix)"
        case .notBase64: "is not \(WebhookSecret.prefix) and base64 with padding"
        case .wrongLength(let count):
            "stands for \(count) bytes; it must be \(WebhookSecret.length.lowerBound) to \(WebhookSecret.length.upperBound)"
        }
    }

    public var detail: String { description }
}
