/// A command to a document.
public enum DocumentCommand: String, Sendable, Hashable, Codable, CaseIterable {
    /// Its pages, its date or its type changed.
    case change
    /// Its submission is submitted.
    case submit
    case accept
    case refuse
    /// The person may replace it.
    case reopen
    case remove
}

/// The states of a document within its submission, as one table. An accepted document stays accepted when others are
/// replaced.
public struct DocumentStateMachine: Sendable, Hashable {
    public private(set) var state: DocumentState

    public init(state: DocumentState = .open) {
        self.state = state
    }

    /// The state that a command leads to. Does not change the machine.
    ///
    /// - Throws: `TransitionRefusal` for a command that the state does not allow.
    public func state(after command: DocumentCommand) throws(TransitionRefusal<DocumentState, DocumentCommand>)
        -> DocumentState
    {
        guard let row = Self.table.first(where: { $0.from == state && $0.command == command }) else {
            throw TransitionRefusal(state: state, command: command, allowed: allowedCommands)
        }
        return row.to
    }

    /// Applies a command.
    ///
    /// - Throws: `TransitionRefusal` for a command that the state does not allow.
    public mutating func apply(_ command: DocumentCommand) throws(TransitionRefusal<DocumentState, DocumentCommand>) {
        state = try state(after: command)
    }

    /// The commands that the state allows, in the order of `DocumentCommand`.
    public var allowedCommands: [DocumentCommand] {
        DocumentCommand.allCases.filter { command in Self.table.contains { $0.from == state && $0.command == command } }
    }
}

// MARK: - The table

extension DocumentStateMachine {
    public struct Row: Sendable, Hashable {
        public let from: DocumentState
        public let command: DocumentCommand
        public let to: DocumentState
    }

    /// All transitions. Any other command is refused.
    public static let table: [Row] = [
        Row(from: .open, command: .change, to: .open),
        Row(from: .open, command: .submit, to: .checking),
        Row(from: .open, command: .remove, to: .removed),
        Row(from: .checking, command: .submit, to: .checking),
        Row(from: .checking, command: .accept, to: .accepted),
        Row(from: .checking, command: .refuse, to: .refused),
        Row(from: .accepted, command: .submit, to: .accepted),
        Row(from: .accepted, command: .accept, to: .accepted),
        Row(from: .accepted, command: .refuse, to: .refused),
        Row(from: .refused, command: .reopen, to: .open),
    ]
}
