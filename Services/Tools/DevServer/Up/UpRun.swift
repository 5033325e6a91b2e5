package import CommandLine
package import CommandSupport
import EventLoop
import Glibc
import Synchronization

/// One run of `docket up`, from the lock on its home to the last line.
package struct UpRun: Sendable {
    private let context: CommandContext
    private let arguments: ParsedArguments
    private let prepareErrand: (@Sendable () throws -> Errand)?

    /// Work that runs once everything is ready. Then everything is stopped.
    package struct Errand: Sendable {
        let webhookTarget: RunSettings.WebhookTarget
        let run: @Sendable (RunSettings) async -> ExitCode
        let end: @Sendable () async -> Void

        package init(
            webhookTarget: RunSettings.WebhookTarget, run: @escaping @Sendable (RunSettings) async -> ExitCode,
            end: @escaping @Sendable () async -> Void
        ) {
            self.webhookTarget = webhookTarget
            self.run = run
            self.end = end
        }
    }

    /// `errand`: created once the home is locked. Without one, everything runs until a signal comes.
    package init(context: CommandContext, arguments: ParsedArguments, errand: (@Sendable () throws -> Errand)? = nil) {
        self.context = context
        self.arguments = arguments
        prepareErrand = errand
    }

    package func run() async throws -> ExitCode {
        let began = ContinuousClock.now
        let home = HomeDirectory.current(arguments[UpOptions.home].text)
        try home.create()
        let lock = try HomeLock(home)
        defer { withExtendedLifetime(lock) {} }
        let placement = ClusterPlacement.decide(home: home)
        try await endLeftovers(Leftovers(home: home, postgresData: placement.dataFolder))
        let errand = try prepareErrand?()
        let settings = try RunPlanner(context: context, arguments: arguments, home: home, placement: placement)
            .settle(receiver: errand?.webhookTarget)
        announceStart(settings)
        context.output.showStatus("  preparing…")
        if let postgres = settings.postgres { try await postgres.prepare(on: context.loop) }
        context.output.showStatus("  starting…")

        let host = LocalHost(
            settings: settings, loop: context.loop, probe: ReadinessProbe(loop: context.loop),
            preparer: Preparer(context: context, settings: settings))
        let ready = AsyncSignal<Void>()
        let output = context.output
        let supervisor = Supervisor(
            plan: settings.plan, host: host, loop: context.loop, startTimeout: .seconds(arguments[UpOptions.startTimeout])
        ) { report in
            switch report {
            case .line(let text): output.line(output.style.warning("  \(text)"))
            case .everythingReady: ready.send(())
            }
        }
        let stopping = context.loop.spawn { await self.stopOnSignal(supervisor) }
        let errandResult = Mutex<ExitCode?>(nil)
        let work = context.loop.spawn {
            guard (try? await ready.wait()) != nil else { return }
            self.showReady(settings, host, supervisor, took: ContinuousClock.now - began)
            guard let errand else { return }
            let code = await errand.run(settings)
            errandResult.withLock { $0 = code }
            supervisor.stop()
        }
        let failure = await supervisor.run()
        stopping.cancel()
        work.cancel()
        await work.value
        await errand?.end()
        return try end(settings, failure, errand: errandResult.withLock { $0 })
    }

    // MARK: - Its parts

    /// Waits for an earlier run's guardian to end its leftover processes, and then ends the rest.
    private func endLeftovers(_ leftovers: Leftovers) async throws {
        guard !leftovers.lingering().isEmpty else { return leftovers.removeTraces() }
        context.output.line("  ending what an earlier run in this home left running")
        let left = try await context.group.blocking.run { leftovers.end() }
        guard let first = left.first else { return }
        throw CommandFailure(
            .startFailed, "\(first.name) (pid \(first.pid)) of an earlier run in \(leftovers.home.path) cannot be ended",
            advice: "End it by hand: kill -9 \(first.pid)")
    }

    private func announceStart(_ settings: RunSettings) {
        var parts = settings.plan.processes.map(\.description).filter { $0 != ProcessRole.guardian.rawValue }
        if settings.postgres == nil { parts.append("with the Postgres of DATABASE_URL") }
        if settings.brokerPort == nil { parts.append("with the Kafka of KAFKA_BOOTSTRAP_SERVERS") }
        context.output.line("Docket starts: \(parts.joined(separator: ", "))")
        if let folder = settings.postgres?.placement.folderOutsideOfHome {
            context.output.line("  Postgres's user cannot reach \(settings.home.path); its data lies in \(folder)")
        }
    }

    private func showReady(_ settings: RunSettings, _ host: LocalHost, _ supervisor: Supervisor, took: Duration) {
        context.output.clearStatus()
        let running = supervisor.running
        do throws(CommandFailure) {
            try host.writeEnvironmentFile(running)
        } catch {
            context.output.line(context.output.style.bad("  \(error)"))
        }
        let lines = UpScreen.lines(settings, running: running, took: took, style: context.output.style)
        for line in lines { context.output.line(line) }
    }

    private func stopOnSignal(_ supervisor: Supervisor) async {
        do {
            let signals = try SignalWatch(signals: Interruption.signals, on: context.loop)
            while true {
                _ = try await signals.next()
                context.output.clearStatus()
                context.output.line("Docket stops (once more to stop at once)")
                supervisor.stop()
            }
        } catch {
            // Cancelled: it has stopped already.
        }
    }

    private func end(_ settings: RunSettings, _ failure: Supervision.Failure?, errand: ExitCode?) throws -> ExitCode {
        unlink(settings.home.environmentFile)
        unlink(settings.home.recordsFile)
        guard let failure else {
            context.output.line("Docket has stopped; its data stays in \(settings.home.path)")
            return errand ?? .success
        }
        guard let process = failure.process else { throw CommandFailure(.startFailed, failure.reason) }
        let log = settings.home.logFile(process)
        var said = FileText.lastLine(log)
        if process.role == .postgres, let json = settings.postgres?.jsonLog { said = FileText.lastLine(json) ?? said }
        throw CommandFailure(
            .startFailed, failure.reason + (said.map { "; the last it said: \($0)" } ?? ""), advice: "Its log is \(log).")
    }
}
