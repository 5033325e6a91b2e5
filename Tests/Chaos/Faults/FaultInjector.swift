import EventLoop
import Glibc
import Support
import Synchronization

/// What a fault did, and when.
struct Strike: Sendable, Codable {
    let kind: String
    let target: String
    /// Seconds since the run began.
    let at: Double
    /// When the fault itself was over: the process was continued, the broker started again.
    let over: Double
    /// Submits that had been accepted and not yet told of at that moment.
    let inFlight: Int

    var title: String { "\(kind) \(target)" }
}

/// Carries out a plan on a running suite.
final class FaultInjector: Sendable {
    let suite: Suite
    private let receiver: Receiver
    private let plan: FaultPlan
    let clock: RunClock
    private let backlog: Backlog
    private let inFlight: @Sendable () -> Int
    private let log: HistoryFile<Strike>
    private let busy = Mutex<Set<Target>>([])
    private let lastKilled = Mutex<[Target: CInt]>([:])

    /// A process that was killed is started again after some time, and waits longer when it is killed often. Nodes of a cluster that start
    /// together on a few cores take minutes.
    private var patience: Duration { suite.hasEmbeddedBroker ? .seconds(90) : .seconds(400) }

    init(
        _ suite: Suite, _ receiver: Receiver, plan: FaultPlan, backlog: Backlog, clock: RunClock, log: HistoryFile<Strike>,
        inFlight: @escaping @Sendable () -> Int
    ) {
        self.suite = suite
        self.receiver = receiver
        self.plan = plan
        self.backlog = backlog
        self.clock = clock
        self.log = log
        self.inFlight = inFlight
    }

    var strikes: [Strike] { log.entries }

    /// - Throws: `NotReached` when a process does not come back: the suite is broken.
    func run() async throws {
        try await withThrowingTaskGroup(of: Void.self) { lasting in
            for fault in plan.faults {
                try await Task.sleep(for: .seconds(fault.gap))
                let pid = try await aim(at: fault)
                try await waitForWork()
                let decoder = try await strikeDecoder(fault, pid)
                let (at, inFlight) = (clock.seconds, inFlight())
                try begin(fault, pid)
                lasting.addTask { [self] in
                    try await finish(fault, pid, decoder)
                    log.append(
                        Strike(
                            kind: fault.kind.rawValue, target: fault.target.description, at: at, over: clock.seconds,
                            inFlight: inFlight))
                    _ = busy.withLock { $0.remove(fault.place) }
                }
            }
            try await lasting.waitForAll()
        }
    }

    // MARK: - Aiming

    /// The process that the fault is for, once it runs and no other fault lasts on it. Zero for a broker that is no process of
    /// the suite's.
    private func aim(at fault: Fault) async throws -> CInt {
        try await eventually("\(fault.target) runs", within: patience, every: .milliseconds(20)) {
            if let end = suite.end { throw Hopeless(description: "docket up \(end) before \(fault)") }
            guard !busy.withLock({ $0.contains(fault.place) }) else { return nil }
            if [.receiver, .files, .keys].contains(fault.place) || fault.place == .broker && !suite.hasEmbeddedBroker
                || fault.place == .postgres && (suite.database.isPair || fault.kind == .schema)
            {
                return mark(fault.place, 0)
            }
            guard let pid = suite.pid(of: fault.target), LiveProcess.isRunning(pid),
                lastKilled.withLock({ $0[fault.target] }) != pid
            else { return nil }
            return mark(fault.place, pid)
        }
    }

    private func mark(_ target: Target, _ pid: CInt) -> CInt {
        _ = busy.withLock { $0.insert(target) }
        return pid
    }

    /// A fault that strikes an idle suite proves little: it waits a moment for work. Not for long, for nothing may be moving.
    private func waitForWork() async throws {
        for _ in 0..<1_000 where inFlight() == 0 { try await Task.sleep(for: .milliseconds(2)) }
    }

    // MARK: - Striking

    private func begin(_ fault: Fault, _ pid: CInt) throws {
        switch fault.kind {
        case .kill: try send(SIGKILL, pid, fault)
        case .zombie: try send(SIGSTOP, pid, fault)
        // What `pg_ctl stop -m immediate` sends.
        case .postgres: if pid != 0 { try send(SIGQUIT, pid, fault) }
        case .brokerDown, .backlog: if pid != 0 { try send(SIGSTOP, pid, fault) }
        case .clock: try suite.clocks?.move(pid, by: fault.jump)
        case .storm: suite.files.storm?.rage(true)
        case .brokerErased: if pid != 0 { try send(SIGKILL, pid, fault) }
        // Its end is awaited: `finish` takes it down.
        case .receiver, .brokerNode, .grow, .failover, .schema, .disk, .keys: break
        // A decoder was struck when there was one.
        case .slow, .childKilled: break
        }
        if [.kill, .postgres, .brokerErased].contains(fault.kind) { lastKilled.withLock { $0[fault.target] = pid } }
    }

    private func finish(_ fault: Fault, _ pid: CInt, _ decoder: CInt?) async throws {
        switch fault.kind {
        case .kill, .childKilled: return
        case .postgres: if pid == 0 { try await suite.database.crash() }
        case .failover:
            try await suite.database.failOver()
            try await Task.sleep(for: .seconds(fault.length))
            try await suite.database.followTheNewPrimary()
        case .schema: try await suite.alterTables(duringABackupOf: fault.length)
        case .zombie:
            try await Task.sleep(for: .seconds(fault.length))
            try send(SIGCONT, pid, fault)
        case .clock:
            try await Task.sleep(for: .seconds(fault.length))
            try suite.clocks?.move(pid, by: 0)
        case .disk:
            try await suite.files.disk?.fill()
            try await Task.sleep(for: .seconds(fault.length))
            try await suite.files.disk?.clear()
        case .storm:
            try await Task.sleep(for: .seconds(fault.length))
            suite.files.storm?.rage(false)
        case .keys: try await suite.keys?.crash(for: .seconds(fault.length))
        case .slow: try await rollWhileADocumentTakesLong(fault, pid, decoder)
        case .backlog:
            if pid == 0 { try await suite.broker.takeDown() }
            try await suite.pileUp(backlog)
            try await Task.sleep(for: .seconds(fault.length))
            if pid == 0 { try await suite.broker.start() } else { try send(SIGCONT, pid, fault) }
        case .brokerDown where pid != 0:
            try await Task.sleep(for: .seconds(fault.length))
            try send(SIGCONT, pid, fault)
        case .brokerDown:
            try await suite.broker.takeDown()
            try await Task.sleep(for: .seconds(fault.length))
            try await suite.broker.start()
        case .brokerNode:
            try await suite.broker.takeDown(node: fault.target.instance)
            try await Task.sleep(for: .seconds(fault.length))
            try await suite.broker.bringUp(node: fault.target.instance)
        case .grow: try await suite.growTopics()
        case .receiver:
            await receiver.takeDown()
            try await Task.sleep(for: .seconds(fault.length))
            try receiver.bringUp()
        case .brokerErased where pid != 0: return
        case .brokerErased:
            try await suite.broker.erase()
            try await suite.broker.start()
            // A new cluster has no topics; whoever operates it makes them.
            try await suite.makeTopics()
        }
    }

    func send(_ signal: CInt, _ pid: CInt, _ fault: Fault) throws {
        // One that ended by itself a moment ago is the suite's failure only if it does not come back.
        guard kill(pid, signal) == 0 || errno == ESRCH else {
            throw Program.Failed(description: "\(fault): \(String(cString: strerror(errno)))")
        }
    }
}
