import Glibc
import Testing

@testable import CommandSupport
@testable import DevServer

@Suite struct SupervisionTests {
    let guardian = ProcessName(role: .guardian)
    let postgres = ProcessName(role: .postgres)
    let broker = ProcessName(role: .broker)
    let gateway = ProcessName(role: .gateway)
    let validation = ProcessName(role: .validation)

    /// Everything embedded, everything ready.
    func running() -> Supervision {
        let plan = SupervisionPlan.make(embeddedPostgres: true, embeddedBroker: true)
        var supervision = Supervision(plan: plan)
        _ = supervision.start()
        for (index, name) in plan.processes.enumerated() {
            _ = supervision.handle(.started(name, pid: CInt(100 + index)), at: .zero)
            _ = supervision.handle(.ready(name), at: .zero)
            if name == broker { _ = supervision.handle(.prepared(.database), at: .zero) }
        }
        return supervision
    }

    @Test func stagesFollowEachOther() {
        var supervision = Supervision(plan: .make(embeddedPostgres: true, embeddedBroker: true))
        #expect(supervision.start() == [.launch(guardian)])
        #expect(supervision.handle(.started(guardian, pid: 10), at: .zero) == [])
        #expect(supervision.handle(.ready(guardian), at: .zero) == [.launch(postgres), .launch(broker)])
        _ = supervision.handle(.started(postgres, pid: 11), at: .zero)
        _ = supervision.handle(.started(broker, pid: 12), at: .zero)
        #expect(supervision.handle(.ready(broker), at: .zero) == [])
        #expect(supervision.handle(.ready(postgres), at: .zero) == [.prepare(.database)])
        let services = supervision.handle(.prepared(.database), at: .zero)
        #expect(services == ProcessRole.services.map { .launch(ProcessName(role: $0)) })
        var last: [Supervision.Action] = []
        for (index, role) in ProcessRole.services.enumerated() {
            let name = ProcessName(role: role)
            _ = supervision.handle(.started(name, pid: CInt(20 + index)), at: .zero)
            last = supervision.handle(.ready(name), at: .zero)
        }
        #expect(last == [.everythingReady])
        #expect(supervision.phase == .running)
    }

    @Test func realServersAreOnlyPrepared() {
        let plan = SupervisionPlan.make(embeddedPostgres: false, embeddedBroker: false, instances: [.validation: 2])
        var supervision = Supervision(plan: plan)
        _ = supervision.start()
        _ = supervision.handle(.started(guardian, pid: 10), at: .zero)
        #expect(supervision.handle(.ready(guardian), at: .zero) == [.prepare(.database)])
        #expect(supervision.handle(.prepared(.database), at: .zero) == [.prepare(.topics)])
        let launches = supervision.handle(.prepared(.topics), at: .zero)
        #expect(launches.count == ProcessRole.services.count + 1)
        #expect(launches.contains(.launch(ProcessName(role: .validation, instance: 2))))
    }

    @Test func aDeadServiceIsRestartedAtOnceAndThenEverLater() {
        var supervision = running()
        var delays: [Duration] = []
        for round in 0..<8 {
            let actions = supervision.handle(.exited(gateway, .signalled(SIGKILL)), at: .seconds(round))
            for case .restart(gateway, let delay) in actions { delays.append(delay) }
            #expect(supervision.handle(.restartDue(gateway), at: .seconds(round)) == [.launch(gateway)])
            _ = supervision.handle(.started(gateway, pid: CInt(500 + round)), at: .seconds(round))
        }
        #expect(delays.first == .zero)
        #expect(delays.dropFirst().first == .milliseconds(250))
        #expect(delays.dropFirst(2).first == .milliseconds(500))
        #expect(delays.last == .seconds(10))
        #expect(delays == delays.sorted())
    }

    @Test func whatAServiceHeldThatDiedIsFreeAtOnce() {
        var supervision = running()
        let pid = supervision.records[validation]?.pid ?? 0
        let death = supervision.handle(.exited(validation, .signalled(SIGKILL)), at: .seconds(1))
        #expect(death.contains(.endLease(ofProcess: pid)))
        // Who ends well has seen to it; the broker has none.
        for (name, ending) in [(gateway, Ending.exited(0)), (broker, .signalled(SIGKILL))] {
            let end = supervision.handle(.exited(name, ending), at: .seconds(1))
            #expect(!end.contains { if case .endLease = $0 { true } else { false } }, "\(name)")
        }
    }

    @Test func aProcessThatWasStartedAgainIsNotStartedTwice() {
        var supervision = running()
        _ = supervision.handle(.exited(gateway, .exited(1)), at: .seconds(1))
        #expect(supervision.handle(.restartDue(gateway), at: .seconds(1)) == [.launch(gateway)])
        #expect(supervision.handle(.restartDue(gateway), at: .seconds(1)) == [])
        _ = supervision.handle(.started(gateway, pid: 500), at: .seconds(1))
        #expect(supervision.handle(.restartDue(gateway), at: .seconds(1)) == [])
    }

    @Test func aLongLifeForgivesEarlierDeaths() {
        var supervision = running()
        for _ in 0..<4 {
            _ = supervision.handle(.exited(gateway, .exited(1)), at: .seconds(1))
            _ = supervision.handle(.restartDue(gateway), at: .seconds(1))
            _ = supervision.handle(.started(gateway, pid: 7), at: .seconds(1))
        }
        let actions = supervision.handle(.exited(gateway, .exited(1)), at: .seconds(100))
        #expect(actions.contains(.restart(gateway, after: .zero)))
    }

    @Test func theRestartIsAnnouncedInOneLine() {
        var supervision = running()
        let actions = supervision.handle(.exited(validation, .signalled(SIGKILL)), at: .seconds(1))
        #expect(actions.first == .announce("validation was ended by SIGKILL; starting it again at once"))
        _ = supervision.handle(.restartDue(validation), at: .seconds(1))
        _ = supervision.handle(.started(validation, pid: 77), at: .seconds(1))
        #expect(supervision.handle(.ready(validation), at: .seconds(2)) == [.announce("validation is ready again (pid 77)")])
    }

    @Test func whoDiesAgainAndAgainIsTold() {
        var supervision = running()
        var told: [String] = []
        for round in 0..<3 {
            let actions = supervision.handle(.exited(gateway, .signalled(SIGILL)), at: .seconds(round))
            for case .announce(let line) in actions { told.append(line) }
            _ = supervision.handle(.restartDue(gateway), at: .seconds(round))
            _ = supervision.handle(.started(gateway, pid: CInt(500 + round)), at: .seconds(round))
        }
        #expect(
            told == [
                "gateway was ended by SIGILL; starting it again at once",
                "gateway was ended by SIGILL; starting it again in 250 ms",
                "gateway was ended by SIGILL, 3 times in a row; starting it again in 500 ms",
            ])
    }

    @Test func wrongConfigurationEndsTheRun() {
        var supervision = Supervision(plan: .make(embeddedPostgres: true, embeddedBroker: true))
        _ = supervision.start()
        _ = supervision.handle(.started(guardian, pid: 10), at: .zero)
        _ = supervision.handle(.ready(guardian), at: .zero)
        _ = supervision.handle(.started(postgres, pid: 11), at: .zero)
        _ = supervision.handle(.started(broker, pid: 12), at: .zero)
        let actions = supervision.handle(.exited(broker, .exited(78)), at: .zero)
        #expect(actions.contains(.send(signal: SIGINT, to: postgres, pid: 11, group: false)))
        let failure = Supervision.Failure(process: broker, reason: "broker ended with exit code 78")
        #expect(supervision.phase == .stopping(failure: failure, atOnce: false))
    }

    @Test func neverReadyMeansGivenUp() {
        var supervision = Supervision(plan: .make(embeddedPostgres: false, embeddedBroker: true))
        _ = supervision.start()
        _ = supervision.handle(.started(guardian, pid: 10), at: .zero)
        _ = supervision.handle(.ready(guardian), at: .zero)
        for death in 1...4 {
            _ = supervision.handle(.started(broker, pid: 12), at: .zero)
            let actions = supervision.handle(.exited(broker, .exited(1)), at: .zero)
            #expect(actions.contains { if case .restart = $0 { true } else { false } }, "death \(death)")
            _ = supervision.handle(.restartDue(broker), at: .zero)
        }
        _ = supervision.handle(.started(broker, pid: 12), at: .zero)
        let actions = supervision.handle(.exited(broker, .exited(1)), at: .zero)
        #expect(!actions.contains { if case .restart = $0 { true } else { false } })
    }

    @Test func stoppingGoesFromTheDoorDown() {
        var supervision = running()
        var gone: Set<ProcessName> = []
        var order: [ProcessRole] = []
        var pending = supervision.handle(.stopRequested, at: .seconds(5))
        var failure: Supervision.Failure??
        while !pending.isEmpty {
            var next: [Supervision.Action] = []
            for action in pending {
                if case .send(_, let name, _, _) = action, gone.insert(name).inserted {
                    order.append(name.role)
                    next += supervision.handle(.exited(name, .exited(0)), at: .seconds(6))
                }
                if case .finish(let reason) = action { failure = reason }
            }
            pending = next
        }
        #expect(order == [.gateway] + ProcessRole.readers + [.broker, .postgres, .guardian])
        #expect(failure == .some(nil))
        #expect(supervision.phase == .stopped)
    }

    @Test func whoDoesNotStopIsInsistedOn() {
        var supervision = running()
        let first = supervision.handle(.stopRequested, at: .seconds(5))
        #expect(first.contains(.awaitGrace(gateway, step: 0, .seconds(25))))
        let second = supervision.handle(.graceEnded(gateway, step: 0), at: .seconds(30))
        #expect(second.contains { if case .send(SIGKILL, gateway, _, true) = $0 { true } else { false } })
        // A grace that ends after the process is gone changes nothing.
        _ = supervision.handle(.exited(gateway, .signalled(SIGKILL)), at: .seconds(20))
        #expect(supervision.handle(.graceEnded(gateway, step: 1), at: .seconds(35)) == [])
    }

    @Test func theSecondStopIsAtOnce() {
        var supervision = running()
        _ = supervision.handle(.stopRequested, at: .seconds(5))
        let actions = supervision.handle(.stopRequested, at: .seconds(6))
        let killed = actions.filter { if case .send(SIGKILL, _, _, true) = $0 { true } else { false } }
        #expect(killed.count == ProcessRole.allCases.count)
        #expect(supervision.handle(.stopRequested, at: .seconds(7)) == [])
    }

    @Test func everyProcessHasItsPlaceInTheOrderOfStopping() {
        let order = Array(StopSequence.order.joined())
        #expect(order.count == ProcessRole.allCases.count && Set(order) == Set(ProcessRole.allCases))
    }

    @Test func stoppingWaitsForALaunchUnderWay() {
        var supervision = Supervision(plan: .make(embeddedPostgres: false, embeddedBroker: true))
        _ = supervision.start()
        #expect(supervision.handle(.stopRequested, at: .zero) == [])
        let actions = supervision.handle(.started(guardian, pid: 10), at: .zero)
        #expect(actions.contains(.send(signal: SIGTERM, to: guardian, pid: 10, group: false)))
        #expect(supervision.handle(.exited(guardian, .exited(0)), at: .zero) == [.finish(failure: nil)])
    }

    @Test func theBrokersReadersStartAfterANewBroker() {
        var supervision = running()
        let readers = ProcessRole.readers.map { ProcessName(role: $0) }
        let death = supervision.handle(.exited(broker, .signalled(SIGKILL)), at: .seconds(1))
        #expect(death.contains(.restart(broker, after: .zero)))
        for name in readers {
            #expect(death.contains { if case .send(SIGTERM, name, _, false) = $0 { true } else { false } }, "\(name)")
        }
        // The new broker waits until all of them are gone.
        for name in readers {
            #expect(supervision.handle(.restartDue(broker), at: .seconds(1)) == [.restart(broker, after: .milliseconds(250))])
            #expect(supervision.handle(.exited(name, .exited(0)), at: .seconds(1)) == [])
        }
        #expect(supervision.handle(.restartDue(broker), at: .seconds(2)) == [.launch(broker)])
        _ = supervision.handle(.started(broker, pid: 700), at: .seconds(2))
        let rise = supervision.handle(.ready(broker), at: .seconds(2))
        #expect(rise == [.announce("broker is ready again (pid 700)")] + readers.map { .launch($0) })
    }

    @Test func aReaderThatDiesWithoutABrokerWaitsForIt() {
        var supervision = running()
        _ = supervision.handle(.exited(validation, .exited(1)), at: .seconds(1))
        _ = supervision.handle(.exited(broker, .exited(1)), at: .seconds(1))
        #expect(supervision.handle(.restartDue(validation), at: .seconds(1)) == [])
        #expect(supervision.records[validation]?.condition == .awaitingBroker)
    }

    @Test func aBrokerThatDiesAgainBeforeItIsReadyKeepsItsReadersWaiting() {
        var supervision = running()
        _ = supervision.handle(.exited(broker, .exited(1)), at: .seconds(1))
        for role in ProcessRole.readers {
            _ = supervision.handle(.exited(ProcessName(role: role), .exited(0)), at: .seconds(1))
        }
        _ = supervision.handle(.restartDue(broker), at: .seconds(1))
        _ = supervision.handle(.started(broker, pid: 700), at: .seconds(1))
        _ = supervision.handle(.exited(broker, .exited(1)), at: .seconds(1))
        // That it was ready is heard too late.
        #expect(supervision.handle(.ready(broker), at: .seconds(1)) == [])
        #expect(supervision.records[validation]?.condition == .awaitingBroker)
    }

    @Test func stoppingWhileTheBrokerIsGone() {
        var supervision = running()
        _ = supervision.handle(.exited(broker, .exited(1)), at: .seconds(1))
        let stop = supervision.handle(.stopRequested, at: .seconds(1))
        #expect(stop.contains { if case .send(SIGTERM, gateway, _, false) = $0 { true } else { false } })
        #expect(supervision.handle(.restartDue(broker), at: .seconds(1)) == [])
        _ = supervision.handle(.exited(gateway, .exited(0)), at: .seconds(1))
        var last: [Supervision.Action] = []
        for role in ProcessRole.readers {
            last = supervision.handle(.exited(ProcessName(role: role), .exited(0)), at: .seconds(1))
        }
        #expect(last.contains { if case .send(SIGINT, postgres, _, false) = $0 { true } else { false } })
    }

    @Test func noRestartDuringAStop() {
        var supervision = running()
        _ = supervision.handle(.exited(validation, .exited(1)), at: .seconds(1))
        _ = supervision.handle(.stopRequested, at: .seconds(1))
        #expect(supervision.handle(.restartDue(validation), at: .seconds(2)) == [])
    }

    @Test func aStartThatTakesTooLongNamesTheCulprit() {
        var supervision = Supervision(plan: .make(embeddedPostgres: true, embeddedBroker: true))
        _ = supervision.start()
        _ = supervision.handle(.started(guardian, pid: 10), at: .zero)
        _ = supervision.handle(.startTimedOut, at: .seconds(60))
        let failure = Supervision.Failure(process: guardian, reason: "guardian did not become ready in time")
        #expect(supervision.phase == .stopping(failure: failure, atOnce: false))
    }

    @Test func delaysStayBounded() {
        let policy = RestartPolicy()
        #expect(policy.delay(beforeRestart: .min) == .zero)
        #expect(policy.delay(beforeRestart: 1) == .zero)
        #expect(policy.delay(beforeRestart: 2) == policy.firstDelay)
        #expect(policy.delay(beforeRestart: .max) == policy.longestDelay)
    }

    @Test(arguments: [
        (Duration.milliseconds(250), "250 ms"), (.milliseconds(1500), "1.5 s"), (.seconds(10), "10 s"), (.seconds(180), "3 min"),
    ])
    func durationsReadWell(_ duration: Duration, _ text: String) {
        #expect(duration.shortText == text)
    }
}
