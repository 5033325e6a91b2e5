/// Why a rule refuses something, or warns of it: what was found, what would satisfy it, and what a person can do.
///
/// Reasons travel in events and webhooks, in English, with what it takes to say them in another language (`localized(in:)`);
/// they never quote a file name, a reference or a contact.
public struct Reason: Sendable, Hashable, Codable {
    public let rule: RuleID
    public let severity: Severity
    /// What it is about, where a type of document as a whole is meant, or the document's own.
    public let documentType: DocumentTypeID?
    /// Nil if it concerns the submission as a whole.
    public let document: DocumentID?
    /// Nil if it concerns the document as a whole.
    public let page: PageID?
    /// In few words, such as “issued on 2 January 2026”.
    public let found: String
    /// What would satisfy the rule, such as “issued on 2 August 2026 or later”.
    public let expected: String
    /// One or two sentences for a person: what is wrong, and what to do.
    public let message: String
    /// What to do, alone.
    public let remedy: String?
    /// Which wording says it, and the values in there; nil for a reason that comes without.
    public let wording: WordingKey?
    public let values: [String: ReasonValue]?
    /// Where on its page it stands; nil for what is not read on a page, and in events.
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

    /// Puts a finding into words. A kind of document is called as the journey calls it, where that has such a type.
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

    /// The same in another language, in which the journey, too, may call things otherwise. A reason without a wording, or with one that
    /// is not known any more, stays as it is.
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
        /// It goes on, and somebody should know.
        case warn
        /// It cannot go on like this.
        case refuse
    }
}
