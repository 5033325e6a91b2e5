internal import Shared

/// The possible paths for some filters: one for each filter with an index, alone and with the journey or the state.
///
/// The shortest one depends on the data and on the place in the listing, and is chosen anew for each step (see
/// ``ListingWalk``). Here each path must contain everything that satisfies the filters.
struct ListingPaths: Hashable, Sendable {
    /// In the order of creation. Never empty.
    private(set) var byCreation: [ListingPath] = []
    /// In the order of changes.
    private(set) var byChange = ListingPath([.all])
    /// Whether no submission can satisfy the filters.
    private(set) var isImpossible = false
    /// A text that the reference must contain.
    private(set) var referencePart: String?

    /// Submissions that were submitted or changed later than this after their creation have an index of their own.
    static let usualDelay = Duration.seconds(7 * 86_400)
    /// A creation precedes the submit and the change, by clocks of two machines that may differ by this.
    static let clockTolerance = Duration.seconds(86_400)

    private var created = ListingRange()
    private var journeys: Set<JourneyID>?
    private var states: Set<SubmissionState>?
    private var excludedJourneys: Set<JourneyID> = []
    private var excludedTypes: Set<DocumentTypeID> = []
    private var excludedRules: Set<RuleID> = []

    /// - Parameters:
    ///   - filters: All of them must match.
    ///   - known: All journeys of the tenant's submissions; nil if unknown.
    ///   - code: The code of a subject by which sealed submissions are found; nil while there are none.
    init(
        _ filters: [FilterExpression<SubmissionFilter>], journeys known: Set<JourneyID>? = nil,
        code: (String) -> [UInt8]? = { _ in nil }
    ) {
        var changed = ListingRange()
        for filter in filters { narrow(by: filter, &changed) }
        if !excludedJourneys.isEmpty, let all = journeys ?? known { journeys = all.subtracting(excludedJourneys) }
        if journeys?.isEmpty ?? false || states?.isEmpty ?? false { isImpossible = true }
        for (index, filter) in filters.enumerated() {
            guard case .predicate(let predicate) = filter else { continue }
            switch predicate {
            case .subject(let subject): add([.subject(subject)] + (code(subject).map { [.subjectCode($0)] } ?? []))
            case .documentTypes(let types): add(types.subtracting(excludedTypes))
            case .rules(let rules): add(rules.subtracting(excludedRules), at: index)
            case .submittedAfter(let moment): add(submittedAfter: moment)
            case .referenceContains(let text): referencePart = referencePart ?? text
            case .journeys, .states, .createdAfter, .createdBefore, .submittedBefore: break
            }
        }
        addJourneysAndStates()
        if byCreation.isEmpty { add([.all]) }
        addChanges(in: changed)
    }

    /// Whether knowing the journeys of the tenant's submissions helps.
    static func wantsJourneys(_ filters: [FilterExpression<SubmissionFilter>]) -> Bool {
        filters.contains { if case .not(.predicate(.journeys)) = $0 { true } else { false } }
    }

    /// Whether the only path is along all submissions of some time.
    var hasOnlyAll: Bool { byCreation.allSatisfy { $0.branches.allSatisfy { $0.kind == .all } } }

    // MARK: - What narrows every way

    private mutating func narrow(by filter: FilterExpression<SubmissionFilter>, _ changed: inout ListingRange) {
        switch filter {
        case .predicate(.journeys(let some)): journeys = journeys.map { $0.intersection(some) } ?? some
        case .not(.predicate(.journeys(let some))): excludedJourneys.formUnion(some)
        case .predicate(.states(let some)): states = states.map { $0.intersection(some) } ?? some
        case .not(.predicate(.states(let some))): states = (states ?? Set(SubmissionState.allCases)).subtracting(some)
        case .not(.predicate(.documentTypes(let some))): excludedTypes.formUnion(some)
        case .not(.predicate(.rules(let some))): excludedRules.formUnion(some)
        case .predicate(.createdAfter(let moment)), .not(.predicate(.createdBefore(let moment))):
            created.begin(at: moment)
            changed.begin(at: moment.adding(.zero - Self.clockTolerance))
        case .predicate(.createdBefore(let moment)), .not(.predicate(.createdAfter(let moment))): created.end(at: moment)
        case .predicate(.submittedAfter(let moment)): changed.begin(at: moment.adding(.zero - Self.clockTolerance))
        case .predicate(.submittedBefore(let moment)): created.end(at: moment.adding(Self.clockTolerance))
        default: break
        }
    }

    // MARK: - The ways

    private var sortedStates: [SubmissionState] { SubmissionState.allCases.filter { states?.contains($0) ?? false } }

    private mutating func addJourneysAndStates() {
        let (journeys, states) = (journeys?.sorted() ?? [], sortedStates)
        if add(journeys.flatMap { journey in states.map { .journeyInState(journey, $0) } }) { return }
        add(journeys.map { .journey($0) })
        add(states.map { .state($0) })
    }

    /// Adds paths for documents of these types.
    private mutating func add(_ types: Set<DocumentTypeID>) {
        if types.isEmpty { isImpossible = true }
        let (types, journeys) = (types.sorted(), journeys?.sorted() ?? [])
        if add(types.flatMap { type in journeys.map { .typeInJourney(type, $0) } }) { return }
        add(types.map { .type($0) })
    }

    /// Adds paths for findings of these rules.
    private mutating func add(_ rules: Set<RuleID>, at index: Int) {
        if rules.isEmpty { isImpossible = true }
        let (rules, journeys, states) = (rules.sorted(), journeys?.sorted() ?? [], sortedStates)
        let inJourney = add(rules.flatMap { rule in journeys.map { .ruleInJourney(rule, $0) } }, satisfying: index)
        let inState = add(rules.flatMap { rule in states.map { .ruleInState(rule, $0) } }, satisfying: index)
        if !inJourney, !inState { add(rules.map { .rule($0) }, satisfying: index) }
    }

    /// Most of these were created shortly before, or later; adds a branch for the others.
    private mutating func add(submittedAfter moment: Timestamp) {
        let start = moment.adding(.zero - Self.usualDelay)
        byCreation.append(
            ListingPath(branches: [
                .init(kind: .all, range: created.beginning(at: start)),
                .init(kind: .submittedLate, range: created.ending(at: start)),
            ]))
    }

    /// Most of those created by then were last changed soon after; adds a branch for the others.
    private mutating func addChanges(in changed: ListingRange) {
        guard let end = created.end?.adding(Self.usualDelay) else {
            byChange = ListingPath([.all], in: changed)
            return
        }
        byChange = ListingPath(branches: [
            .init(kind: .all, range: changed.ending(at: end)), .init(kind: .changedLate, range: changed.beginning(at: end)),
        ])
    }

    /// Adds a path, and returns whether it is worthwhile.
    @discardableResult
    private mutating func add(_ kinds: [ListingPath.Kind], satisfying filter: Int? = nil) -> Bool {
        guard (1...ListingPath.mostBranches).contains(kinds.count) else { return false }
        byCreation.append(ListingPath(kinds, in: created, satisfied: filter))
        return true
    }
}
