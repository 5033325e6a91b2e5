import Synchronization

/// Counts submits that were accepted and that nobody has told of yet.
final class WorkInFlight: Sendable {
    private struct Submission {
        var accepted = 0
        var told: Set<String> = []
        var inFlight: Int { max(0, accepted - told.count) }
    }

    private struct State {
        var submissions: [String: Submission] = [:]
        var count = 0
        var accepted = 0

        mutating func change(_ id: String, _ body: (inout Submission) -> Void) {
            var submission = submissions[id] ?? Submission()
            count -= submission.inFlight
            body(&submission)
            count += submission.inFlight
            submissions[id] = submission
        }
    }

    private let state = Mutex(State())

    var count: Int { state.withLock { $0.count } }
    var accepted: Int { state.withLock { $0.accepted } }

    func accepted(_ submission: String) {
        state.withLock { state in
            state.accepted += 1
            state.change(submission) { $0.accepted += 1 }
        }
    }

    func told(_ submission: String, event: String) {
        state.withLock { $0.change(submission) { $0.told.insert(event) } }
    }
}
