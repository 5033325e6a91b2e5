/// A short name that people choose: a tenant, a journey, a document type, a rule.
///
/// 1 to 64 characters of `a–z 0–9 . _ -`, the first a letter or a digit; hence safe in a path, a URL and a log line.
public struct Name<Tag>: RawRepresentable, Hashable, Sendable, Codable {
    public static var maximumLength: Int { 64 }

    public let rawValue: String

    public init?(rawValue: String) {
        guard Self.isValid(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    private static func isValid(_ text: String) -> Bool {
        let characters = text.utf8
        guard let first = characters.first, characters.count <= maximumLength, isAlphanumeric(first) else { return false }
        return characters.allSatisfy { character in
            isAlphanumeric(character) || character == UInt8(ascii: ".") || character == UInt8(ascii: "_")
                || character == UInt8(ascii: "-")
        }
    }

    private static func isAlphanumeric(_ character: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(character) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(character)
    }
}

extension Name: LosslessStringConvertible {
    public init?(_ description: String) {
        self.init(rawValue: description)
    }

    public var description: String { rawValue }
}

extension Name: Comparable {
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension Name: ExpressibleByStringLiteral {
    /// For names in source. A name that breaks the rules above is a programming error, and stops the process.
    public init(stringLiteral literal: String) {
        precondition(Self.isValid(literal), "“\(literal)” is not a name: 1 to 64 of a–z 0–9 . _ -, the first a letter or digit.")
        rawValue = literal
    }
}

extension Name: CodingKeyRepresentable {}

/// Names a tenant in the type system only.
public enum TenantTag: Sendable {}
/// Names a rule in the type system only.
public enum RuleTag: Sendable {}

public typealias TenantID = Name<TenantTag>
public typealias RuleID = Name<RuleTag>
public typealias JourneyID = Name<JourneyDefinition>
public typealias DocumentTypeID = Name<DocumentType>

extension Name where Tag == TenantTag {
    /// The tenant of an installation that serves only one.
    public static var standard: TenantID { "default" }

    /// Whether the tenant holds only load tests' data: `shadow`, or a name that begins with `shadow-`. It gets no
    /// notifications.
    public var isShadow: Bool { rawValue == "shadow" || rawValue.hasPrefix("shadow-") }
}
