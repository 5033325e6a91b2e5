public import Shared

/// A submission's rows beside its last event, which is a leaf of the log.
public struct LoggedSubmission: Sendable, Hashable {
    public let id: String
    /// Of the last event, which is the submission's version afterwards.
    public let sequence: Int64
    public let lastEvent: String
    /// In its row; nil without a row.
    public let version: Int64?
    /// In its row.
    public let state: String?
    public let isErased: Bool
    /// The record in the event; nil if it is none of an outcome, or of a time before there were records.
    public let told: OutcomeRecord?
    /// The record by the current rows; nil if they cannot be read. Its facts are those that are stored, as far as they could be opened.
    public let found: OutcomeRecord?
    public let areFactsOpened: Bool

    public init(
        id: String, sequence: Int64, lastEvent: String, version: Int64?, state: String?, isErased: Bool,
        told: OutcomeRecord? = nil, found: OutcomeRecord? = nil, areFactsOpened: Bool = true
    ) {
        (self.id, self.sequence, self.lastEvent, self.version) = (id, sequence, lastEvent, version)
        (self.state, self.isErased, self.told, self.found) = (state, isErased, told, found)
        self.areFactsOpened = areFactsOpened
    }

    /// What is wrong whatever was done to it, for people; nil for nothing.
    var fault: String? {
        guard let version else { return "the row of submission \(id) is gone, which stays even after an erasure" }
        guard version == sequence else {
            return "submission \(id) has the version \(version), and its last event has \(sequence)"
        }
        if let state = state.flatMap(SubmissionState.init), state.isSettled, lastEvent != EventType(entering: state).rawValue {
            return "submission \(id) is \(state.rawValue), and its last event is \(lastEvent)"
        }
        guard comparison == .other else { return nil }
        return
            "submission \(id), one of its documents or of its pages is not what its outcome of version \(version) was told with"
    }

    /// What is wrong with what was found out of it, for people; nil for nothing.
    var faultOfFacts: String? {
        guard let told, !isErased, let found, found.hasFacts(of: told) == false else { return nil }
        return "what was found out of submission \(id) is not what its outcome of version \(sequence) was told with"
    }

    /// What must have been done to it, by the log; nil for nothing.
    var act: String? {
        if isErased { return LogExamination.erasure }
        return comparison == .withoutOriginals ? LogExamination.removalOfOriginals : nil
    }

    /// Of an erased submission nothing is left to compare.
    private var comparison: OutcomeRecord.Comparison {
        guard let told, !isErased else { return .same }
        return found?.compared(with: told) ?? .other
    }
}
