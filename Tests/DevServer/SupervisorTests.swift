import EventLoop
import Glibc
import Synchronization
import Testing

@testable import CommandSupport
@testable import DevServer

@Suite(.timeLimit(.minutes(1))) struct SupervisorTests {
    /// Real processes that wait to be told to stop.
    final class Shells: ProcessHost {
        let loop: EventLoop
        let starts = Mutex<[ProcessName: [ChildProcess]]>([:])
        let prepared = Mutex<[Preparation]>([])
        let ended = Mutex<[CInt]>([])
        let failing: Set<ProcessRole>

        init(loop: EventLoop, failing: Set<ProcessRole> = []) {
            self.loop = loop
            self.failing = failing
        }

        func start(_ name: ProcessName) async throws -> ChildProcess {
            if failing.contains(name.role) { throw CommandFailure(.startFailed, "no such thing") }
            var options = ChildProcess.Options(executable: "/bin/sleep", arguments: ["600"])
            options.ownProcessGroup = true
            options.parentDeathSignal = SIGKILL
            let child = try ChildProcess.spawn(options, on: loop)
            starts.withLock { $0[name, default: []].append(child) }
            return child
        }
        func isReady(_ name: ProcessName) async -> Bool { true }
        func prepare(_ preparation: Preparation) async throws { prepared.withLock { $0.append(preparation) } }
        func endLease(ofProcess pid: CInt) async { ended.withLock { $0.append(pid) } }
        func processesChanged(_ running: [ProcessName: CInt]) async {}
    }

    let policy = RestartPolicy(firstDelay: .milliseconds(1), longestDelay: .milliseconds(2), deathsBeforeFirstReady: 2)

    @Test func whatDiesIsStartedAgainAndAllIsStopped() async throws {
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let shells = Shells(loop: loop)
        let plan = SupervisionPlan.make(embeddedPostgres: false, embeddedBroker: true)
        let gateway = ProcessName(role: .gateway)
        let failure = try await loop.run {
            let again = AsyncSignal<Void>()
            let ready = AsyncSignal<Void>()
            let supervisor = Supervisor(plan: plan, policy: policy, host: shells, loop: loop, startTimeout: .seconds(60)) {
                switch $0 {
                case .everythingReady: ready.send(())
                case .line(let text): if text.contains("is ready again") { again.send(()) }
                }
            }
            loop.spawn {
                await ready.waitUncancelled()
                shells.starts.withLock { $0[gateway]?.first }?.signal(SIGKILL)
                await again.waitUncancelled()
                supervisor.stop()
            }
            return await supervisor.run()
        }
        #expect(failure == nil)
        #expect(shells.prepared.withLock { $0 } == [.database])
        let starts = shells.starts.withLock { $0 }
        #expect(starts[gateway]?.count == 2)
        #expect(shells.ended.withLock { $0 } == [starts[gateway]?.first?.pid])
        #expect(starts.count == plan.processes.count)
        #expect(starts.values.joined().allSatisfy { $0.status != nil })
        await group.shutdown()
    }

    @Test func whatCannotBeStartedEndsEverything() async throws {
        let group = try EventLoopGroup(threads: 1)
        let loop = group.next()
        let shells = Shells(loop: loop, failing: [.notification])
        let plan = SupervisionPlan.make(embeddedPostgres: false, embeddedBroker: false)
        let failure = try await loop.run {
            await Supervisor(plan: plan, policy: policy, host: shells, loop: loop, startTimeout: .seconds(60)) { _ in }.run()
        }
        #expect(failure?.process == ProcessName(role: .notification))
        #expect(failure?.reason == "notification could not be started: no such thing")
        #expect(shells.starts.withLock { $0 }.values.joined().allSatisfy { $0.status != nil })
        await group.shutdown()
    }
}
