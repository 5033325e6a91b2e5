internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The same predicates as in memory, as conditions on `submissions s`.
enum SubmissionFilterSQL {
    /// `fromIndexes`: what few satisfy is taken from an index of its own, instead of being looked at in each submission.
    static func condition(_ expression: FilterExpression<SubmissionFilter>, fromIndexes: Bool = false) -> SQL {
        switch expression {
        case .predicate(let filter): condition(filter, fromIndexes)
        case .and(let all): joined(all, separator: " and ", empty: "true", fromIndexes)
        case .or(let any): joined(any, separator: " or ", empty: "false", fromIndexes)
        // Most satisfy what is turned round: no index helps.
        case .not(let expression): "not (\(condition(expression)))"
        }
    }

    private static func joined(
        _ expressions: [FilterExpression<SubmissionFilter>], separator: SQL, empty: SQL, _ fromIndexes: Bool
    ) -> SQL {
        guard !expressions.isEmpty else { return empty }
        return "(\(SQL.joined(expressions.map { condition($0, fromIndexes: fromIndexes) }, separator: separator)))"
    }

    private static func condition(_ filter: SubmissionFilter, _ fromIndexes: Bool) -> SQL {
        switch filter {
        case .journeys(let journeys): "s.journey \(isOne(of: names(journeys)))"
        case .states(let states): "s.state \(isOne(of: names(states)))"
        case .createdAfter(let moment): "s.created_at >= \(moment.date)"
        case .createdBefore(let moment): "s.created_at < \(moment.date)"
        // Also false where it is unknown, so that it can be turned round.
        case .submittedAfter(let moment): "(s.submitted_at is not null and s.submitted_at >= \(moment.date))"
        case .submittedBefore(let moment): "(s.submitted_at is not null and s.submitted_at < \(moment.date))"
        case .documentTypes(let types): documents(ofTypes: names(types), fromIndexes)
        case .referenceContains(let text): reference(contains: text)
        // Also false where there is none: what is unknown would not turn round.
        case .subject(let subject): "(s.subject is not null and s.subject = \(subject))"
        case .rules(let rules): reasons(ofRules: names(rules), fromIndexes)
        }
    }

    private static func documents(ofTypes types: [String], _ fromIndexes: Bool) -> SQL {
        let matching: SQL = "d.state <> \(DocumentState.removed.rawValue) and d.type \(isOne(of: types))"
        return fromIndexes
            ? "s.id = any(array(select d.submission_id from documents d where \(matching)))"
            : hasDocument(matching)
    }

    /// Looks at the documents of each submission that is looked at. An `exists` would now and then be planned as a list of all such
    /// documents that there are, made first.
    private static func hasDocument(_ condition: SQL) -> SQL {
        "coalesce((select true from documents d where d.submission_id = s.id and \(condition) limit 1), false)"
    }

    /// In the collation "C" only ASCII letters have cases, as in memory.
    private static func reference(contains text: String) -> SQL {
        guard !text.isEmpty else { return "true" }
        var pattern = "%"
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar.properties.isUppercase && scalar.isASCII ? lowercase(scalar) : scalar)
        }
        return "(s.reference is not null and lower(s.reference collate \"C\") like \(pattern + "%"))"
    }

    private static func lowercase(_ letter: Unicode.Scalar) -> Unicode.Scalar {
        Unicode.Scalar(UInt8(truncatingIfNeeded: letter.value) | 0x20)
    }

    /// Reasons of the submission itself or of its documents.
    private static func reasons(ofRules rules: [String], _ fromIndexes: Bool) -> SQL {
        guard !rules.isEmpty else { return "false" }
        guard !fromIndexes else {
            return "s.id in (select r.submission_id from reason_places r where r.rule \(isOne(of: rules)))"
        }
        let notRemoved: SQL = "d.state <> \(DocumentState.removed.rawValue)"
        return "(\(hold(rules, "s")) or \(hasDocument("\(notRemoved) and \(hold(rules, "d"))")))"
    }

    /// Most have no reasons at all, which the first half sees at once.
    private static func hold(_ rules: [String], _ table: SQL) -> SQL {
        let each = rules.map { rule -> SQL in
            "\(table).reasons @> jsonb_build_array(jsonb_build_object('rule', \(rule)::text))"
        }
        return "(\(table).reasons <> '[]' and (\(SQL.joined(each, separator: " or "))))"
    }

    /// A single value leaves an index its order.
    private static func isOne(of names: [String]) -> SQL {
        names.count == 1 ? "= \(names[0])" : "= any(\(names))"
    }

    private static func names<Value: RawRepresentable<String>>(_ values: Set<Value>) -> [String] {
        values.map(\.rawValue).sorted()
    }
}
