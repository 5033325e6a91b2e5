import CommandSupport
import Custody
import PostgresStore
import Shared

/// Which parts of tenants' logs hold, and which do not.
struct LogReport: Encodable, Sendable {
    struct Log: Encodable, Sendable {
        let tenant: String
        let leaves: Int
        let heads: Int
        /// Heads with valid time stamps, as far as the authorities were checked.
        let stamped: Int
        /// Leaves with unchanged rows, as far as rows were checked.
        let held: Int
        let erased: Int
        /// Heads that were kept outside of the installation.
        let kept: Int
        let faults: [LogFault]
        /// The number of further faults, which are not listed.
        let unnamed: Int
        /// Kept heads over entries that a restore has lost.
        let lost: [String]
        /// The sizes from which eras after a restore or failover continue.
        let restores: [Restore]
        /// The number of submissions of whose facts some are sealed, and could not be opened.
        var unopened = 0
        /// What hangs on acts that are no leaves yet, or that no head covers; each continues “cannot be told: ”.
        var untold: [String] = []
    }

    struct Restore: Encodable, Sendable {
        let era: Int
        let head: Int
        /// The number of leaves that it continues from.
        let from: Int
        let time: String

        init(_ head: LogHead) {
            (era, self.head, from) = (head.era, head.number, head.previous?.size ?? 0)
            time = head.time.description
        }
    }

    let logs: [Log]
    let isOwnKeySet: Bool
    /// Whether the authorities of the time stamps were checked.
    let areAuthoritiesNamed: Bool

    var exitCode: ExitCode {
        if logs.contains(where: { !$0.faults.isEmpty }) { return .refused }
        return logs.contains { !$0.lost.isEmpty || $0.unopened > 0 || !$0.untold.isEmpty } ? .missing : .success
    }

    func lines(_ style: Style) -> [String] {
        guard !logs.isEmpty else { return ["There is no log yet."] }
        return logs.flatMap { lines($0, style) }
            + (isOwnKeySet ? [] : ["The keys came from the same gateway: with --keys, those that you trust count."])
            + (areAuthoritiesNamed || !logs.contains { $0.stamped > 0 } ? [] : [HeadStampText.unknown])
    }

    private func lines(_ log: Log, _ style: Style) -> [String] {
        let word = log.faults.isEmpty ? style.good("holds") : style.bad("does not hold")
        var lines = [
            "\(log.tenant)  \(word): \(log.leaves) leaves, \(log.held) as they were, \(log.erased) erased; "
                + "\(log.heads) heads, \(log.kept) kept ones\(log.stamped > 0 ? ", \(log.stamped) with time stamps" : "")"
        ]
        lines += log.faults.map { "  \(style.bad($0.kind.rawValue)): \($0.what)" }
        if log.unnamed > 0 { lines.append("  and \(log.unnamed) more") }
        if log.unopened > 0 {
            lines.append(
                "  \(style.warning("cannot be told")): whether what was found out of \(log.unopened) submissions is what it was: some of it is "
                    + "sealed, and their keys are gone, or not set here")
        }
        lines += log.untold.map { "  \(style.warning("cannot be told")): \($0)" }
        for restore in log.restores {
            lines.append(
                "  \(style.faint("era \(restore.era)")) began with head \(restore.head) at \(restore.time): a restore or a failover, "
                    + "which goes on from \(restore.from) leaves")
        }
        for lost in log.lost {
            lines.append(
                "  \(style.warning("lost")): \(lost). If nothing was restored then, the log was rewritten")
        }
        return lines
    }
}

extension LogReport.Log {
    init(_ finding: CustodyAuditor.Finding, kept: Int) {
        self.init(
            tenant: finding.tenant, leaves: finding.leaves, heads: finding.heads, stamped: finding.stamped,
            held: finding.held, erased: finding.erased,
            kept: kept, faults: finding.faults, unnamed: finding.unnamed, lost: finding.lost,
            restores: finding.restores.map(LogReport.Restore.init), unopened: finding.unopened, untold: Self.untold(finding))
    }

    private static func untold(_ finding: CustodyAuditor.Finding) -> [String] {
        guard finding.unproven > 0 else { return [] }
        return [
            "whether what is gone of \(finding.unproven) submissions was erased or removed: the acts that say so are no leaves yet, as "
                + "in their first minute"
        ]
    }
}
