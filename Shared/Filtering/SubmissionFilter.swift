/// A predicate over submissions. One of several values is enough.
public enum SubmissionFilter: Filter {
    case journeys(Set<JourneyID>)
    case states(Set<SubmissionState>)
    /// It has a document of one of these types that was not removed.
    case documentTypes(Set<DocumentTypeID>)
    /// Created at this moment or later.
    case createdAfter(Timestamp)
    /// Created before this moment.
    case createdBefore(Timestamp)
    /// Last submitted at this moment or later; never matches an unsubmitted one.
    case submittedAfter(Timestamp)
    /// Last submitted before this moment; never matches an unsubmitted one.
    case submittedBefore(Timestamp)
    /// The reference contains this text, whatever the case of its ASCII letters.
    case referenceContains(String)
    /// It belongs to this person, by the tenant's own id.
    case subject(String)
    /// One of these rules refused or warned.
    case rules(Set<RuleID>)

    /// Whether it is about what is sealed of a submission.
    package var isAboutNames: Bool {
        switch self {
        case .referenceContains, .subject: true
        default: false
        }
    }

    public func matches(_ submission: Submission) -> Bool {
        switch self {
        case .journeys(let journeys): journeys.contains(submission.journey)
        case .states(let states): states.contains(submission.state)
        case .documentTypes(let types): submission.documents.contains { $0.state != .removed && types.contains($0.type) }
        case .createdAfter(let moment): submission.createdAt >= moment
        case .createdBefore(let moment): submission.createdAt < moment
        case .submittedAfter(let moment): submission.submittedAt.map { $0 >= moment } ?? false
        case .submittedBefore(let moment): submission.submittedAt.map { $0 < moment } ?? false
        case .referenceContains(let text): Self.reference(submission.reference, contains: text)
        case .subject(let subject): submission.subject?.hasSameBytes(as: subject) ?? false
        case .rules(let rules):
            submission.reasons.contains { rules.contains($0.rule) }
                || submission.documents.contains { document in
                    document.state != .removed && document.reasons.contains { rules.contains($0.rule) }
                }
        }
    }

    /// Whatever the case of ASCII letters. None contains the empty text alone.
    package static func reference(_ reference: String?, contains part: String) -> Bool {
        let text = folded(reference ?? "")
        let part = folded(part)
        guard part.count <= text.count else { return false }
        return (0..<text.count - part.count + 1).contains { text[$0..<$0 + part.count].elementsEqual(part) }
    }

    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }
}
