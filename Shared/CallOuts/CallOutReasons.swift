/// The reasons that follow from an answer, by what was said. They are no rules of Docket's: no journey changes their policies.
public enum CallOutReasons {
    public static let refused: RuleID = "callout.refused"
    public static let warned: RuleID = "callout.warned"
    public static let review: RuleID = "callout.review"
    public static let unanswered: RuleID = "callout.unanswered"

    /// All of them.
    public static let rules: [RuleID] = [refused, warned, review, unanswered]
    /// Each is said by the wording of its name.
    public static let wordings: [WordingKey] = rules.compactMap { WordingKey(rawValue: $0.rawValue) }

    /// A reason of an answer. Nil where it was allowed. `words`, for the person in their language, stand in place of Docket's own.
    public static func reason(
        _ verdict: CallOutRecord.Verdict, _ entry: CallOutRecord.Entry, documentType: DocumentTypeID? = nil, words: String? = nil
    ) -> Reason? {
        guard let finding = finding(verdict, entry, documentType: documentType) else { return nil }
        let reason = Reason(finding)
        guard let words else { return reason }
        return Reason(
            rule: reason.rule, severity: reason.severity, documentType: documentType, document: entry.document,
            found: entry.code.rawValue, expected: reason.expected, message: words)
    }

    /// For other rules to be tried beside it.
    static func finding(
        _ verdict: CallOutRecord.Verdict, _ entry: CallOutRecord.Entry, documentType: DocumentTypeID? = nil
    ) -> Finding? {
        let (rule, severity): (RuleID, Reason.Severity)
        switch verdict {
        case .allow, .unanswered: return nil
        case .warn: (rule, severity) = (warned, .warn)
        case .review: (rule, severity) = (review, .warn)
        case .refuse: (rule, severity) = (refused, .refuse)
        }
        return finding(rule, severity, entry.code, documentType: documentType, document: entry.document)
    }

    /// What nobody's answer comes to, by the journey's choice; nil where it is allowed.
    static func finding(unanswered callOut: CallOutID, _ choice: CallOut.Failure) -> Finding? {
        guard choice != .allow, let code = CallOutCode(rawValue: callOut.rawValue) else { return nil }
        return finding(unanswered, choice == .refuse ? .refuse : .warn, code)
    }

    private static func finding(
        _ rule: RuleID, _ severity: Reason.Severity, _ code: CallOutCode, documentType: DocumentTypeID? = nil,
        document: DocumentID? = nil
    ) -> Finding? {
        WordingKey(rawValue: rule.rawValue).map {
            Finding(
                $0, ["code": .text(code.rawValue)], severity: severity, documentType: documentType, document: document)
        }
    }
}

extension CallOutResult {
    /// Nobody has answered, and the journey says what becomes of that.
    public init(unanswered callOut: CallOut, askedAt: Timestamp, endedAt: Timestamp, documents: [DocumentID]) {
        let reason = CallOutReasons.finding(unanswered: callOut.name, callOut.onFailure).map { Reason($0) }
        self.init(
            record: CallOutRecord(
                callOut: callOut.name, after: callOut.after, verdict: .unanswered, onFailure: callOut.onFailure, askedAt: askedAt,
                endedAt: endedAt),
            verdict: SubmissionVerdict(sorting: [reason].compactMap(\.self), under: documents))
    }
}

extension CallOutRecord {
    /// What it said, as rules say it.
    var findings: [Finding] {
        guard verdict != .unanswered else {
            return [onFailure.flatMap { CallOutReasons.finding(unanswered: callOut, $0) }].compactMap(\.self)
        }
        return reasons.compactMap { CallOutReasons.finding(verdict, $0) }
    }
}

extension JourneyDefinition {
    /// Whether a reason asks for a reviewer, whatever the journey says of reviews otherwise.
    func asksForReview(_ reason: Reason) -> Bool {
        switch reason.rule {
        case CallOutReasons.review: true
        case CallOutReasons.unanswered:
            callOuts.contains { $0.onFailure == .review && $0.name.rawValue.hasSameBytes(as: reason.callOutName) }
        default: rules[reason.rule] == .review
        }
    }
}

extension Reason {
    /// As `callout.unanswered` has it.
    fileprivate var callOutName: String {
        if case .text(let name)? = values?["code"] { name } else { "" }
    }

    /// Without the words of whoever answered: they may say anything of the person. Nil for a reason of others.
    var withoutWordsOfCallOut: Reason? {
        guard CallOutReasons.rules.contains(rule) else { return nil }
        guard wording == nil, let wording = WordingKey(rawValue: rule.rawValue) else { return self }
        return Reason(
            Finding(
                wording, ["code": .text(found)], severity: severity, documentType: documentType, document: document))
    }
}
