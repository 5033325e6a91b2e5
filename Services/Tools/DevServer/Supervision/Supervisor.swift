import CommandSupport
import EventLoop
import Glibc

/// Carries out the decisions of `Supervision` on one loop.
///
/// `@unchecked Sendable`: its state is used on its loop only, which every method that uses it checks.
final class Supervisor: @unchecked Sendable {
    /// An event to report while it runs.
    enum Report: Sendable {
        case line(String)
        case everythingReady
    }

    private let loop: EventLoop
    private let host: any ProcessHost
    private let report: @Sendable (Report) -> Void
    private let startTimeout: Duration
    private var supervision: Supervision
    private var children: [ProcessName: ChildProcess] = [:]
    private let started = ContinuousClock.now
    private let finished = AsyncSignal<Supervision.Failure?>()

    private static let readinessInterval = Duration.milliseconds(50)

    init(
        plan: SupervisionPlan, policy: RestartPolicy = RestartPolicy(), host: any ProcessHost, loop: EventLoop,
        startTimeout: Duration, report: @escaping @Sendable (Report) -> Void
    ) {
        self.loop = loop
        self.host = host
        self.report = report
        self.startTimeout = startTimeout
        supervision = Supervision(plan: plan, policy: policy)
    }

    /// Runs everything until a stop was requested or a failure ends it; returns when all processes have ended.
    func run() async -> Supervision.Failure? {
        loop.preconditionOnLoop()
        later(startTimeout, .startTimedOut)
        perform(supervision.start())
        return await finished.waitUncancelled()
    }

    /// The first call stops in order, the second at once.
    func stop() {
        loop.preconditionOnLoop()
        handle(.stopRequested)
    }

    /// The pids of the running processes.
    var running: [ProcessName: CInt] {
        loop.preconditionOnLoop()
        return children.mapValues(\.pid)
    }

    // MARK: - Events in, actions out

    private func handle(_ event: Supervision.Event) {
        loop.preconditionOnLoop()
        perform(supervision.handle(event, at: ContinuousClock.now - started))
    }

    private func perform(_ actions: [Supervision.Action]) {
        for action in actions {
            switch action {
            case .launch(let name): loop.spawn { await self.live(name) }
            case .restart(let name, let delay): later(delay, .restartDue(name))
            case .prepare(let preparation): loop.spawn { await self.prepare(preparation) }
            case .send(let signal, let name, _, let group):
                if group { children[name]?.signalGroup(signal) } else { children[name]?.signal(signal) }
            case .awaitGrace(let name, let step, let grace): later(grace, .graceEnded(name, step: step))
            case .endLease(let pid): loop.spawn { await self.host.endLease(ofProcess: pid) }
            case .announce(let text): report(.line(text))
            case .everythingReady: report(.everythingReady)
            case .finish(let failure): finished.send(failure)
            }
        }
    }

    private func later(_ delay: Duration, _ event: Supervision.Event) {
        loop.spawn {
            do { try await self.loop.sleep(for: delay) } catch { return }
            self.handle(event)
        }
    }

    /// One run of a process, from its start to its end.
    private func live(_ name: ProcessName) async {
        let child: ChildProcess
        do {
            child = try await host.start(name)
        } catch {
            let reason = (error as? CommandFailure)?.problem ?? String(describing: error)
            return handle(.exited(name, .notStarted(reason)))
        }
        children[name] = child
        handle(.started(name, pid: child.pid))
        await host.processesChanged(running)
        let probe = loop.spawn { await self.awaitReadiness(of: name, child) }
        let status = await child.wait()
        probe.cancel()
        // Whatever it started, and left behind, goes with it.
        _ = kill(-child.pid, SIGKILL)
        children[name] = nil
        await host.processesChanged(running)
        switch status {
        case .exited(let code): handle(.exited(name, .exited(code)))
        case .signalled(let signal): handle(.exited(name, .signalled(signal)))
        case .unobserved: handle(.exited(name, .notStarted("nobody saw how it ended")))
        }
    }

    private func awaitReadiness(of name: ProcessName, _ child: ChildProcess) async {
        while child.status == nil {
            if await host.isReady(name) {
                // The answer may have come from the life before.
                if child.status == nil { handle(.ready(name)) }
                return
            }
            do { try await loop.sleep(for: Self.readinessInterval) } catch { return }
        }
    }

    private func prepare(_ preparation: Preparation) async {
        do {
            try await host.prepare(preparation)
            handle(.prepared(preparation))
        } catch {
            handle(.preparationFailed(preparation, reason: String(describing: error)))
        }
    }
}
