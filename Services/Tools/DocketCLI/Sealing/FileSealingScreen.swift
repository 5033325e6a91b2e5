import CommandSupport
import Domain
import Operations
import PostgresStore

/// What `docket seal --files` says.
enum FileSealingScreen {
    static func exitCode(_ report: FileSealingReport) -> ExitCode {
        if report.failures > 0 { return .refused }
        return report.isInterrupted ? .interrupted : .success
    }

    static func progress(_ report: FileSealingReport, in time: Duration) -> String {
        let seconds = max(1, Int(time.components.seconds))
        return "\(report.sealed) submissions sealed, \(megabytes(report.bytes)), \(megabytes(report.bytes / seconds)) a second; "
            + "\(report.removed) files in the clear removed"
    }

    static func lines(_ report: FileSealingReport, keeping hours: Int) -> [String] {
        var lines: [String] = []
        if report.cleared > 0 || report.removed > 0 {
            lines.append(
                "removed \(report.removed) files in the clear; \(report.cleared) submissions have none any more")
        }
        lines.append("sealed \(report.sealed) submissions: \(report.files) files, \(megabytes(report.bytes))")
        if report.sealed > 0 {
            lines.append("  their files are also kept as they came, for \(hours) h; run this again after that to remove those")
        }
        for (name, count) in report.left.sorted(by: { $0.key < $1.key }) {
            let why = SealingObstacle(rawValue: name).map(words) ?? name
            lines.append("  left for the next run: \(count) \(count == 1 ? "submission" : "submissions"), \(why)")
        }
        for failure in report.failed {
            lines.append("  could not be done: \(failure.submission) of \(failure.tenant): \(failure.reason)")
        }
        if report.failures > report.failed.count {
            lines.append("  and \(report.failures - report.failed.count) more that could not be done")
        }
        if report.isInterrupted { lines.append("ended early; the next run goes on") }
        return lines
    }

    /// What is not sealed, and what lies in the clear beside its sealed form.
    static func unsealed(_ state: SealingKeyStore.Progress) -> String {
        var text = "\(state.unsealed) not"
        if state.unsealed > 0 { text += " (\(megabytes(state.unsealedBytes)))" }
        if state.inClear > 0 { text += "; \(state.inClear) of the sealed ones are also kept as they came, for now" }
        return text
    }

    private static func words(_ obstacle: SealingObstacle) -> String {
        switch obstacle {
        case .erased: "erased meanwhile"
        case .sealed: "sealed by another run"
        case .inProgress: "not ended"
        case .uploads: "with an upload that is not over"
        case .erasures: "with files that wait to be erased"
        case .recent: "changed within the last hour"
        case .changed: "changed while they were looked at"
        }
    }

    private static func megabytes(_ bytes: Int) -> String {
        let tenths = bytes / 100_000
        return "\(tenths / 10).\(tenths % 10) MB"
    }
}
