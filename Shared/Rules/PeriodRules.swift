/// The period of a document is known, from its period or its date of issue, if its type must cover a time.
public struct PeriodRequired: DocumentRule {
    public let id: RuleID = "document.period-required"

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        // Where the type asks for an issue date anyway, that is what is missing.
        guard type.coverage != nil, !type.issueDate.requiresDate, document.coveredPeriod == nil else { return nil }
        return Finding("document.period-required", ["type": .text(type.title)])
    }
}

/// A period ends on or after the day on which it starts, and not after today.
public struct PeriodSound: DocumentRule {
    public let id: RuleID = "document.period-sound"
    public let wordings: [WordingKey] = ["document.period-sound/reversed", "document.period-sound/future"]

    public init() {}

    public func finding(for document: DocumentFacts, of type: DocumentType, today: CalendarDate) -> Finding? {
        guard let period = document.period else { return nil }
        let values: [String: ReasonValue] = [
            "type": .text(type.title), "start": .day(period.start), "end": .day(period.end), "today": .day(today),
        ]
        if period.end < period.start { return Finding(wordings[0], values) }
        if period.end > today { return Finding(wordings[1], values) }
        return nil
    }
}

/// The documents of a type together cover the last months without a gap.
///
/// The rule refuses if all of them state their period. It only warns of periods inferred from dates of issue: a bank's
/// date of issue says little about the days of its statement.
public struct PeriodCovered: SubmissionRule {
    public let id: RuleID = "submission.period-covered"
    public let isNegotiable = true
    public let wordings: [WordingKey] = [
        "submission.period-covered/outdated", "submission.period-covered/gap", "submission.period-covered/too-short",
    ]

    public init() {}

    public func findings(for facts: SubmissionFacts) -> [Finding] {
        var findings: [Finding] = []
        for type in facts.journey.documentTypes {
            guard let rule = type.coverage else { continue }
            let documents = facts.documents.filter { $0.type == type.id }
            let periods = documents.compactMap(\.coveredPeriod)
                .filter { $0.start <= $0.end && $0.end <= facts.today }
            // Nothing to look at: other rules say what is missing.
            guard !periods.isEmpty, periods.count == documents.count else { continue }
            let isStated = documents.allSatisfy { $0.period != nil }
            guard
                let finding = finding(
                    periods.sorted { ($0.end, $0.start) > ($1.end, $1.start) }, rule, type, facts.today,
                    severity: isStated ? .refuse : .warn)
            else { continue }
            findings.append(finding)
        }
        return findings
    }

    /// Walks back from the last covered day. `periods` has the latest first.
    private func finding(
        _ periods: [DatePeriod], _ rule: CoverageRule, _ type: DocumentType, _ today: CalendarDate,
        severity: Reason.Severity
    ) -> Finding? {
        guard let last = periods.first?.end else { return nil }
        let earliestEnd = today.adding(days: -rule.latestWithinDays)
        let wantedStart = DatePeriod(monthEndingOn: last).start.adding(months: 1 - rule.months)
        var values: [String: ReasonValue] = [
            "type": .text(type.title), "months": .count(rule.months), "from": .day(wantedStart), "to": .day(last),
            "last": .day(last), "earliest": .day(earliestEnd),
        ]
        guard last >= earliestEnd else {
            return Finding(wordings[0], values, severity: severity, documentType: type.id)
        }
        var reached = last.adding(days: 1)
        for period in periods {
            let missing = period.end.days(until: reached) - 1
            if missing > rule.toleranceDays {
                values["gapStart"] = .day(period.end.adding(days: 1))
                values["gapEnd"] = .day(reached.adding(days: -1))
                return Finding(wordings[1], values, severity: severity, documentType: type.id)
            }
            reached = min(reached, period.start)
            if reached <= wantedStart { return nil }
        }
        guard wantedStart.days(until: reached) > rule.toleranceDays else { return nil }
        values["first"] = .day(reached)
        values["gapEnd"] = .day(reached.adding(days: -1))
        return Finding(wordings[2], values, severity: severity, documentType: type.id)
    }
}

extension DocumentFacts {
    /// The stated period, or the month that ends on the date of issue.
    var coveredPeriod: DatePeriod? {
        if let period { return period }
        if case .day(let day) = issueDate { return DatePeriod(monthEndingOn: day) }
        return nil
    }
}
