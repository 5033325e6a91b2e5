/// The finding of a rule as data: its wording and the values in it. `Reason` puts it into words.
public struct Finding: Sendable, Hashable {
    public var rule: RuleID
    public var severity: Reason.Severity
    public let wording: WordingKey
    /// By the wording's names for them.
    public let values: [String: ReasonValue]
    public var documentType: DocumentTypeID?
    public var document: DocumentID?
    public var page: PageID?
    /// Its place on a page that was read; nil if it has none.
    public var place: ReasonPlace?

    /// The caller of the rule adds rule and severity.
    public init(
        _ wording: WordingKey, _ values: [String: ReasonValue] = [:], severity: Reason.Severity = .refuse,
        documentType: DocumentTypeID? = nil, document: DocumentID? = nil, page: PageID? = nil, place: ReasonPlace? = nil
    ) {
        rule = wording.rule
        self.severity = severity
        self.wording = wording
        self.values = values
        self.documentType = documentType
        self.document = document
        self.place = place
        self.page = page ?? place?.page
    }

    /// The finding under a policy; nil if the policy allows it. A finding less grave than the policy keeps its severity.
    func under(_ policy: RulePolicy) -> Finding? {
        guard let severity = policy.severity else { return nil }
        var finding = self
        if severity == .warn { finding.severity = .warn }
        return finding
    }

    func of(_ document: DocumentFacts, page: PageID? = nil) -> Finding {
        var finding = self
        finding.document = document.id
        finding.documentType = document.type
        finding.page = page ?? self.page
        return finding
    }
}

/// The key of a wording: the rule's id, and after a slash the case if the rule has several, such as
/// `file.size/too-large`.
public struct WordingKey: Sendable, Hashable, Codable, RawRepresentable, ExpressibleByStringLiteral, CustomStringConvertible {
    public let rawValue: String

    /// Nil unless it begins with a rule's id.
    public init?(rawValue: String) {
        guard rawValue.utf8.count <= 128, RuleID(rawValue: Self.ruleName(rawValue)) != nil else { return nil }
        self.rawValue = rawValue
    }

    /// For keys in source. A key without a rule's id is a programming error, and stops the process.
    public init(stringLiteral literal: String) {
        precondition(RuleID(rawValue: Self.ruleName(literal)) != nil, "“\(literal)” does not begin with a rule's id.")
        rawValue = literal
    }

    public var rule: RuleID { RuleID(rawValue: Self.ruleName(rawValue)) ?? "unknown" }
    public var description: String { rawValue }

    private static func ruleName(_ text: String) -> String { String(text.prefix { $0 != "/" }) }
}

/// A value in a wording. Each language formats it in its own way.
public enum ReasonValue: Sendable, Hashable {
    case count(Int)
    /// “2”, or “1 to 3”.
    case range(CountRange)
    /// A size in bytes, shown in megabytes if large.
    case bytes(Int)
    case day(CalendarDate)
    case mediaType(MediaType)
    /// “JPEG, PNG or PDF”.
    case alternatives([MediaType])
    /// A name from the journey, the id of a kind of document (which is translated), or a value as found. Never text that
    /// a person wrote.
    case text(String)
}

extension ReasonValue: Codable {
    private enum CodingKeys: String, CodingKey { case count, range, bytes, day, mediaType, alternatives, text }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard let key = container.allKeys.first, container.allKeys.count == 1 else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "A value has one member, which names its kind."))
        }
        self =
            switch key {
            case .count: .count(try container.decode(Int.self, forKey: key))
            case .range: .range(try container.decode(CountRange.self, forKey: key))
            case .bytes: .bytes(try container.decode(Int.self, forKey: key))
            case .day: .day(try container.decode(CalendarDate.self, forKey: key))
            case .mediaType: .mediaType(try container.decode(MediaType.self, forKey: key))
            case .alternatives: .alternatives(try container.decode([MediaType].self, forKey: key))
            case .text: .text(try container.decode(String.self, forKey: key))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .count(let value): try container.encode(value, forKey: .count)
        case .range(let value): try container.encode(value, forKey: .range)
        case .bytes(let value): try container.encode(value, forKey: .bytes)
        case .day(let value): try container.encode(value, forKey: .day)
        case .mediaType(let value): try container.encode(value, forKey: .mediaType)
        case .alternatives(let value): try container.encode(value, forKey: .alternatives)
        case .text(let value): try container.encode(value, forKey: .text)
        }
    }
}
