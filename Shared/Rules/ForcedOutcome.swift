/// The outcome that a sandbox submission requests by its reference, such as `test:accepted`, whatever its documents are.
///
/// Its files are checked, and its pages made and read as usual. Only the outcome is forced.
public enum ForcedOutcome: Sendable, Hashable {
    case accepted
    case warned(RuleID)
    case refused(RuleID)
    /// Refused first, accepted on the next submit.
    case refusedOnce(RuleID)
    /// Rejected at once, even with replacements left.
    case rejected(RuleID)
    case review
    /// Accepted, after ``delay``.
    case slow

    /// Why a reference is invalid, and which are valid.
    public struct Fault: Error, Hashable { public let description: String }

    /// The prefix of all such references.
    public static let mark = "test:"
    public static let references = [
        "test:accepted", "test:warned:RULE", "test:refused:RULE", "test:refused-once:RULE", "test:rejected:RULE", "test:review",
        "test:slow",
    ]
    public static let delay = Duration.seconds(30)
    public static let wording: WordingKey = "sandbox.forced"

    /// Nil if the tenant is no sandbox, or the reference has no such prefix.
    public static func read(_ reference: String?, of tenant: TenantID) throws(Fault) -> ForcedOutcome? {
        guard tenant.isSandbox, let reference, reference.hasBytes(atStart: mark) else { return nil }
        let parts = reference.split(at: ":", omittingEmptySubsequences: false).dropFirst().map(String.init)
        switch (parts[0], parts.count) {
        case ("accepted", 1): return .accepted
        case ("review", 1): return .review
        case ("slow", 1): return .slow
        case ("warned", 2): return .warned(try rule(parts[1]))
        case ("refused", 2): return .refused(try rule(parts[1]))
        case ("refused-once", 2): return .refusedOnce(try rule(parts[1]))
        case ("rejected", 2): return .rejected(try rule(parts[1]))
        default:
            throw Fault(description: "There is no such test. There are \(references.joined(separator: ", ")).")
        }
    }

    private static func rule(_ name: String) throws(Fault) -> RuleID {
        guard let id = RuleID(rawValue: name), rules[id] != nil else {
            let known = rules.keys.sorted().map(\.rawValue).joined(separator: ", ")
            throw Fault(description: "There is no such rule. There are \(known).")
        }
        return id
    }

    private static let rules = Dictionary(RuleChecks.standard.rules.map { ($0.id, $0) }) { first, _ in first }
}

// MARK: - Deciding

extension ForcedOutcome {
    /// Nil if nothing is forced.
    public init?(of submission: Submission) {
        guard let outcome = try? Self.read(submission.reference, of: submission.tenant) else { return nil }
        self = outcome
    }

    /// The remaining delay; nil if there is none.
    public func wait(since submitted: Timestamp, now: Timestamp) -> Duration? {
        let end = submitted.adding(Self.delay)
        guard self == .slow, now < end else { return nil }
        return .milliseconds(end.millisecondsSinceEpoch - now.millisecondsSinceEpoch)
    }

    /// The forced verdict at each stage, on the documents of `found`.
    public func verdict(on submission: Submission, inPlaceOf found: SubmissionVerdict) -> SubmissionVerdict {
        SubmissionVerdict(sorting: [reason(on: submission)].compactMap(\.self), under: found.documents.map(\.document))
    }

    /// Nil if the submission follows its verdict as usual.
    public func command(at stage: Stage) -> SubmissionCommand? {
        switch (self, stage) {
        case (.rejected, _): .reject
        case (_, .validation): nil
        case (.review, _): .requestReview
        case (.accepted, _), (.refusedOnce, _), (.slow, _): .accept
        case (.warned, _), (.refused, _): nil
        }
    }

    private func reason(on submission: Submission) -> Reason? {
        switch self {
        case .accepted, .review, .slow: nil
        case .warned(let rule): Self.reason(rule, .warn, on: submission)
        case .refused(let rule), .rejected(let rule): Self.reason(rule, .refuse, on: submission)
        case .refusedOnce(let rule): submission.attempt > 1 ? nil : Self.reason(rule, .refuse, on: submission)
        }
    }

    /// A reason for the first undecided document, and for its first file if the rule concerns files.
    private static func reason(_ id: RuleID, _ severity: Reason.Severity, on submission: Submission) -> Reason {
        var finding = Finding(wording, severity: severity)
        finding.rule = id
        if let document = submission.documents.first(where: { $0.state == .checking }), !(rules[id] is any SubmissionRule) {
            finding.document = document.id
            finding.documentType = document.type
            if rules[id] is any FileRule { finding.page = document.pages.first?.id }
        }
        return Reason(finding)
    }
}
