internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// The same predicates as in memory, as conditions on `submissions s`.
///
/// Of a sealed submission the database can only tell that its reference may contain a text: such a condition holds for all that
/// do, and for others now and then. ``ReferenceCheck`` compares what was opened.
struct SubmissionFilterSQL {
    /// By which what is sealed is found; nil while nothing is.
    let lookup: ValueLookup?
    /// Whether the indexes of references may be used.
    var isIndexed = true

    func condition(_ expression: FilterExpression<SubmissionFilter>) -> SQL { condition(expression, isNegated: false) }

    private func condition(_ expression: FilterExpression<SubmissionFilter>, isNegated: Bool) -> SQL {
        switch expression {
        case .predicate(let filter): condition(filter, isNegated: isNegated)
        case .and(let all): joined(all, separator: " and ", empty: "true", isNegated)
        case .or(let any): joined(any, separator: " or ", empty: "false", isNegated)
        case .not(let expression): "not (\(condition(expression, isNegated: !isNegated)))"
        }
    }

    private func joined(
        _ expressions: [FilterExpression<SubmissionFilter>], separator: SQL, empty: SQL, _ isNegated: Bool
    ) -> SQL {
        guard !expressions.isEmpty else { return empty }
        return "(\(SQL.joined(expressions.map { condition($0, isNegated: isNegated) }, separator: separator)))"
    }

    private func condition(_ filter: SubmissionFilter, isNegated: Bool) -> SQL {
        switch filter {
        case .journeys(let journeys): "s.journey \(Self.isOne(of: Self.names(journeys)))"
        case .states(let states): "s.state \(Self.isOne(of: Self.names(states)))"
        case .createdAfter(let moment): "s.created_at >= \(moment.date)"
        case .createdBefore(let moment): "s.created_at < \(moment.date)"
        // Also false where it is unknown, so that it can be turned round.
        case .submittedAfter(let moment): "(s.submitted_at is not null and s.submitted_at >= \(moment.date))"
        case .submittedBefore(let moment): "(s.submitted_at is not null and s.submitted_at < \(moment.date))"
        case .documentTypes(let types):
            Self.hasDocument("d.state <> \(DocumentState.removed.rawValue) and d.type \(Self.isOne(of: Self.names(types)))")
        case .referenceContains(let text):
            "(\(reference(contains: text)) or \(isNegated ? "false" : sealedReference(mayContain: text)))"
        // Also false where there is none: what is unknown would not turn round.
        case .subject(let subject): "((s.subject is not null and s.subject = \(subject)) or \(isSealedSubject(subject)))"
        case .rules(let rules): Self.reasons(ofRules: Self.names(rules))
        }
    }

    private func isSealedSubject(_ subject: String) -> SQL {
        guard let code = lookup?.code(ofSubject: subject) else { return "false" }
        return "(s.subject_code is not null and s.subject_code = \(Bytes(code)))"
    }

    /// Checks the documents of each examined submission. With `exists` the planner sometimes lists all such documents
    /// first.
    private static func hasDocument(_ condition: SQL) -> SQL {
        "coalesce((select true from documents d where d.submission_id = s.id and \(condition) limit 1), false)"
    }

    /// In the collation "C" only ASCII letters have cases, as in memory.
    func reference(contains text: String) -> SQL {
        guard !text.isEmpty else { return "true" }
        var pattern = "%"
        for scalar in text.asciiLowercased.unicodeScalars {
            if scalar == "%" || scalar == "_" || scalar == "\\" { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        let reference: SQL = isIndexed ? "lower(s.reference collate \"C\")" : "(lower(s.reference collate \"C\") || '')"
        return "(s.reference is not null and \(reference) like \(pattern + "%"))"
    }

    /// Whether a sealed reference has all pieces of the text.
    func sealedReference(mayContain text: String) -> SQL {
        guard let pieces = lookup?.pieces(ofReference: text, last: Self.mostBytes) else { return "false" }
        guard !pieces.isEmpty else { return "s.reference_code is not null" }
        let column: SQL = isIndexed ? "s.reference_pieces" : "(s.reference_pieces || '{}')"
        return "(s.reference_pieces is not null and \(column) @> \(pieces.sorted()))"
    }

    /// So many of a text find hardly more than all of it, if they are its last ones: what is counted up is at the end.
    private static let mostBytes = 18

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
