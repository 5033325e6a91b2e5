import PostgresStore

/// What `docket seal --progress` says.
enum SealScreen {
    static func lines(_ state: SealingKeyStore.Progress) -> [String] {
        var lines = [
            state.beganAt.map { "new submissions are sealed since \($0)" } ?? "new submissions are not sealed: run `docket seal`"
        ]
        if state.beganAt != nil, !state.notBegun.isEmpty {
            lines.append("  but for \(list(state.notBegun.map(words))): run `docket seal`")
        }
        lines.append("submissions: \(state.sealed) sealed, \(FileSealingScreen.unsealed(state))")
        lines.append(
            state.stillClear.isEmpty
                ? "in the database nothing else is in the clear of what `docket seal` seals"
                : "in the database is in the clear, of what `docket seal` seals: \(list(state.stillClear.map(words)))")
        for (name, count) in state.wrappedBy.sorted(by: { $0.key < $1.key }) {
            lines.append("keys of tenants that the key “\(name)” has wrapped: \(count)")
        }
        return lines
    }

    private static func list(_ things: [String]) -> String { things.joined(separator: "; ") }

    private static func words(_ kind: SealingKeyStore.ClearKind) -> String {
        switch kind {
        case .values: "what was read of documents"
        case .persons: "what submissions say of their persons"
        case .words: "what is written about submissions"
        case .findings: "what reasons quote, and suggested values"
        case .senders: "whom mail is from that waits"
        case .signers: "who signed files"
        case .uploads: "what clients told of uploads"
        case .holds: "whom legal holds are on, or why"
        case .contacts: "who is told of webhook endpoints"
        case .answers: "what endpoints have answered"
        case .webhookKeys: "what signs webhooks"
        case .secrets: "secrets of the installation"
        }
    }

    private static func words(_ part: SealingKeyStore.Part) -> String {
        switch part {
        case .files: "files"
        case .values: "what is read of documents"
        case .persons: "what they say of their persons"
        case .names: "their subjects and references"
        case .words: "what is written about them"
        case .findings: "what reasons quote, and suggested values"
        case .senders: "whom mail is from"
        case .signers: "who signed files, and what clients tell of uploads"
        case .holds: "whom legal holds are on, and why"
        case .contacts: "who is told of webhook endpoints"
        }
    }
}
