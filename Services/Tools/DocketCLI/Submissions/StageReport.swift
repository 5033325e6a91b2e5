import CommandSupport
import IntakeClient
import Operations
import Shared

/// Tells the stages of a submission as they pass: each state once, with the time since the one before.
struct StageReport: Sendable {
    private var last: (state: SubmissionState, at: Duration)?

    /// How far it is within its stage; nil when that is not told.
    static func status(_ view: SubmissionView) -> String? {
        guard let progress = view.progress, !view.hasEnded else { return nil }
        return "  · \(progress.pagesDone) of \(progress.pagesTotal) pages"
    }

    /// The line to print when the submission is found in a state; nil when that is no news.
    mutating func line(_ state: SubmissionState, at now: Duration, style: Style) -> String? {
        if last?.state == state { return nil }
        let passed = last.map { style.faint("  after \((now - $0.at).shortText)") } ?? ""
        last = (state, now)
        let mark = state.isOutcome ? (state == .accepted ? "✓" : "✗") : "·"
        return "  " + state.decorated("\(mark) \(state.rawValue)", style) + "  \(state.words)" + passed
    }
}
