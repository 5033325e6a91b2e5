import CommandSupport

/// A finding of `docket doctor`; a line of JSON.
struct Finding: Encodable, Sendable, Equatable {
    enum State: String, Encodable, Sendable {
        case well
        /// It works, but needs attention.
        case attention
        case wrong
        /// It could not be examined; no fault is known.
        case unknown
    }

    /// The kind of a fault, which decides the exit code.
    enum Kind: Sendable { case configuration, unreachable, other }

    let check: String
    let state: State
    let what: String
    /// What to do.
    let advice: String?
    let kind: Kind

    static func well(_ check: String, _ what: String) -> Finding {
        Finding(check: check, state: .well, what: what, advice: nil, kind: .other)
    }

    static func attention(_ check: String, _ what: String, _ advice: String) -> Finding {
        Finding(check: check, state: .attention, what: what, advice: advice, kind: .other)
    }

    static func wrong(_ check: String, _ what: String, _ advice: String?, _ kind: Kind = .other) -> Finding {
        Finding(check: check, state: .wrong, what: what, advice: advice, kind: kind)
    }

    static func unknown(_ check: String, _ what: String, _ advice: String) -> Finding {
        Finding(check: check, state: .unknown, what: what, advice: advice, kind: .other)
    }

    private enum CodingKeys: String, CodingKey { case check, state, what, advice }
}

extension [Finding] {
    /// Faults of variables take precedence, because they cause others.
    var exitCode: ExitCode {
        let wrong = filter { $0.state == .wrong }
        if wrong.isEmpty { return .success }
        if wrong.contains(where: { $0.kind == .configuration }) { return .configuration }
        return wrong.contains { $0.kind == .unreachable } ? .unavailable : .notReady
    }
}
