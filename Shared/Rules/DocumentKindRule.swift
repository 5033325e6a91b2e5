/// The document is what it is said to be. Where it does not clearly say that it is something else, nothing is said.
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
    /// With a kind of document as it is called: as a type of the journey, as a built-in kind, or by its id.
    func namingKinds(in language: Language, of journey: JourneyDefinition?) -> [String: ReasonValue] {
        guard case .text(let text)? = self["kind"], let id = DocumentTypeID(rawValue: text) else { return self }
        var values = self
        let title = journey?.said(in: language).documentType(id)?.title ?? KindNames.name(of: id, in: language)
        if let title { values["kind"] = .text(title) }
        return values
    }
}
