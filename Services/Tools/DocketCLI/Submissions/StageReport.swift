import CommandSupport
import IntakeClient
import Operations
import Shared

/// Prints the stages of a submission, each state once, with the time since the previous one.
struct StageReport: Sendable {
    private var last: (state: SubmissionState, at: Duration)?

    /// The progress within the stage; nil if it is not known.
    static func status(_ view: SubmissionView) -> String? {
        guard let progress = view.progress, !view.hasEnded else { return nil }
        return "  · \(progress.pagesDone) of \(progress.pagesTotal) pages"
    }

    /// The line for a state; nil if the state was printed before.
    mutating func line(_ state: SubmissionState, at now: Duration, style: Style) -> String? {
        if last?.state == state { return nil }
        let passed = last.map { style.faint("  after \((now - $0.at).shortText)") } ?? ""
        last = (state, now)
        let mark = state.isOutcome ? (state == .accepted ? "✓" : "✗") : "·"
        return "  " + state.decorated("\(mark) \(state.rawValue)", style) + "  \(state.words)" + passed
    }
}
