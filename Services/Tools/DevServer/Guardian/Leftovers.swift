import CommandSupport
import Glibc

/// The processes that a killed `docket up` left running.
struct Leftovers {
    let home: HomeDirectory
    /// Empty without a private cluster.
    let postgresData: String

    private static let pause: UInt32 = 50_000

    /// The processes of the run that still exist, without this one.
    func lingering() -> [ProcessRecords.Entry] {
        var records = ProcessRecords(parsing: FileText.read(home.recordsFile) ?? "")
        records.entries.removeAll { $0.pid == getpid() }
        // Postgres may have been started in the moment before it could be written down.
        if let server = postgresServer(), !records.entries.contains(where: { $0.pid == server.pid }) {
            records.entries.append(.init(name: ProcessRole.postgres.rawValue, pid: server.pid, startTime: server.startTime))
        }
        return records.lingering(in: ProcessTable.snapshot())
    }

    /// Ends all of them; blocks for at most a few seconds. Returns those that survived even SIGKILL.
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

    /// Removes the files that say that a run is active.
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
