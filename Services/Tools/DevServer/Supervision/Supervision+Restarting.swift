import CommandSupport

/// The actions after the death of a process.
extension Supervision {
    mutating func exited(_ name: ProcessName, _ ending: Ending, at now: Duration) -> [Action] {
        guard var record = records[name] else { return [] }
        let endLease = leaseToEnd(name, record, ending)
        switch record.condition {
        case .alive(_, let since), .ready(_, let since):
            if now - since >= policy.stableAfter { record.deaths = 0 }
        case .planned, .launching, .awaitingRestart, .awaitingBroker, .ended: break
        }
        let wasToldToStop = record.stopStep != nil
        record.stopStep = nil
        if case .stopping = phase {
            record.condition = .ended
            records[name] = record
            return continueStopping()
        }
        if name.role.readsFromBroker, isBrokerGone {
            record.condition = .awaitingBroker
            records[name] = record
            return endLease + (wasToldToStop ? [] : [.announce("\(name) \(ending); it starts again with the broker")])
        }
        record.deaths += 1
        let isHopeless = !record.hasBeenReady && record.deaths >= policy.deathsBeforeFirstReady
        if ending.isPermanent || isHopeless {
            record.condition = .ended
            records[name] = record
            return fail(Failure(process: name, reason: "\(name) \(ending)"))
        }
        let delay = policy.delay(beforeRestart: record.deaths)
        record.condition = .awaitingRestart
        records[name] = record
        let restart: [Action] = [
            .announce("\(name) \(ending)\(Self.times(record.deaths)); starting it again \(Self.moment(delay))"),
            .restart(name, after: delay),
        ]
        return restart + endLease + (name.role == .broker ? readers.flatMap { stopStep(0, for: $0) } : [])
    }

    /// A process that exited with 0 has ended its lease itself.
    private func leaseToEnd(_ name: ProcessName, _ record: Record, _ ending: Ending) -> [Action] {
        guard name.role.executable != nil, ending != .exited(0), let pid = record.pid else { return [] }
        return [.endLease(ofProcess: pid)]
    }

    /// Names the number of deaths from the third on: such a process will die again unless somebody looks at it.
    private static func times(_ deaths: Int) -> String { deaths < 3 ? "" : ", \(deaths) times in a row" }

    private static func moment(_ delay: Duration) -> String { delay == .zero ? "at once" : "in \(delay.shortText)" }

    mutating func restartDue(_ name: ProcessName) -> [Action] {
        guard records[name]?.condition == .awaitingRestart else { return [] }
        switch phase {
        case .starting, .running:
            if name.role.readsFromBroker, isBrokerGone {
                records[name]?.condition = .awaitingBroker
                return []
            }
            if name.role == .broker, readers.contains(where: { !(records[$0]?.isGone ?? true) }) {
                return [.restart(name, after: policy.firstDelay)]
            }
            records[name]?.condition = .launching
            return [.launch(name)]
        case .stopping, .stopped: return []
        }
    }

    // MARK: - The embedded broker's readers

    var readers: [ProcessName] { plan.processes.filter(\.role.readsFromBroker) }

    var isBrokerGone: Bool { plan.processes.contains { $0.role == .broker && !(records[$0]?.isReady ?? false) } }

    mutating func launchReaders() -> [Action] {
        guard phase != .stopped, !isBrokerGone else { return [] }
        if case .stopping = phase { return [] }
        let waiting = readers.filter { records[$0]?.condition == .awaitingBroker }
        for name in waiting { records[name]?.condition = .launching }
        return waiting.map { .launch($0) }
    }
}
