internal import Postgres
internal import Shared

/// The index of each branch: its first columns are those that are compared.
extension ListingPath.Branch {
    enum Table { case submissions, documents, reasonPlaces }

    var table: Table {
        switch kind {
        case .all, .journey, .state, .journeyInState, .subject, .subjectCode, .submittedLate, .changedLate: .submissions
        case .type, .typeInJourney: .documents
        case .rule, .ruleInJourney, .ruleInState: .reasonPlaces
        }
    }

    var id: SQL { table == .submissions ? "s.id" : "s.submission_id" }

    var conditions: [SQL] {
        switch kind {
        case .all: []
        case .journey(let journey): ["s.journey = \(journey.rawValue)"]
        case .state(let state): ["s.state = \(state.rawValue)"]
        case .journeyInState(let journey, let state): ["s.journey = \(journey.rawValue)", "s.state = \(state.rawValue)"]
        case .subject(let subject): ["s.subject = \(subject)"]
        case .subjectCode(let code): ["s.subject_code = \(Bytes(code))"]
        case .type(let type): ["s.type = \(type.rawValue)"]
        case .typeInJourney(let type, let journey): ["s.type = \(type.rawValue)", "s.journey = \(journey.rawValue)"]
        case .rule(let rule): ["s.rule = \(rule.rawValue)"]
        case .ruleInJourney(let rule, let journey): ["s.rule = \(rule.rawValue)", "s.journey = \(journey.rawValue)"]
        case .ruleInState(let rule, let state): ["s.rule = \(rule.rawValue)", "s.state = \(state.rawValue)"]
        // As the index says it, to the letter: see ListingPaths.usualDelay.
        case .submittedLate: ["s.submitted_at - s.created_at > interval '7 days'"]
        case .changedLate: ["s.changed_at - s.created_at > interval '7 days'"]
        }
    }
}

extension ListingPath.Branch.Table {
    var name: SQL {
        switch self {
        case .submissions: "submissions"
        case .documents: "documents"
        case .reasonPlaces: "reason_places"
        }
    }
}
