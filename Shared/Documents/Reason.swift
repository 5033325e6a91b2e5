/// Why a rule refuses something, or warns of it: what was found, what would satisfy it, and what a person can do.
///
/// Reasons travel in events and webhooks, in English, with the wording and values to translate them (`localized(in:)`).
/// They never quote a file name, a reference or a contact.
public struct Reason: Sendable, Hashable, Codable {
    public let rule: RuleID
    public let severity: Severity
    /// The document's type, or the type that the reason concerns as a whole.
    public let documentType: DocumentTypeID?
    /// Nil if it concerns the submission as a whole.
    public let document: DocumentID?
    /// Nil if it concerns the document as a whole.
    public let page: PageID?
    /// A few words, such as “issued on 2 January 2026”.
    public let found: String
    /// What would satisfy the rule, such as “issued on 2 August 2026 or later”.
    public let expected: String
    /// One or two sentences for a person: what is wrong, and what to do.
    public let message: String
    /// What the person can do.
    public let remedy: String?
    /// The key of its wording, and the values in it; nil for a reason without a wording.
    public let wording: WordingKey?
    public let values: [String: ReasonValue]?
    /// Its place on the page; nil in events, and for a reason that was not read from a page.
    public let place: ReasonPlace?

    public init(
        rule: RuleID, severity: Severity = .refuse, documentType: DocumentTypeID? = nil, document: DocumentID? = nil,
        page: PageID? = nil, found: String, expected: String, message: String, remedy: String? = nil
    ) {
        self.rule = rule
        self.severity = severity
        self.documentType = documentType
        self.document = document
        self.page = page
        self.found = found
        self.expected = expected
        self.message = message
        self.remedy = remedy
        wording = nil
        values = nil
        place = nil
    }

    /// Puts a finding into words. Uses the journey's titles of document types, where it has them.
    public init(_ finding: Finding, in language: Language = .english, of journey: JourneyDefinition? = nil) {
        let text = language.text(finding.wording, finding.values.namingKinds(in: language, of: journey))
        rule = finding.rule
        severity = finding.severity
        documentType = finding.documentType
        document = finding.document
        page = finding.page
        found = text.found
        expected = text.expected
        message = text.message
        remedy = text.remedy
        wording = finding.wording
        values = finding.values
        place = finding.place
    }

    /// The reason in another language, with the journey's titles in that language. A reason without a known wording is
    /// unchanged.
    public func localized(in language: Language, of journey: JourneyDefinition? = nil) -> Reason {
        guard let wording, language.says(wording) else { return self }
        var finding = Finding(
            wording, journey?.said(values ?? [:], in: language) ?? values ?? [:], severity: severity, documentType: documentType,
            document: document, place: place)
        finding.rule = rule
        finding.page = page
        return Reason(finding, in: language, of: journey)
    }

    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// The submission continues with a warning.
        case warn
        /// The submission cannot continue.
        case refuse
    }
}
