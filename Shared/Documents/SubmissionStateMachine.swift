/// A command to a submission. It comes from the person, a worker, the clock or an operator.
public enum SubmissionCommand: String, Sendable, Hashable, Codable, CaseIterable {
    /// A document or page was added, changed or removed.
    case change
    case submit
    /// Ask the journey's call-out. The state stays the same meanwhile.
    case ask
    /// The rules passed it: make the pages.
    case beginProcessing = "begin_processing"
    /// The pages are made: read them.
    case beginReading = "begin_reading"
    case accept
    /// Some documents are refused: reopen them, or reject if no replacement is left.
    case requestInput = "request_input"
    case requestReview = "request_review"
    case reject
    /// It could not be processed.
    case fail
    /// An operator retries a failed submission.
    case retry
    case withdraw
    case expire
}

/// The states of a submission, as one table. It is pure: it says where a command leads, and the caller acts.
public struct SubmissionStateMachine: Sendable, Hashable {
    public let state: SubmissionState
    /// The number of submits.
    public let attempt: Int
    /// How often the journey lets refused documents be replaced.
    public let replacements: Int

    public init(state: SubmissionState = .draft, attempt: Int = 0, replacements: Int) {
        self.state = state
        self.attempt = attempt
        self.replacements = replacements
    }

    public init(_ submission: Submission, journey: JourneyDefinition) {
        self.init(state: submission.state, attempt: submission.attempt, replacements: journey.replacements)
    }

    /// The transition that a command causes.
    ///
    /// - Throws: `TransitionRefusal` for a command that the state does not allow.
    public func transition(on command: SubmissionCommand) throws(TransitionRefusal<SubmissionState, SubmissionCommand>)
        -> SubmissionTransition
    {
        guard let row = Self.table.first(where: { $0.from == state && $0.command == command && allows($0) }) else {
            throw TransitionRefusal(state: state, command: command, allowed: allowedCommands)
        }
        return SubmissionTransition(
            from: state, command: command, to: row.to, attempt: command == .submit ? attempt + 1 : attempt)
    }

    /// The commands that the state allows, in the order of `SubmissionCommand`.
    public var allowedCommands: [SubmissionCommand] {
        SubmissionCommand.allCases.filter { command in
            Self.table.contains { $0.from == state && $0.command == command && allows($0) }
        }
    }

    /// The first submit is not a replacement, each later one is.
    public var replacementsLeft: Int { max(0, replacements - max(0, attempt - 1)) }

    private func allows(_ row: Row) -> Bool {
        switch row.condition {
        case .always: true
        case .replacementsLeft: replacementsLeft > 0
        case .noReplacementLeft: replacementsLeft == 0
        }
    }
}

/// A transition of a submission.
public struct SubmissionTransition: Sendable, Hashable {
    public let from: SubmissionState
    public let command: SubmissionCommand
    public let to: SubmissionState
    /// The number of submits after the transition.
    public let attempt: Int
}

// MARK: - The table

extension SubmissionStateMachine {
    public struct Row: Sendable, Hashable {
        public let from: SubmissionState
        public let command: SubmissionCommand
        public let condition: Condition
        public let to: SubmissionState
    }

    public enum Condition: String, Sendable, Hashable {
        case always = ""
        case replacementsLeft = "replacements left"
        case noReplacementLeft = "no replacement left"
    }

    /// All transitions. Any other command is refused.
    public static let table: [Row] = [
        row(.draft, .change, .draft),
        row(.draft, .submit, .submitted),
        row(.draft, .withdraw, .withdrawn),
        row(.draft, .expire, .expired),
        row(.submitted, .ask, .submitted),
        row(.submitted, .beginProcessing, .processing),
        row(.submitted, .requestInput, .needsInput, if: .replacementsLeft),
        row(.submitted, .requestInput, .rejected, if: .noReplacementLeft),
        row(.submitted, .reject, .rejected),
        row(.submitted, .fail, .failed),
        row(.submitted, .withdraw, .withdrawn),
        row(.processing, .ask, .processing),
        row(.processing, .beginReading, .processing),
        row(.processing, .accept, .accepted),
        row(.processing, .requestInput, .needsInput, if: .replacementsLeft),
        row(.processing, .requestInput, .rejected, if: .noReplacementLeft),
        row(.processing, .requestReview, .inReview),
        row(.processing, .reject, .rejected),
        row(.processing, .fail, .failed),
        row(.processing, .withdraw, .withdrawn),
        row(.needsInput, .change, .needsInput),
        row(.needsInput, .submit, .submitted),
        row(.needsInput, .withdraw, .withdrawn),
        row(.needsInput, .expire, .expired),
        row(.inReview, .accept, .accepted),
        row(.inReview, .requestInput, .needsInput, if: .replacementsLeft),
        row(.inReview, .requestInput, .rejected, if: .noReplacementLeft),
        row(.inReview, .reject, .rejected),
        row(.inReview, .withdraw, .withdrawn),
        row(.failed, .retry, .submitted),
        row(.failed, .withdraw, .withdrawn),
    ]

    private static func row(
        _ from: SubmissionState, _ command: SubmissionCommand, _ to: SubmissionState, if condition: Condition = .always
    ) -> Row {
        Row(from: from, command: command, condition: condition, to: to)
    }
}
