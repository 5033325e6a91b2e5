import Domain
import EventLoop
import FoundationEssentials
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry

/// A whole installation on a virtual clock, and everything that happens to it, out of one number.
final class World: Sendable {
    let seed: UInt64
    let plant: SeededDefect?
    let faults: FaultPlan
    let isBacklogged: Bool
    /// How often a gateway looks whether a draft's time is over.
    let sweepInterval: Duration
    let scripts: [SubmissionID: Script]
    let scheduler: SimulationScheduler
    let server: SimulatedHost
    let trace: Trace
    let oracle: Oracle
    let database: SimulatedDatabase
    let broker: SimulatedBroker

    private struct State {
        var generator: SeededGenerator
        var ids: SeededGenerator
        var incarnations: [Incarnation] = []
        var processes: [SimulatedProcess] = []
        var personsLeft = 0
        var strikes = 0
        var isOver = false
    }

    private let state: Mutex<State>
    private let keepsTrace: Bool

    /// Faults strike within this time.
    static let stormyTime = Duration.seconds(25)
    /// What has not ended after this time never will.
    static let patience = Duration.seconds(400)

    /// With one or two of each service, as the seed decides, and so many gateways if it is not to decide on these.
    init(
        seed: UInt64, plant: SeededDefect? = nil, faults: FaultPlan? = nil, gateways: Int? = nil, keepsTrace: Bool = false,
        hasPersons: Bool = true
    ) {
        var generator = SeededGenerator(seed: seed)
        self.seed = seed
        self.plant = plant
        self.keepsTrace = keepsTrace
        let drawn = FaultPlan(drawnFrom: &generator)
        // One in fifty has nothing but more work than its processes can keep up with.
        isBacklogged = faults == nil && generator.chance(0.02)
        var plan = isBacklogged ? .none : faults ?? drawn
        // Who stands still for long enough in the middle of a request is rare, too.
        if plant == .changeWithoutClaim { plan.stops = 12 }
        self.faults = plan
        // What ends its process together with the handlers of another stage is rare, unless a defect needs it to show.
        let isCrowded = plant == .turnPerLoop
        let allowsPoison = plan.explainsRepetition && (generator.chance(0.3) || isCrowded)
        let count = !hasPersons ? 0 : isBacklogged ? 80 : 2 + generator.number(below: 7)
        let scripts = (0..<count).map { _ in Script(&generator, allowsPoison: allowsPoison) }
        self.scripts = Dictionary(uniqueKeysWithValues: scripts.map { ($0.id, $0) })
        let scheduler = SimulationScheduler(generator.split())
        self.scheduler = scheduler
        server = SimulatedHost("server", on: scheduler)
        trace = Trace(keepsLines: keepsTrace) { scheduler.now }
        database = SimulatedDatabase(server, faults: plan, generator: generator.split(), trace: trace)
        broker = SimulatedBroker(server, faults: plan, generator: generator.split(), trace: trace)
        oracle = Oracle(database.store, scripts: scripts, faults: plan, trace: trace)
        var roles: [(String, [Stage])] = []
        func add(_ name: String, _ stages: [Stage], _ wanted: Int? = nil) {
            let drawn = generator.chance(0.5) ? 2 : 1
            for number in 1...max(1, wanted ?? drawn) { roles.append(("\(name)-\(number)", stages)) }
        }
        sweepInterval = hasPersons ? .seconds(3) : .seconds(60)
        // What one gateway does is easy: most have several.
        add("gateway", [], gateways ?? (generator.chance(0.75) ? 2 + generator.number(below: 2) : 1))
        // What kills its process takes the handlers of every other loop in it down.
        if generator.chance(0.3) || isCrowded {
            add("worker", [.validation, .normalization, .reading])
        } else {
            add("validation", [.validation])
            add("normalization", [.normalization])
            add("reading", [.reading])
        }
        add("notification", [.notification])
        state = Mutex(State(generator: generator.split(), ids: generator.split(), personsLeft: scripts.count))
        let processes = roles.map { SimulatedProcess($0.0, stages: $0.1, in: self) }
        state.withLock { $0.processes = processes }
    }

    // MARK: - For its parts

    /// In half of the worlds a tenant's journey has a few places on a topic: most of what comes waits for its turn.
    var turns: TurnSettings { seed.isMultiple(of: 2) ? TurnSettings(underWay: 1 + Int(seed / 2 % 3)) : TurnSettings() }

    var rest: LeasePace.Rest? { Self.rest(of: seed) }

    /// In a third of the worlds all workers are of one service, so that most of them may rest.
    static func rest(of seed: UInt64) -> LeasePace.Rest? {
        guard seed.isMultiple(of: 3) else { return nil }
        return LeasePace.Rest(after: .seconds(1), pauses: .seconds(5)...(.seconds(10)), lease: .seconds(25), retry: .seconds(1))
    }

    var isOver: Bool { state.withLock { $0.isOver } }
    var processes: [SimulatedProcess] { state.withLock { $0.processes } }

    func makeIncarnation(_ name: String, unknownType: EventType?) -> Incarnation {
        let incarnation = Incarnation(name, instance: InstanceID(drawID()), unknownType: unknownType, on: scheduler)
        state.withLock { $0.incarnations.append(incarnation) }
        return incarnation
    }

    func draw<Value>(_ body: (inout SeededGenerator) -> Value) -> Value { state.withLock { body(&$0.generator) } }

    func drawID() -> UUID {
        state.withLock { state in
            let words = (state.ids.next(), state.ids.next())
            return withUnsafeBytes(of: words) { UUID(uuid: $0.load(as: uuid_t.self)) }
        }
    }

    func drawFraction() -> Double { draw { $0.fraction() } }

    /// Mostly short; at times so long that its partition goes to another in between.
    func drawEffort() -> Duration {
        if isBacklogged { return .milliseconds(1_500) }
        return draw {
            $0.chance(0.05) ? $0.duration(.seconds(1) ... .seconds(8)) : $0.duration(.milliseconds(1) ... .milliseconds(100))
        }
    }

    /// How long what a request brings is on its way: often longer than a claim is held that is not renewed.
    func drawTransfer() -> Duration {
        draw { $0.chance(0.4) ? $0.duration(.seconds(1) ... .seconds(9)) : $0.duration(.milliseconds(1) ... .milliseconds(100)) }
    }

    func logger(_ incarnation: Incarnation) -> Logger {
        guard keepsTrace else { return .silent }
        return Logger(label: incarnation.name, level: .debug, sink: TraceSink(trace: trace))
    }

    func struck() { state.withLock { $0.strikes += 1 } }

    func personLeft() { state.withLock { $0.personsLeft -= 1 } }

    // MARK: - A run

    func run() -> SimulationReport {
        for process in processes { process.start() }
        beat()
        scheduleFaults()
        for script in oracle.scripts { server.spawn { await Person(script, in: self).live() } }
        let end = scheduler.run(maximumJobs: 3_000_000) { self.hasSettled }
        if end != .over { oracle.complain("the run ended in a \(end)") }
        oracle.judge(broker: broker)
        let settledAt = scheduler.now
        close()
        return SimulationReport(
            seed: seed, violations: oracle.violations, digest: trace.digest, lines: trace.lines, jobs: scheduler.jobs,
            duration: settledAt, submissions: oracle.scripts.count, strikes: state.withLock { $0.strikes },
            publications: oracle.publicationCount, events: oracle.eventCount,
            emittedAgain: oracle.emittedAgainCount)
    }

    /// How many statements each process sends in a minute in which nobody comes.
    func idleMinute() -> [String: Int] {
        for process in processes { process.start() }
        beat()
        func run(until end: Duration) { _ = scheduler.run(maximumJobs: 3_000_000) { self.scheduler.now >= end } }
        run(until: .seconds(60))
        let before = database.asked
        run(until: .seconds(120))
        let asked = database.asked.merging(before) { $0 - $1 }
        close()
        return asked
    }

    /// Every process dies; none may hang on its way out.
    private func close() {
        state.withLock { $0.isOver = true }
        for process in processes { process.crash(restartAfter: nil) }
        let hosts = state.withLock { $0.incarnations.map(\.host) } + [server]
        let end = scheduler.run(maximumJobs: scheduler.jobs + 200_000) { hosts.allSatisfy { $0.tasks == 0 } }
        let left = hosts.filter { $0.tasks > 0 }.map(\.name)
        if end != .over { oracle.complain("cancelled tasks do not end (\(end)): \(left)") }
    }

    private func beat() {
        scheduler.schedule(after: .milliseconds(500)) { [self] in
            guard !isOver else { return }
            broker.beat()
            if isBacklogged { oracle.lookForStarvedRetries() }
            checkProgress()
            beat()
        }
    }

    /// Looked at now and then, for it is not cheap.
    private func checkProgress() {
        guard scheduler.now > Self.stormyTime else { return }
        if !scripts.isEmpty, state.withLock({ $0.personsLeft }) == 0, oracle.hasSettled { state.withLock { $0.isOver = true } }
        if scheduler.now > Self.patience {
            oracle.complain("not everything had ended after \(Self.patience)")
            state.withLock { $0.isOver = true }
        }
    }

    private var hasSettled: Bool { isOver }
}

/// Log lines among the trace's.
private struct TraceSink: LogSink {
    let trace: Trace

    func receive(_ record: LogRecord) {
        trace.remark(record.label, "[\(record.level)] \(record.message) \(record.fields)")
    }
}
