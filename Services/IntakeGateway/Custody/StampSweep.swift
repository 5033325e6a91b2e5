import Crypto
import Custody
import PostgresStore
import ServiceRuntime
import Telemetry

/// Has the newest unstamped head of each log stamped every minute. It runs separately, so that an unavailable authority
/// delays nothing else. The next stamp also covers earlier heads.
struct StampSweep: Sweep {
    let name = "stamps"

    private let heads: CustodyHeadStore
    /// Nil without an authority. The metrics exist all the same, for alert rules.
    private let authority: StampAuthority?
    private let archive: HeadArchive?
    private let health: HealthRegistry
    private let logger: Logger
    private let late: Gauge.Series
    private let stamped: Counter.Series
    private let failures: Counter.Series

    init(
        _ heads: CustodyHeadStore, authority: StampAuthority?, archive: HeadArchive?, health: HealthRegistry, logger: Logger,
        metrics: MetricsRegistry
    ) {
        (self.heads, self.authority, self.archive, self.health, self.logger) = (heads, authority, archive, health, logger)
        late = metrics.gauge(
            "docket_custody_stamp_age_seconds",
            "For how long a signed head has waited longest for a time stamp of it or of one behind it; 0 where none waits"
        ).series([])
        stamped = metrics.counter("docket_custody_stamps_total", "Signed heads that an authority has stamped").series([])
        failures = metrics.counter(
            "docket_custody_stamp_failures_total", "Time stamps that were asked for and not got: they are asked for again"
        ).series([])
        late.set(0)
    }

    func sweep(_ turn: SweepTurn) async throws {
        guard let authority else { return }
        let failure = try await stampAll(turn, authority)
        if let failure {
            failures.increment()
            logger.warning("heads are not stamped: the authority of DOCKET_TSA_URL", ["error": .string(failure.description)])
        }
        health.set(
            "time-stamps", required: false,
            failure.map { .degraded("heads are not stamped: \($0); they are signed all the same, and stamped later") } ?? .ok)
        late.set(try await heads.oldestUnstamped())
    }

    /// The first failure; nil if all are stamped. A failed authority would fail for the others, too: the turn ends.
    private func stampAll(_ turn: SweepTurn, _ authority: StampAuthority) async throws -> StampAuthority.Fault? {
        var last = ""
        while !turn.isOver {
            let due = try await heads.unstamped(after: last, limit: SweepTurn.batch)
            for head in due where !turn.isOver {
                let stamp: TimeStamp
                do throws(StampAuthority.Fault) {
                    stamp = try await authority.stamp(head.statement)
                } catch {
                    return error
                }
                try await heads.keep(stamp.token, of: head)
                stamped.increment()
                await keep(stamp, of: head)
            }
            guard due.count == SweepTurn.batch, let tenant = due.last?.head.tenant else { break }
            last = tenant
        }
        return nil
    }

    /// Keeps a stamp in the archive. A failure is only logged: the table has the stamp.
    private func keep(_ stamp: TimeStamp, of head: SignedHead) async {
        do throws(HeadArchive.Fault) {
            try await archive?.keep(stamp: stamp.token, of: head.head)
        } catch {
            logger.error(
                "a time stamp cannot be kept where DOCKET_CUSTODY_FOLDER says",
                ["tenant": .string(head.head.tenant), "head": LogValue(head.head.number), "error": .string(error.description)])
        }
    }
}
