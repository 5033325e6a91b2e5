internal import Shared

/// A path through a tenant's submissions in the order of creation, or of the last change. It contains all that satisfy
/// the filters.
///
/// An index has each of its branches in that order, and they are merged. A submission may occur more than once.
struct ListingPath: Hashable, Sendable {
    /// A path with more branches is not worthwhile.
    static let mostBranches = 16

    struct Branch: Hashable, Sendable {
        let kind: Kind
        /// The range of the moments that order it.
        var range = ListingRange()
    }

    /// Each is a prefix of an index that continues with the moment and the id.
    enum Kind: Hashable, Sendable {
        case all
        case journey(JourneyID)
        case state(SubmissionState)
        case journeyInState(JourneyID, SubmissionState)
        case subject(String)
        /// The same of sealed submissions.
        case subjectCode([UInt8])
        case type(DocumentTypeID)
        case typeInJourney(DocumentTypeID, JourneyID)
        case rule(RuleID)
        case ruleInJourney(RuleID, JourneyID)
        case ruleInState(RuleID, SubmissionState)
        /// Last submitted more than ``ListingPaths/usualDelay`` after its creation.
        case submittedLate
        /// Last changed more than ``ListingPaths/usualDelay`` after its creation.
        case changedLate
    }

    let branches: [Branch]
    /// The index of a filter that everything on this path satisfies, so that it need not be checked.
    var satisfied: Int?

    init(_ kinds: [Kind], in range: ListingRange = ListingRange(), satisfied: Int? = nil) {
        branches = kinds.map { Branch(kind: $0, range: range) }
        self.satisfied = satisfied
    }

    init(branches: [Branch]) { self.branches = branches }
}

/// From one moment (inclusive) to another (exclusive).
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
