import Shared
import Support

extension World {
    /// Decides beforehand when each fault strikes; whom, when it does.
    func scheduleFaults() {
        // All of them, also those that are not running at the moment.
        let processes = processes
        repeated(faults.crashes) { [self] in
            let (process, pause) = draw { ($0.pick(processes), $0.duration(.milliseconds(300) ... .seconds(12))) }
            process?.crash(restartAfter: pause)
        }
        repeated(faults.terminations) { [self] in draw { $0.pick(processes) }?.terminate() }
        repeated(faults.stops) { [self] in
            let (process, pause) = draw { ($0.pick(processes), $0.duration(.milliseconds(500) ... .seconds(25))) }
            stop(process, for: pause)
        }
        repeated(faults.clockJumps) { [self] in
            let (process, error) = draw { ($0.pick(processes), $0.duration(.zero ... .seconds(7_200)) - .seconds(3_600)) }
            process?.incarnation?.host.setClockError(error)
        }
        repeated(faults.databaseOutages) { [self] in
            database.setDown(true)
            let pause = draw { $0.duration(.milliseconds(100) ... .seconds(12)) }
            scheduler.schedule(after: pause) { [self] in database.setDown(false) }
        }
        repeated(faults.brokerOutages) { [self] in
            broker.setDown(true)
            let pause = draw { $0.duration(.milliseconds(100) ... .seconds(30)) }
            scheduler.schedule(after: pause) { [self] in broker.setDown(false) }
        }
        repeated(faults.rebalances) { [self] in
            if let group = draw({
                $0.pick(["docket.validation", "docket.normalization", "docket.reading", "docket.notification"])
            }) {
                broker.rebalance(group: group)
            }
        }
        repeated(faults.growths) { [self] in
            broker.grow()
            let pause = draw { $0.duration(.zero ... .seconds(10)) }
            scheduler.schedule(after: pause) { [self] in broker.shareGrownTopics() }
        }
        if faults.unknownType != nil { scheduler.schedule(after: Self.stormyTime / 2) { [self] in roll() } }
        if faults.erasesBroker { repeated(1) { [self] in broker.erase() } }
        scheduler.schedule(after: Self.stormyTime) { [self] in
            database.calm()
            broker.calm()
        }
    }

    private func repeated(_ times: Int, _ strike: @escaping @Sendable () -> Void) {
        for _ in 0..<times {
            scheduler.schedule(after: draw { $0.duration(.seconds(1)...Self.stormyTime) }) { [self] in
                guard !isOver else { return }
                struck()
                strike()
            }
        }
    }

    /// What a process that begins does not know. One that makes events of a type knows it.
    func drawUnknownType(of stages: [Stage]) -> EventType? {
        guard let type = faults.unknownType, stages.count == 1, stages[0].eventTypes.contains(type), draw({ $0.chance(0.6) })
        else {
            return nil
        }
        return type
    }

    /// Each process of the earlier version is asked to stop; what is started in its place is of the newest.
    private func roll() {
        for process in processes where process.incarnation?.unknownType != nil {
            struck()
            process.terminate()
        }
    }

    private func stop(_ process: SimulatedProcess?, for pause: Duration) {
        guard let incarnation = process?.incarnation, !incarnation.host.isStopped else { return }
        trace.note(incarnation.name, "stands still")
        incarnation.host.stop()
        scheduler.schedule(after: pause) { [self] in
            guard incarnation.isAlive else { return }
            trace.note(incarnation.name, "goes on")
            incarnation.host.goOn()
        }
    }
}
