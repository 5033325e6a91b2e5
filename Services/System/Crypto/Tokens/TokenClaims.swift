/// What a verified token says (RFC 7519, section 4).
public struct TokenClaims: Sendable, Hashable {
    /// Of whom it speaks.
    public var subject: String? { string("sub") }
    /// Seconds since 1970.
    public let expiry: Double
    private let values: [String: Value]

    init(expiry: Double, values: [String: Value]) {
        self.expiry = expiry
        self.values = values
    }

    /// Whether it is there, whatever it is.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// A claim that is a text; nil where it is missing or something else.
    public func string(_ name: String) -> String? {
        if case .string(let text) = values[name] { text } else { nil }
    }

    /// A claim that is a list of texts, or one text of words with blanks between them as `scope` is (RFC 8693, section 4.2).
    public func strings(_ name: String) -> [String] {
        switch values[name] {
        case .string(let text): text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
        case .strings(let texts): texts
        default: []
        }
    }

    /// Whether a claim says yes: `true`, or the text “true” that some issuers write in its place.
    public func isTrue(_ name: String) -> Bool {
        switch values[name] {
        case .bool(let value): value
        case .string(let text): text == "true"
        default: false
        }
    }

    /// Of the kinds that are read; what else a claim can be is passed over.
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
