import CommandSupport
import Glibc

/// What a `docket up` that did not stop by itself left running.
struct Leftovers {
    let home: HomeDirectory
    /// Empty when there is no private cluster.
    let postgresData: String

    private static let pause: UInt32 = 50_000

    /// What still runs of it, without this process.
    func lingering() -> [ProcessRecords.Entry] {
        var records = ProcessRecords(parsing: FileText.read(home.recordsFile) ?? "")
        records.entries.removeAll { $0.pid == getpid() }
        // Postgres may have been started in the moment before it could be written down.
        if let server = postgresServer(), !records.entries.contains(where: { $0.pid == server.pid }) {
            records.entries.append(.init(name: ProcessRole.postgres.rawValue, pid: server.pid, startTime: server.startTime))
        }
        return records.lingering(in: ProcessTable.snapshot())
    }

    /// Ends all of it; blocks for some seconds at the most.
    /// Returns what even a kill did not end.
    @discardableResult
    func end() -> [ProcessRecords.Entry] {
        let start = ContinuousClock.now
        var given: Set<GuardianDecision.Order> = []
        while true {
            let left = lingering()
            let elapsed = ContinuousClock.now - start
            if left.isEmpty || elapsed > GuardianDecision.limit + .seconds(2) {
                if left.isEmpty { removeTraces() }
                return left
            }
            for order in GuardianDecision.orders(lingering: left, elapsed: elapsed) {
                // A repeated SIGINT would not hurt Postgres, but fill its log.
                guard order.signal == SIGKILL || given.insert(order).inserted else { continue }
                _ = kill(order.toGroup ? -order.pid : order.pid, order.signal)
            }
            usleep(Self.pause)
        }
    }

    /// Files that say that something runs.
    func removeTraces() {
        unlink(home.recordsFile)
        unlink(home.environmentFile)
    }

    private func postgresServer() -> ProcessSnapshot? {
        guard !postgresData.isEmpty, let text = FileText.read("\(postgresData)/postmaster.pid"),
            let file = PostmasterFile(parsing: text), ProcessTable.isPostgres(file.pid, dataFolder: postgresData)
        else { return nil }
        return ProcessTable.process(file.pid)
    }
}
