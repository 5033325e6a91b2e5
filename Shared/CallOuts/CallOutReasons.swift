/// The reasons that follow from a call-out's answer. They belong to no rule of Docket: no journey changes their policies.
public enum CallOutReasons {
    public static let refused: RuleID = "callout.refused"
    public static let warned: RuleID = "callout.warned"
    public static let review: RuleID = "callout.review"
    public static let unanswered: RuleID = "callout.unanswered"

    public static let rules: [RuleID] = [refused, warned, review, unanswered]
    /// The wordings of these reasons, which have the same names.
    public static let wordings: [WordingKey] = rules.compactMap { WordingKey(rawValue: $0.rawValue) }

    /// The reason for one entry of an answer; nil if it was allowed. `words`, written for the person in their language,
    /// replace Docket's own.
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

    /// The same as a finding, for a dry run of other rules.
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

    /// The finding for a call-out without an answer, by the journey's choice; nil if it is allowed.
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
    /// The result where the service did not answer in time: the journey's `onFailure` applies.
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
    /// The answer as findings.
    var findings: [Finding] {
        guard verdict != .unanswered else {
            return [onFailure.flatMap { CallOutReasons.finding(unanswered: callOut, $0) }].compactMap(\.self)
        }
        return reasons.compactMap { CallOutReasons.finding(verdict, $0) }
    }

    /// The same in another journey: nothing where it does not ask, and its own choice where nobody answered.
    func findings(in journey: JourneyDefinition) -> [Finding] {
        guard let asked = journey.callOuts.first(where: { $0.name == callOut }) else { return [] }
        guard verdict == .unanswered else { return findings }
        return [CallOutReasons.finding(unanswered: callOut, asked.onFailure)].compactMap(\.self)
    }
}

extension JourneyDefinition {
    /// Whether a reason requires a reviewer, whatever the journey's review policy.
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
    /// The call-out's name in a reason of `callout.unanswered`.
    fileprivate var callOutName: String {
        if case .text(let name)? = values?["code"] { name } else { "" }
    }

    /// The reason without the service's words: they may contain personal data. Nil for a reason that is not a call-out's.
    var withoutWordsOfCallOut: Reason? {
        guard CallOutReasons.rules.contains(rule) else { return nil }
        guard wording == nil, let wording = WordingKey(rawValue: rule.rawValue) else { return self }
        return Reason(
            Finding(
                wording, ["code": .text(found)], severity: severity, documentType: documentType, document: document))
    }
}
