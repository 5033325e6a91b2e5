internal import Shared

/// A way through a tenant's submissions in the order of their creation, or of their last changes, on which all lie that satisfy the
/// filters.
///
/// An index gives each of its branches in that order; together they are merged. Some submissions may be met more than once.
struct ListingPath: Hashable, Sendable {
    /// More branches than this are no way worth going.
    static let mostBranches = 16

    struct Branch: Hashable, Sendable {
        let kind: Kind
        /// Of the moments that the order is by.
        var range = ListingRange()
    }

    /// Each is the beginning of an index that goes on by the moment and the id.
    enum Kind: Hashable, Sendable {
        case all
        case journey(JourneyID)
        case state(SubmissionState)
        case journeyInState(JourneyID, SubmissionState)
        case subject(String)
        case type(DocumentTypeID)
        case typeInJourney(DocumentTypeID, JourneyID)
        case rule(RuleID)
        case ruleInJourney(RuleID, JourneyID)
        case ruleInState(RuleID, SubmissionState)
        /// Submitted, for the last time, more than ``ListingPaths/usualDelay`` after it was created.
        case submittedLate
        /// Changed, for the last time, more than ``ListingPaths/usualDelay`` after it was created.
        case changedLate
    }

    let branches: [Branch]
    /// The filter, by its place among those that all hold, which everything on this way satisfies, so that it need not be looked at
    /// again.
    var satisfied: Int?

    init(_ kinds: [Kind], in range: ListingRange = ListingRange(), satisfied: Int? = nil) {
        branches = kinds.map { Branch(kind: $0, range: range) }
        self.satisfied = satisfied
    }

    init(branches: [Branch]) { self.branches = branches }
}

/// From one moment, included, to another one, excluded.
struct ListingRange: Hashable, Sendable {
    var start: Timestamp?
    var end: Timestamp?

    mutating func begin(at moment: Timestamp) { start = start.map { max($0, moment) } ?? moment }
    mutating func end(at moment: Timestamp) { end = end.map { min($0, moment) } ?? moment }

    func beginning(at moment: Timestamp) -> ListingRange {
        var range = self
        range.begin(at: moment)
        return range
    }

    func ending(at moment: Timestamp) -> ListingRange {
        var range = self
        range.end(at: moment)
        return range
    }
}
