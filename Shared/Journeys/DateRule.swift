/// What a document type requires of the date of issue.
///
/// In JSON: `{"kind": "none"}`, `{"kind": "optional"}`, `{"kind": "required"}`, `{"kind": "issued_within", "days": 90}`,
/// `{"kind": "issued_between", "days": 90, "minimumDays": 7}`.
public enum DateRule: Sendable, Hashable {
    /// No date is asked for.
    case none
    /// A date is optional, and must be plausible.
    case optional
    /// A date is required.
    case required
    /// A date is required, and at most `days` days before today in the journey's time zone.
    case issuedWithin(days: Int)
    /// A date is required, at least `minimumDays` and at most `days` days before today. A nil `days` sets no maximum.
    case issuedBetween(minimumDays: Int, days: Int?)

    /// Whether a document without a date is incomplete.
    public var requiresDate: Bool {
        switch self {
        case .none, .optional: false
        case .required, .issuedWithin, .issuedBetween: true
        }
    }

    /// The greatest age in days; nil if there is none.
    public var maximumAgeInDays: Int? {
        switch self {
        case .issuedWithin(let days): days
        case .issuedBetween(_, let days): days
        case .none, .optional, .required: nil
        }
    }

    /// The least age in days; nil if there is none.
    public var minimumAgeInDays: Int? {
        if case .issuedBetween(let days, _) = self { days } else { nil }
    }
}

extension JourneyDefinition {
    /// The dates of issue that the rules certainly accept for a document type. An end is nil if it is open, or if the
    /// journey does not refuse dates beyond it.
    public func issueDays(of type: DocumentType, today: CalendarDate) -> (earliest: CalendarDate?, latest: CalendarDate?) {
        guard type.issueDate != .none else { return (nil, nil) }
        func refuses(_ rule: some Rule) -> Bool { policy(of: rule) == .refuse }
        let earliest = refuses(IssueDateRecent()) ? type.issueDate.maximumAgeInDays : nil
        let latest = refuses(IssueDateSettled()) ? type.issueDate.minimumAgeInDays : nil
        return (earliest.map { today.adding(days: -$0) }, today.adding(days: -(latest ?? 0)))
    }
}

extension DateRule: Codable {
    private enum Kind: String, Codable {
        case none, optional, required
        case issuedWithin = "issued_within"
        case issuedBetween = "issued_between"
    }

    private enum CodingKeys: String, CodingKey { case kind, days, minimumDays }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .none: self = .none
        case .optional: self = .optional
        case .required: self = .required
        case .issuedWithin: self = .issuedWithin(days: try container.decode(Int.self, forKey: .days))
        case .issuedBetween:
            self = .issuedBetween(
                minimumDays: try container.decode(Int.self, forKey: .minimumDays),
                days: try container.decodeIfPresent(Int.self, forKey: .days))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .none: try container.encode(Kind.none, forKey: .kind)
        case .optional: try container.encode(Kind.optional, forKey: .kind)
        case .required: try container.encode(Kind.required, forKey: .kind)
        case .issuedWithin(let days):
            try container.encode(Kind.issuedWithin, forKey: .kind)
            try container.encode(days, forKey: .days)
        case .issuedBetween(let minimumDays, let days):
            try container.encode(Kind.issuedBetween, forKey: .kind)
            try container.encode(minimumDays, forKey: .minimumDays)
            try container.encodeIfPresent(days, forKey: .days)
        }
    }
}
