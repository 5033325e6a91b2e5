/// The claims of a verified token (RFC 7519, section 4).
public struct TokenClaims: Sendable, Hashable {
    /// The subject of the token.
    public var subject: String? { string("sub") }
    /// Seconds since 1970.
    public let expiry: Double
    private let values: [String: Value]

    init(expiry: Double, values: [String: Value]) {
        self.expiry = expiry
        self.values = values
    }

    /// Whether the claim exists, with any value.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of a text claim; nil if it is missing or has another type.
    public func string(_ name: String) -> String? {
        if case .string(let text) = values[name] { text } else { nil }
    }

    /// The value of a claim that is a list of texts, or one text of words separated by blanks, as `scope` is (RFC 8693,
    /// section 4.2).
    public func strings(_ name: String) -> [String] {
        switch values[name] {
        case .string(let text): text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        case .strings(let texts): texts
        default: []
        }
    }

    /// Whether a claim is `true`, or the text “true” that some issuers write instead.
    public func isTrue(_ name: String) -> Bool {
        switch values[name] {
        case .bool(let value): value
        case .string(let text): text == "true"
        default: false
        }
    }

    /// The types of values that are read; others are skipped.
    enum Value: Decodable, Sendable, Hashable {
        case string(String)
        case bool(Bool)
        case number(Double)
        case strings([String])
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                self = .string(text)
            } else if let value = try? container.decode(Bool.self) {
                self = .bool(value)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let texts = try? container.decode([String].self) {
                self = .strings(texts)
            } else {
                self = .other
            }
        }
    }
}
