internal import Domain
internal import Shared

/// What the references of sealed submissions have to contain, or must not.
struct ReferenceCheck {
    private var wanted: [String] = []
    private var unwanted: [String] = []

    /// - Parameter filters: All of them must match.
    /// - Throws: If a reference is asked for as an alternative, which no listing can express.
    init(_ filters: [FilterExpression<SubmissionFilter>]) throws(StoreError) {
        for filter in filters { try add(filter) }
    }

    private mutating func add(_ filter: FilterExpression<SubmissionFilter>) throws(StoreError) {
        switch filter {
        case .predicate(.referenceContains(let text)): wanted.append(text)
        case .not(.predicate(.referenceContains(let text))): unwanted.append(text)
        case .predicate: break
        case .and(let all): for part in all { try add(part) }
        case .or, .not:
            guard filter.contains(where: \.isAboutReference) else { return }
            throw StoreError(
                code: .internal, isRetriable: false, description: "These filters cannot be combined.",
                detail: "a sealed reference is asked for as an alternative")
        }
    }

    /// Whether each sealed reference has to be opened, for a text is too short to have pieces.
    var needsOpening: Bool { !unwanted.isEmpty || wanted.contains { $0.utf8.count < 3 } }

    var isEmpty: Bool { wanted.isEmpty && unwanted.isEmpty }

    func matches(_ reference: String?) -> Bool {
        wanted.allSatisfy { SubmissionFilter.reference(reference, contains: $0) }
            && !unwanted.contains { SubmissionFilter.reference(reference, contains: $0) }
    }
}

extension SubmissionFilter {
    fileprivate var isAboutReference: Bool { if case .referenceContains = self { true } else { false } }
}
