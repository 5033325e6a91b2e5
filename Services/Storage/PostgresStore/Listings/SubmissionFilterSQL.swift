internal import FoundationEssentials
internal import Postgres
internal import Shared

/// The same predicates as in memory, as conditions on `submissions s`.
enum SubmissionFilterSQL {
    /// `isIndexed` says whether the index of references may be used.
    static func condition(_ expression: FilterExpression<SubmissionFilter>, isIndexed: Bool = true) -> SQL {
        switch expression {
        case .predicate(let filter): condition(filter, isIndexed)
        case .and(let all): joined(all, separator: " and ", empty: "true", isIndexed)
        case .or(let any): joined(any, separator: " or ", empty: "false", isIndexed)
        case .not(let expression): "not (\(condition(expression, isIndexed: isIndexed)))"
        }
    }

    private static func joined(
        _ expressions: [FilterExpression<SubmissionFilter>], separator: SQL, empty: SQL, _ isIndexed: Bool
    ) -> SQL {
        guard !expressions.isEmpty else { return empty }
        return "(\(SQL.joined(expressions.map { condition($0, isIndexed: isIndexed) }, separator: separator)))"
    }

    private static func condition(_ filter: SubmissionFilter, _ isIndexed: Bool) -> SQL {
        switch filter {
        case .journeys(let journeys): "s.journey \(isOne(of: names(journeys)))"
        case .states(let states): "s.state \(isOne(of: names(states)))"
        case .createdAfter(let moment): "s.created_at >= \(moment.date)"
        case .createdBefore(let moment): "s.created_at < \(moment.date)"
        // Also false where it is unknown, so that it can be turned round.
        case .submittedAfter(let moment): "(s.submitted_at is not null and s.submitted_at >= \(moment.date))"
        case .submittedBefore(let moment): "(s.submitted_at is not null and s.submitted_at < \(moment.date))"
        case .documentTypes(let types):
            hasDocument("d.state <> \(DocumentState.removed.rawValue) and d.type \(isOne(of: names(types)))")
        case .referenceContains(let text): reference(contains: text, isIndexed: isIndexed)
        // Also false where there is none: what is unknown would not turn round.
        case .subject(let subject): "(s.subject is not null and s.subject = \(subject))"
        case .rules(let rules): reasons(ofRules: names(rules))
        }
    }

    /// Checks the documents of each examined submission. With `exists` the planner sometimes lists all such documents
    /// first.
    private static func hasDocument(_ condition: SQL) -> SQL {
        "coalesce((select true from documents d where d.submission_id = s.id and \(condition) limit 1), false)"
    }

    /// In the collation "C" only ASCII letters have cases, as in memory. `isIndexed` words it for the index or against
    /// it.
    static func reference(contains text: String, isIndexed: Bool = true) -> SQL {
        guard !text.isEmpty else { return "true" }
        var pattern = "%"
        for scalar in folded(text).unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        let reference: SQL = isIndexed ? "lower(s.reference collate \"C\")" : "(lower(s.reference collate \"C\") || '')"
        return "(s.reference is not null and \(reference) like \(pattern + "%"))"
    }

    /// With ASCII letters in lower case.
    static func folded(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar in
            ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20) : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Reasons of the submission itself or of its documents.
    private static func reasons(ofRules rules: [String]) -> SQL {
        guard !rules.isEmpty else { return "false" }
        let notRemoved: SQL = "d.state <> \(DocumentState.removed.rawValue)"
        return "(\(hold(rules, "s")) or \(hasDocument("\(notRemoved) and \(hold(rules, "d"))")))"
    }

    /// Most have no reasons at all: the first half checks that.
    private static func hold(_ rules: [String], _ table: SQL) -> SQL {
        let each = rules.map { rule -> SQL in
            "\(table).reasons @> jsonb_build_array(jsonb_build_object('rule', \(rule)::text))"
        }
        return "(\(table).reasons <> '[]' and (\(SQL.joined(each, separator: " or "))))"
    }

    private static func isOne(of names: [String]) -> SQL {
        names.count == 1 ? "= \(names[0])" : "= any(\(names))"
    }

    private static func names<Value: RawRepresentable<String>>(_ values: Set<Value>) -> [String] {
        values.map(\.rawValue).sorted()
    }
}
