/// Why a rule refuses something, or warns of it: what was found, and what would satisfy it.
///
/// Reasons travel in events and webhooks: they never quote a file name, a reference or a contact.
public struct Reason: Sendable, Hashable, Codable {
    public let rule: RuleID
    public let severity: Severity
    /// Nil if it concerns the submission as a whole.
    public let document: DocumentID?
    /// Nil if it concerns the document as a whole.
    public let page: PageID?
    /// In few words, such as “issued on 2026-01-02”.
    public let found: String
    /// What would satisfy the rule, such as “issued on 2026-08-02 or later”.
    public let expected: String
    /// One or two English sentences for a person: what is wrong, and what to do.
    public let message: String

    public init(
        rule: RuleID, severity: Severity = .refuse, document: DocumentID? = nil, page: PageID? = nil, found: String,
        expected: String, message: String
    ) {
        self.rule = rule
        self.severity = severity
        self.document = document
        self.page = page
        self.found = found
        self.expected = expected
        self.message = message
    }

    public enum Severity: String, Sendable, Hashable, Codable, CaseIterable {
        /// It goes on, and somebody should know.
        case warn
        /// It cannot go on like this.
        case refuse
    }
}
