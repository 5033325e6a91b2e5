import Glibc

/// Decides what `docket up` does next. It starts nothing and knows no clock: it is told what happened and when, and
/// answers with what to do. `Supervisor` carries it out.
///
/// starting ──all stages ready──▶ running
///        │  └──gave up──┐              │ stop asked for
///        └──stop asked──┴─▶ stopping ◀─┘ ──all processes gone──▶ stopped
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
        /// The first asks for an orderly stop, the second for one at once.
        case stopRequested
    }

    enum Action: Sendable, Equatable {
        case launch(ProcessName)
        case restart(ProcessName, after: Duration)
        case prepare(Preparation)
        case send(signal: CInt, to: ProcessName, pid: CInt, group: Bool)
        case awaitGrace(ProcessName, step: Int, Duration)
        case announce(String)
        case everythingReady
        /// The last action of all; a reason when it was not asked for.
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

    /// Where one process stands.
    struct Record: Sendable, Equatable {
        enum Condition: Sendable, Equatable {
            case planned
            case launching
            case alive(pid: CInt, since: Duration)
            case ready(pid: CInt, since: Duration)
            case awaitingRestart
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
            case .planned, .launching, .awaitingRestart, .ended: nil
            }
        }
        var isGone: Bool { condition == .planned || condition == .awaitingRestart || condition == .ended }
    }

    private(set) var phase: Phase = .starting(stage: 0)
    private(set) var records: [ProcessName: Record]
    private let plan: SupervisionPlan
    private let policy: RestartPolicy
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

    private mutating func enterStage(_ index: Int) -> [Action] {
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

    private mutating func prepareStage(_ index: Int) -> [Action] {
        pendingPreparations = plan.stages[index].preparations
        return nextPreparation(after: index)
    }

    private mutating func nextPreparation(after stage: Int) -> [Action] {
        guard let next = pendingPreparations.first else { return enterStage(stage + 1) }
        return [.prepare(next)]
    }

    private mutating func prepared(_ preparation: Preparation) -> [Action] {
        guard case .starting(let stage) = phase, pendingPreparations.first == preparation else { return [] }
        pendingPreparations.removeFirst()
        return nextPreparation(after: stage)
    }

    private mutating func started(_ name: ProcessName, pid: CInt, at now: Duration) -> [Action] {
        records[name]?.condition = .alive(pid: pid, since: now)
        // It was being launched when the stop began.
        guard case .stopping = phase else { return [] }
        return continueStopping()
    }

    private mutating func becameReady(_ name: ProcessName) -> [Action] {
        guard case .alive(let pid, let since) = records[name]?.condition else { return [] }
        let again = records[name]?.hasBeenReady ?? false
        records[name]?.condition = .ready(pid: pid, since: since)
        records[name]?.hasBeenReady = true
        switch phase {
        case .starting(let stage):
            let ready = plan.stages[stage].processes.allSatisfy { records[$0]?.hasBeenReady ?? false }
            let isOfStage = plan.stages[stage].processes.contains(name)
            return ready && isOfStage && !again ? prepareStage(stage) : []
        case .running: return again ? [.announce("\(name) is ready again (pid \(pid))")] : []
        case .stopping, .stopped: return []
        }
    }

    private mutating func startTimedOut() -> [Action] {
        guard case .starting(let stage) = phase else { return [] }
        let waiting = plan.stages[stage].processes.first { !(records[$0]?.hasBeenReady ?? false) }
        let what = waiting.map { "\($0) did not become ready in time" } ?? "preparing took too long"
        return fail(Failure(process: waiting, reason: what))
    }

    // MARK: - Dying and restarting

    private mutating func exited(_ name: ProcessName, _ ending: Ending, at now: Duration) -> [Action] {
        guard var record = records[name] else { return [] }
        switch record.condition {
        case .alive(_, let since), .ready(_, let since):
            if now - since >= policy.stableAfter { record.deaths = 0 }
        case .planned, .launching, .awaitingRestart, .ended: break
        }
        record.deaths += 1
        if case .stopping = phase {
            record.condition = .ended
            records[name] = record
            return continueStopping()
        }
        let isHopeless = !record.hasBeenReady && record.deaths >= policy.deathsBeforeFirstReady
        if ending.isPermanent || isHopeless {
            record.condition = .ended
            records[name] = record
            return fail(Failure(process: name, reason: "\(name) \(ending)"))
        }
        let delay = policy.delay(beforeRestart: record.deaths)
        record.condition = .awaitingRestart
        records[name] = record
        return [.announce("\(name) \(ending); starting it again in \(delay.shortText)"), .restart(name, after: delay)]
    }

    private mutating func restartDue(_ name: ProcessName) -> [Action] {
        guard records[name]?.condition == .awaitingRestart else { return [] }
        switch phase {
        case .starting, .running:
            records[name]?.condition = .launching
            return [.launch(name)]
        case .stopping, .stopped: return []
        }
    }

    // MARK: - Stopping

    private mutating func fail(_ failure: Failure) -> [Action] {
        switch phase {
        case .starting, .running:
            phase = .stopping(failure: failure, atOnce: false)
            return continueStopping()
        case .stopping, .stopped: return []
        }
    }

    private mutating func stopRequested() -> [Action] {
        switch phase {
        case .starting, .running:
            phase = .stopping(failure: nil, atOnce: false)
            return continueStopping()
        case .stopping(let failure, atOnce: false):
            phase = .stopping(failure: failure, atOnce: true)
            let alive = plan.processes.filter { records[$0]?.pid != nil }
            return [.announce("stopping at once")] + alive.flatMap { lastStep(for: $0) }
        case .stopping, .stopped: return []
        }
    }

    /// Signals whoever is next in the order, once all that go before are gone.
    private mutating func continueStopping() -> [Action] {
        guard case .stopping(let failure, let atOnce) = phase else { return [] }
        for roles in StopSequence.order {
            let members = plan.processes.filter { roles.contains($0.role) && !(records[$0]?.isGone ?? true) }
            if members.isEmpty { continue }
            return members.flatMap { name -> [Action] in
                guard records[name]?.stopStep == nil else { return [] }
                return atOnce ? lastStep(for: name) : stopStep(0, for: name)
            }
        }
        phase = .stopped
        return [.finish(failure: failure)]
    }

    private mutating func lastStep(for name: ProcessName) -> [Action] {
        stopStep(StopSequence.steps(for: name.role).count - 1, for: name)
    }

    private mutating func stopStep(_ index: Int, for name: ProcessName) -> [Action] {
        let steps = StopSequence.steps(for: name.role)
        guard index < steps.count, let pid = records[name]?.pid else { return [] }
        records[name]?.stopStep = index
        let step = steps[index]
        return [
            .send(signal: step.signal, to: name, pid: pid, group: step.toGroup), .awaitGrace(name, step: index, step.grace),
        ]
    }

    private mutating func graceEnded(_ name: ProcessName, step: Int) -> [Action] {
        guard records[name]?.stopStep == step, records[name]?.pid != nil else { return [] }
        let next = stopStep(step + 1, for: name)
        return next.isEmpty ? [] : [.announce("\(name) does not stop; insisting")] + next
    }
}
