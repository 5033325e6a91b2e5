import Glibc

/// Decides the next actions of `docket up`. It starts nothing and reads no clock: it is told the events and their times, and
/// returns actions, which `Supervisor` carries out.
///
/// starting ──all stages ready──▶ running
///        │  └──gave up──┐              │ stop asked for
///        └──stop asked──┴─▶ stopping ◀─┘ ──all processes gone──▶ stopped
///
/// When an embedded broker dies, its records are lost, and its readers' offsets become invalid: in the new broker the readers
/// would skip records with the same offsets. So the readers stop before the broker is restarted, and start after it. Then the
/// reconciler finds the lost events, which are emitted again.
struct Supervision: Sendable {
    enum Event: Sendable, Equatable {
        case started(ProcessName, pid: CInt)
        case ready(ProcessName)
        case exited(ProcessName, Ending)
        case restartDue(ProcessName)
        case prepared(Preparation)
        case preparationFailed(Preparation, reason: String)
        case graceEnded(ProcessName, step: Int)
        case startTimedOut
        /// The first request stops in order, the second at once.
        case stopRequested
    }

    enum Action: Sendable, Equatable {
        case launch(ProcessName)
        case restart(ProcessName, after: Duration)
        case prepare(Preparation)
        case send(signal: CInt, to: ProcessName, pid: CInt, group: Bool)
        case awaitGrace(ProcessName, step: Int, Duration)
        /// Frees the lease that the dead process held.
        case endLease(ofProcess: CInt)
        case announce(String)
        case everythingReady
        /// The last action; with a reason if the end was not requested.
        case finish(failure: Failure?)
    }

    struct Failure: Sendable, Equatable {
        let process: ProcessName?
        let reason: String
    }

    enum Phase: Sendable, Equatable {
        case starting(stage: Int)
        case running
        case stopping(failure: Failure?, atOnce: Bool)
        case stopped
    }

    /// The state of one process.
    struct Record: Sendable, Equatable {
        enum Condition: Sendable, Equatable {
            case planned
            case launching
            case alive(pid: CInt, since: Duration)
            case ready(pid: CInt, since: Duration)
            case awaitingRestart
            /// Starts again after the broker has.
            case awaitingBroker
            case ended
        }
        var condition = Condition.planned
        /// Deaths since it last ran stably.
        var deaths = 0
        var hasBeenReady = false
        var stopStep: Int?

        var pid: CInt? {
            switch condition {
            case .alive(let pid, _), .ready(let pid, _): pid
            case .planned, .launching, .awaitingRestart, .awaitingBroker, .ended: nil
            }
        }
        var isReady: Bool { if case .ready = condition { true } else { false } }
        var isGone: Bool { pid == nil && condition != .launching }
    }

    var phase: Phase = .starting(stage: 0)
    var records: [ProcessName: Record]
    let plan: SupervisionPlan
    let policy: RestartPolicy
    private var pendingPreparations: [Preparation] = []

    init(plan: SupervisionPlan, policy: RestartPolicy = RestartPolicy()) {
        self.plan = plan
        self.policy = policy
        records = Dictionary(uniqueKeysWithValues: plan.processes.map { ($0, Record()) })
    }

    mutating func start() -> [Action] { enterStage(0) }

    mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .started(let name, let pid): started(name, pid: pid, at: now)
        case .ready(let name): becameReady(name)
        case .exited(let name, let ending): exited(name, ending, at: now)
        case .restartDue(let name): restartDue(name)
        case .prepared(let preparation): prepared(preparation)
        case .preparationFailed(_, let reason): fail(Failure(process: nil, reason: reason))
        case .graceEnded(let name, let step): graceEnded(name, step: step)
        case .startTimedOut: startTimedOut()
        case .stopRequested: stopRequested()
        }
    }

    // MARK: - Starting

    mutating func enterStage(_ index: Int) -> [Action] {
        guard index < plan.stages.count else {
            phase = .running
            return [.everythingReady]
        }
        phase = .starting(stage: index)
        let stage = plan.stages[index]
        guard !stage.processes.isEmpty else { return prepareStage(index) }
        for name in stage.processes { records[name]?.condition = .launching }
        return stage.processes.map { .launch($0) }
    }

    mutating func prepareStage(_ index: Int) -> [Action] {
        pendingPreparations = plan.stages[index].preparations
        return nextPreparation(after: index)
    }

    mutating func nextPreparation(after stage: Int) -> [Action] {
        guard let next = pendingPreparations.first else { return enterStage(stage + 1) }
        return [.prepare(next)]
    }

    mutating func prepared(_ preparation: Preparation) -> [Action] {
        if case .starting(let stage) = phase, pendingPreparations.first == preparation {
            pendingPreparations.removeFirst()
            return nextPreparation(after: stage)
        }
        return []
    }

    mutating func started(_ name: ProcessName, pid: CInt, at now: Duration) -> [Action] {
        records[name]?.condition = .alive(pid: pid, since: now)
        switch phase {
        case .stopping: return continueStopping()  // It was being launched when the stop began.
        case .starting, .running: return name.role.readsFromBroker && isBrokerGone ? stopStep(0, for: name) : []
        case .stopped: return []
        }
    }

    mutating func becameReady(_ name: ProcessName) -> [Action] {
        guard case .alive(let pid, let since) = records[name]?.condition else { return [] }
        let again = records[name]?.hasBeenReady ?? false
        records[name]?.condition = .ready(pid: pid, since: since)
        records[name]?.hasBeenReady = true
        switch phase {
        case .starting(let stage):
            let ready = plan.stages[stage].processes.allSatisfy { records[$0]?.hasBeenReady ?? false }
            let isOfStage = plan.stages[stage].processes.contains(name)
            if ready, isOfStage, !again { return prepareStage(stage) }
        case .running: break
        case .stopping, .stopped: return []
        }
        guard again else { return [] }
        return [.announce("\(name) is ready again (pid \(pid))")] + (name.role == .broker ? launchReaders() : [])
    }

    mutating func startTimedOut() -> [Action] {
        guard case .starting(let stage) = phase else { return [] }
        let waiting = plan.stages[stage].processes.first { !(records[$0]?.hasBeenReady ?? false) }
        let what = waiting.map { "\($0) did not become ready in time" } ?? "preparing took too long"
        return fail(Failure(process: waiting, reason: what))
    }
}
