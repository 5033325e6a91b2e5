public import Shared

/// What was read of a file of a draft. Nothing is filled in by it: ask the person first.
public struct SuggestionView: Sendable, Hashable, Codable {
    public let issueDate: SuggestedDay?
    /// The last day on which it is valid.
    public let expiryDate: SuggestedDay?
    /// Where it says clearly that it is of another type, or nothing is written on it.
    public let kind: SuggestedKindView?
}

/// What a file looks like.
public struct SuggestedKindView: Sendable, Hashable, Codable {
    /// `looksLike` or `noText`.
    public let verdict: ReadKind.Verdict
    public let kind: DocumentTypeID?
}

/// A page that looks like something else than what its document is declared as, or on which nothing is written. Tell the person, and
/// leave it to them: no rule looks at it.
public struct KindSuggestion: Sendable, Hashable {
    public let page: PageID
    public let verdict: ReadKind.Verdict
    /// What it looks like; nil where nothing is written on it.
    public let kind: DocumentTypeID?

    /// What that is called; nil where nothing is written on it. `types` are those of the journey, which go before the built-in names.
    public func name(in language: Language, types: [DocumentType] = []) -> String? {
        kind.map { kind in types.first { $0.id == kind }?.title ?? kind.kindName(in: language) ?? kind.rawValue }
    }
}

/// A day that a page says and that its document does not state yet.
public struct DateSuggestion: Sendable, Hashable {
    /// Where the person's answer goes.
    public enum Field: String, Sendable, Hashable, CaseIterable {
        case issueDate, expiryDate
    }

    public let field: Field
    /// Whose preview shows the day, at `day.box`.
    public let page: PageID
    public let day: SuggestedDay

    /// The days to offer, the likelier first: two where day and month could be meant the other way round.
    public var days: [CalendarDate] { [day.day] + (day.otherwise.map { [$0] } ?? []) }
}

extension DocumentView {
    /// The dates that its pages say and that it does not state yet, each at most once: what is certain before candidates, and what is
    /// surer before what is less so.
    public var suggestedDates: [DateSuggestion] {
        DateSuggestion.Field.allCases.compactMap { stated($0) == nil ? suggestion(of: $0) : nil }
    }

    /// Its pages that look like something else, in their order.
    public var suggestedKinds: [KindSuggestion] {
        pages.compactMap { page in
            page.suggestion?.kind.map { KindSuggestion(page: page.id, verdict: $0.verdict, kind: $0.kind) }
        }
    }

    /// The dates that it states and that a page says otherwise, without doubt.
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

    /// The best one; of two that are as good, that of the earlier page.
    private func suggestion(of field: DateSuggestion.Field) -> DateSuggestion? {
        let found = pages.compactMap { page -> DateSuggestion? in
            let day = field == .issueDate ? page.suggestion?.issueDate : page.suggestion?.expiryDate
            return day.map { DateSuggestion(field: field, page: page.id, day: $0) }
        }
        return found.reduce(nil) { best, next in best.map { $0.day.isSurer(than: next.day) ? $0 : next } ?? next }
    }
}

extension SuggestedDay {
    /// Or as sure.
    fileprivate func isSurer(than other: SuggestedDay) -> Bool {
        isCertain == other.isCertain ? confidence >= other.confidence : isCertain
    }
}
