/// Filters of submissions as query parameters: `?journey=identity&state=draft,needs_input&not.documentType=passport`.
///
/// Values of one parameter are alternatives. Several parameters must all match. `not.` before a name negates it.
public enum SubmissionQuery {
    /// The maximum number of values of one parameter.
    public static let maximumValues = 50
    public static let maximumReferenceLength = NewSubmission.maximumTextLength
    /// Each may have `not.` before it.
    public static let parameters = Parameter.allCases.map(\.rawValue)

    private static let negation = "not."

    fileprivate enum Parameter: String, CaseIterable {
        case journey, state, documentType, createdAfter, createdBefore, submittedAfter, submittedBefore, reference, subject,
            reason
    }

    /// `ignoring` has the names that other parts of a request use, such as `limit`. Any other unknown name is a fault.
    public static func filters(
        from parameters: [(name: String, value: String)], ignoring others: Set<String> = []
    ) throws(SubmissionQueryFaults) -> FilterManager<SubmissionFilter> {
        var manager = FilterManager<SubmissionFilter>()
        var faults: [SubmissionQueryFaults.Fault] = []
        for (name, value) in parameters where !others.contains(name) {
            let isNegated = name.hasPrefix(negation)
            guard let parameter = Parameter(rawValue: isNegated ? String(name.dropFirst(negation.count)) : name) else {
                let known = Self.parameters.joined(separator: ", ")
                faults.append(.init(parameter: String(name.prefix(64)), problem: "is not known; known are \(known)"))
                continue
            }
            guard manager[name] == nil else {
                faults.append(.init(parameter: name, problem: "is given twice; separate several values by commas"))
                continue
            }
            guard let filter = parameter.filter(value) else {
                faults.append(.init(parameter: name, problem: "must be \(parameter.expectation)"))
                continue
            }
            manager[name] = isNegated ? .not(.predicate(filter)) : .predicate(filter)
        }
        guard faults.isEmpty else { throw SubmissionQueryFaults(faults: faults) }
        return manager
    }

    /// The parameters that read back as these filters; nil if parameters cannot express them.
    public static func parameters(of filters: FilterManager<SubmissionFilter>) -> [(name: String, value: String)]? {
        var parameters: [(name: String, value: String)] = []
        for entry in filters.entries {
            let (filter, prefix): (SubmissionFilter, String)
            switch entry.expression {
            case .predicate(let plain): (filter, prefix) = (plain, "")
            case .not(.predicate(let negated)): (filter, prefix) = (negated, negation)
            default: return nil
            }
            let (name, value) = filter.parameter
            parameters.append((prefix + name.rawValue, value))
        }
        return Set(parameters.map(\.name)).count == parameters.count ? parameters : nil
    }
}

/// Everything that is wrong with the parameters of a listing.
public struct SubmissionQueryFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public struct Fault: Sendable, Hashable {
        public let parameter: String
        /// What is allowed. The text continues the parameter's name.
        public let problem: String
    }

    public let faults: [Fault]

    public var description: String { faults.map { "“\($0.parameter)” \($0.problem)." }.joined(separator: " ") }
}

extension SubmissionQuery.Parameter {
    fileprivate func filter(_ value: String) -> SubmissionFilter? {
        switch self {
        case .journey: Self.list(value, JourneyID.init(rawValue:)).map(SubmissionFilter.journeys)
        case .state: Self.list(value, SubmissionState.init(rawValue:)).map(SubmissionFilter.states)
        case .documentType: Self.list(value, DocumentTypeID.init(rawValue:)).map(SubmissionFilter.documentTypes)
        case .createdAfter: Self.moment(value).map(SubmissionFilter.createdAfter)
        case .createdBefore: Self.moment(value).map(SubmissionFilter.createdBefore)
        case .submittedAfter: Self.moment(value).map(SubmissionFilter.submittedAfter)
        case .submittedBefore: Self.moment(value).map(SubmissionFilter.submittedBefore)
        case .reference: Self.isText(value) ? .referenceContains(value) : nil
        case .subject: Self.isText(value) ? .subject(value) : nil
        case .reason: Self.list(value, RuleID.init(rawValue:)).map(SubmissionFilter.rules)
        }
    }

    fileprivate var expectation: String {
        switch self {
        case .journey, .documentType, .reason: "a list of ids, separated by commas, at most \(SubmissionQuery.maximumValues)"
        case .state: "a list of \(SubmissionState.allCases.map(\.rawValue).joined(separator: ", ")), separated by commas"
        case .createdAfter, .createdBefore, .submittedAfter, .submittedBefore:
            "a moment such as 2026-10-31T09:05:07Z, or a day such as 2026-10-31 (in UTC)"
        case .reference, .subject:
            "a text of 1 to \(SubmissionQuery.maximumReferenceLength) characters, without control characters"
        }
    }

    private static func list<Value: Hashable>(_ text: String, _ read: (String) -> Value?) -> Set<Value>? {
        let parts = text.split(
            at: ",", maxSplits: SubmissionQuery.maximumValues, omittingEmptySubsequences: false)
        let values = parts.compactMap { read(String($0)) }
        return values.count == parts.count && parts.count <= SubmissionQuery.maximumValues ? Set(values) : nil
    }

    /// Whether a submission can have this value at all.
    private static func isText(_ value: String) -> Bool {
        PlainText.isValid(value, length: 1...SubmissionQuery.maximumReferenceLength)
    }

    private static func moment(_ text: String) -> Timestamp? {
        if let day = CalendarDate(text) {
            return Timestamp(millisecondsSinceEpoch: Int64(day.daysSinceEpoch) * 86_400_000)
        }
        return Timestamp(text)
    }
}

extension SubmissionFilter {
    fileprivate var parameter: (name: SubmissionQuery.Parameter, value: String) {
        switch self {
        case .journeys(let ids): (.journey, Self.list(ids.map(\.rawValue)))
        case .states(let states): (.state, Self.list(states.map(\.rawValue)))
        case .documentTypes(let ids): (.documentType, Self.list(ids.map(\.rawValue)))
        case .createdAfter(let moment): (.createdAfter, moment.description)
        case .createdBefore(let moment): (.createdBefore, moment.description)
        case .submittedAfter(let moment): (.submittedAfter, moment.description)
        case .submittedBefore(let moment): (.submittedBefore, moment.description)
        case .referenceContains(let text): (.reference, text)
        case .subject(let subject): (.subject, subject)
        case .rules(let ids): (.reason, Self.list(ids.map(\.rawValue)))
        }
    }

    private static func list(_ values: [String]) -> String { values.sorted().joined(separator: ",") }
}
