import EventLoop
import FoundationEssentials
import Glibc
import HTTPClient
import Support
import Synchronization

/// One run: the suite, the clients and the faults beside each other; then quiet, and the verdict.
struct ChaosRun: Sendable {
    let settings: ChaosSettings
    let group: EventLoopGroup
    /// Tells whoever waits how it goes.
    let say: @Sendable (String) -> Void

    func run() async throws -> Report {
        let temporary = try TemporaryFolder("chaos")
        // Postgres runs as a user of its own when this runs as root.
        chmod(temporary.path, 0o755)
        let records = settings.folder ?? "\(temporary.path)/records"
        try FileManager.default.createDirectory(atPath: records, withIntermediateDirectories: true)
        let broker = try await Broker.choose(settings.environment, nodes: settings.nodes, folder: temporary.path)
        let database = try await Database.start(isPair: settings.hasStandby)
        var keys: KeysDatabase?
        let result: Result<Report, any Error>
        do {
            try await broker.start()
            if settings.hasKeysElsewhere { keys = try await KeysDatabase.start() }
            let started = keys
            result = .success(
                try await FilePlace.with(settings, in: temporary.path, on: group, say) { files in
                    try await run(on: broker, database, files, started, temporary.path, records: records)
                })
        } catch {
            result = .failure(error)
        }
        await broker.remove()
        await database.remove()
        await keys?.remove()
        return try result.get()
    }

    private func run(
        on broker: Broker, _ database: Database, _ files: FilePlace, _ keys: KeysDatabase?, _ folder: String, records: String
    ) async throws -> Report {
        let samples = try Samples(in: "\(folder)/samples")
        say("starting the suite on \(broker.title), \(settings.instances) of each worker")
        let clock = RunClock()
        let work = WorkInFlight()
        let receiver = try Receiver(group, clock: clock, log: try HistoryFile("\(records)/webhooks.jsonl")) {
            work.told($0.submission, event: $0.id)
        }
        let suite = try await Suite.start(
            Suite.Options(
                programs: settings.programs, folder: folder, instances: settings.instances, webhookURL: receiver.url,
                webhookSecret: receiver.secret, movesClocks: settings.movesClocks),
            on: broker, database, files, keys: keys)
        let result: Result<Report, any Error>
        do {
            let scene = Scene(suite: suite, receiver: receiver, work: work, samples: samples, records: records)
            try await suite.moveKeys()
            result = .success(try await perform(scene))
        } catch {
            result = .failure(Program.Failed(description: "\(error)\n\(suite.output.suffix(4000))"))
        }
        await suite.stop()
        if settings.folder != nil { keepLogs(of: suite, folder, records) }
        await receiver.stop()
        return try result.get()
    }

    private struct Scene {
        let suite: Suite
        let receiver: Receiver
        let work: WorkInFlight
        let samples: Samples
        let records: String
    }

    private func perform(_ scene: Scene) async throws -> Report {
        let clock = RunClock()
        let plan = try plan(for: scene.suite)
        if !scene.suite.broker.canBeStopped { say("nothing is done to the broker: DOCKET_TEST_KAFKA names no program that can") }
        say("\(plan.faults.count) faults in at least \(Int(plan.length)) s, \(settings.submissions) submissions")
        let schedule = Schedule(wanted: settings.submissions, over: plan.length)
        let clients = try (1...settings.clients).map { number in
            try Client(
                number, url: scene.suite.gatewayURL, http: HTTPClient(loop: group.next()), clock: clock,
                samples: scene.samples, work: scene.work, eraser: scene.suite.erase,
                log: try HistoryFile("\(scene.records)/client-\(number).jsonl"))
        }
        let injector = FaultInjector(
            scene.suite, scene.receiver, plan: plan, backlog: Backlog(rows: settings.backlog), clock: clock,
            log: try HistoryFile("\(scene.records)/faults.jsonl")
        ) { scene.work.count }

        let follower = Follower(
            gateway: scene.suite.gatewayURL, http: HTTPClient(loop: group.next()), clock: clock,
            log: try HistoryFile("\(scene.records)/stream.jsonl"))
        let following = Task { await follower.run() }
        defer { following.cancel() }
        let watch = try await BrokerWatch(scene.suite.broker, on: group.next(), clock: clock, folder: scene.records)
        let watching = Task { await watch?.run() }
        defer { watching.cancel() }
        try await warmUp(clients[0], scene)
        schedule.begin(at: clock.seconds)
        let progress = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(5))
                say(
                    "\(Int(clock.seconds)) s: \(injector.strikes.count) of \(plan.faults.count) faults, \(schedule.begun) begun, "
                        + "\(scene.work.accepted) accepted, \(scene.work.count) in flight, \(scene.receiver.count) webhooks")
            }
        }
        defer { progress.cancel() }
        try await withThrowingTaskGroup(of: Void.self) { running in
            for client in clients { running.addTask { await client.run { schedule.next() } } }
            do { try await injector.run() } catch {
                schedule.close()
                for client in clients { client.giveUp(at: 0) }
                throw error
            }
            schedule.close()
            let rest = Double(max(0, settings.submissions - schedule.begun)) / 10
            for client in clients { client.giveUp(at: clock.seconds + rest + Double(settings.patience)) }
            try await running.waitForAll()
        }
        try await settle(scene, clock)
        let left = try await rowsLeft(scene.suite)
        let audit = try await audit(scene.suite)
        try await settle(scene, clock)
        say("looking at what is there")
        await withTaskGroup(of: Void.self) { looking in
            for client in clients { looking.addTask { await client.lookAgain() } }
        }

        var judgement = Judge(
            steps: clients.flatMap(\.steps), webhooks: scene.receiver.webhooks, strikes: injector.strikes,
            brokerAbsences: BrokerWatch.absences(watch?.log.entries ?? []), streamed: follower.events,
            refusals: clients.flatMap(\.refusals) + follower.refusals
        ).judgement()
        let proof = try await logProof(scene, clock)
        if !proof.status.isSuccess {
            judgement.find(.contradicted, "docket verify --log \(proof.status): \(proof.text.prefix(2_000))\(proof.complaints)")
        }
        for id in try await scene.suite.keysLeft() { judgement.find(.readable, "\(id) was erased, and its key was left") }
        if try await scene.suite.keyCount() == 0 { judgement.find(.readable, "no submission has a key: nothing was sealed") }
        let letters = try await scene.suite.deadLetters()
        for letter in letters.text.split(separator: "\n") { judgement.find(.givenUp, String(letter)) }
        if !letters.status.isSuccess { judgement.find(.givenUp, "docket dlq list \(letters.status): \(letters.complaints)") }
        if left != 0 {
            judgement.find(.unmoved, "\(left.map { "\($0)" } ?? "unknown") rows that were piled up are not published")
        }
        if let audit, !audit.status.isSuccess { judgement.find(.unmoved, "docket reconcile --dry-run \(audit.status)") }
        return Report(
            seed: settings.seed, broker: scene.suite.broker.title, instances: settings.instances, submissions: schedule.begun,
            seconds: clock.seconds, audit: audit.map { $0.text + $0.complaints }, isGood: judgement.isGood,
            shareInFlight: judgement.shareInFlight, judgement: judgement, faults: FaultSummary.all(judgement.strikes))
    }

    /// Waits up to two minutes for the acts of the last erasures to become leaves: until then these cannot be told.
    private func logProof(_ scene: Scene, _ clock: RunClock) async throws -> Program.Result {
        let end = clock.seconds + 120
        while true {
            let proof = try await scene.suite.verifyLog()
            guard proof.status == .exited(5), clock.seconds < end else { return proof }
            try await Task.sleep(for: .seconds(5))
        }
    }

    /// The first of everything takes its time: groups form, connections are made. What strikes then tells nothing.
    private func warmUp(_ client: Client, _ scene: Scene) async throws {
        client.giveUp(at: client.clock.seconds + 120)
        try await Person(course: Course(number: 2, scene.samples), client: client).submit()
        try await eventually("the first submission ends", within: .seconds(120)) {
            scene.work.accepted > 0 && scene.work.count == 0
        }
        client.giveUp(at: .infinity)
    }

    /// Waits until everything has been told, as long as patience lasts, and then until nothing more comes.
    private func settle(_ scene: Scene, _ clock: RunClock) async throws {
        let end = clock.seconds + Double(settings.patience)
        var (last, since) = (scene.receiver.count, clock.seconds)
        // A delivery whose answer failed comes again after 2 seconds at most.
        while clock.seconds < end, scene.work.count > 0 || clock.seconds < since + 5 {
            try await Task.sleep(for: .milliseconds(100))
            if scene.receiver.count != last { (last, since) = (scene.receiver.count, clock.seconds) }
        }
    }

    /// How many of the rows that were piled up are left, when they have had as much time as everything else.
    private func rowsLeft(_ suite: Suite) async throws -> Int? {
        let start = ContinuousClock.now
        var left = try await suite.rowsLeft(of: Backlog(rows: settings.backlog))
        while left != 0, ContinuousClock.now - start < .seconds(settings.patience) {
            try await Task.sleep(for: .seconds(1))
            left = try await suite.rowsLeft(of: Backlog(rows: settings.backlog))
        }
        return left
    }

    /// What the product says of itself, until it has nothing in flight. It adds to the verdict and replaces none of it.
    private func audit(_ suite: Suite) async throws -> Program.Result? {
        say("docket reconcile --dry-run")
        var last = try await suite.audit()
        // Of the kind “unknown command”: this version has none.
        if last.status == .exited(64) { return nil }
        for _ in 0..<20 where !last.status.isSuccess {
            try await Task.sleep(for: .seconds(2))
            last = try await suite.audit()
        }
        return last
    }

    private func keepLogs(of suite: Suite, _ folder: String, _ records: String) {
        try? FileManager.default.copyItem(atPath: "\(folder)/home/logs", toPath: "\(records)/logs")
        try? Data(suite.output.utf8).write(to: URL(filePath: "\(records)/up.log"))
    }
}
