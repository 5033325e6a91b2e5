public import Shared

/// Values read from a file of a draft. They are not filled in: ask the person first.
public struct SuggestionView: Sendable, Hashable, Codable {
    public let issueDate: SuggestedDay?
    /// The last day on which it is valid.
    public let expiryDate: SuggestedDay?
    /// Set if the file clearly looks like another type, or has no text.
    public let kind: SuggestedKindView?
}

/// The kind that a file looks like.
public struct SuggestedKindView: Sendable, Hashable, Codable {
    /// `looksLike` or `noText`.
    public let verdict: ReadKind.Verdict
    public let kind: DocumentTypeID?
}

/// A page that looks like another type than its document's, or has no text. Tell the person, and let them decide: no rule
/// uses it.
public struct KindSuggestion: Sendable, Hashable {
    public let page: PageID
    public let verdict: ReadKind.Verdict
    /// The kind that it looks like; nil without text.
    public let kind: DocumentTypeID?

    /// The title of the kind; nil without text. `types` are the journey's, which win over the built-in titles.
    public func name(in language: Language, types: [DocumentType] = []) -> String? {
        kind.map { kind in types.first { $0.id == kind }?.title ?? kind.kindName(in: language) ?? kind.rawValue }
    }
}

/// A date on a page that its document does not state yet.
public struct DateSuggestion: Sendable, Hashable {
    /// Where the person's answer belongs.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case issueDate, expiryDate
    }

    public let field: Field
    /// The page whose preview shows the date, at `day.box`.
    public let page: PageID
    public let day: SuggestedDay

    /// The dates to offer, the more likely first: two if the order of day and month is ambiguous.
    public var days: [CalendarDate] { [day.day] + (day.otherwise.map { [$0] } ?? []) }
}

extension DocumentView {
    /// Dates on its pages that it does not state yet, at most one for each field. Certain ones win over candidates, and
    /// higher confidence over lower.
    public var suggestedDates: [DateSuggestion] {
        DateSuggestion.Field.allCases.compactMap { stated($0) == nil ? suggestion(of: $0) : nil }
    }

    /// Its pages that look like another type, in order.
    public var suggestedKinds: [KindSuggestion] {
        pages.compactMap { page in
            page.suggestion?.kind.map { KindSuggestion(page: page.id, verdict: $0.verdict, kind: $0.kind) }
        }
    }

    /// The dates that it states and a page certainly contradicts.
    public var contradictedDates: [DateSuggestion] {
        DateSuggestion.Field.allCases.compactMap { field in
            guard let stated = stated(field), let found = suggestion(of: field), found.day.isCertain, found.day.day != stated
            else {
                return nil
            }
            return found
        }
    }

    private func stated(_ field: DateSuggestion.Field) -> CalendarDate? {
        switch field {
        case .issueDate: issueDate
        case .expiryDate: expiryDate
        }
    }

    /// The best one; of two equal ones that of the earlier page.
    private func suggestion(of field: DateSuggestion.Field) -> DateSuggestion? {
        let found = pages.compactMap { page -> DateSuggestion? in
            let day = field == .issueDate ? page.suggestion?.issueDate : page.suggestion?.expiryDate
            return day.map { DateSuggestion(field: field, page: page.id, day: $0) }
        }
        return found.reduce(nil) { best, next in best.map { $0.day.isSurer(than: next.day) ? $0 : next } ?? next }
    }
}

extension SuggestedDay {
    /// Or equal.
    fileprivate func isSurer(than other: SuggestedDay) -> Bool {
        isCertain == other.isCertain ? confidence >= other.confidence : isCertain
    }
}
