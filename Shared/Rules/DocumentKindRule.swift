/// The document is of its declared type. It passes unless it clearly looks like another one.
public struct DocumentKindAgrees: ReadingRule {
    public let id: RuleID = "document.kind"

    public init() {}

    public func finding(
        in reading: ReadDocument, of document: DocumentFacts, _ type: DocumentType, today: CalendarDate
    ) -> Finding? {
        guard reading.kind.verdict == .looksLike, let kind = reading.kind.kind else { return nil }
        return Finding("document.kind", ["type": .text(type.title), "kind": .text(kind.rawValue)], severity: .warn)
    }
}

extension [String: ReasonValue] {
    /// Replaces kinds by their titles: of the journey's type, of the built-in kind, or else the id.
    func namingKinds(in language: Language, of journey: JourneyDefinition?) -> [String: ReasonValue] {
        guard case .text(let text)? = self["kind"], let id = DocumentTypeID(rawValue: text) else { return self }
        var values = self
        let title = journey?.said(in: language).documentType(id)?.title ?? KindNames.name(of: id, in: language)
        if let title { values["kind"] = .text(title) }
        return values
    }
}
