import EventLoop
import Telemetry

/// Keeps one zygote running. It replaces a dead one, after longer delays if deaths continue.
///
/// `@unchecked Sendable`: its state is touched only on the loop, which every method checks.
final class ZygoteSupervisor: @unchecked Sendable {
    /// A zygote that lived this long counts as healthy, and resets the delay of replacements.
    private static let healthyLife = Duration.seconds(30)

    private let configuration: JailConfiguration
    private let loop: EventLoop
    private let logger: Logger
    private var running: ZygoteProcess?
    /// Set once the running zygote is ready. Renewed after the end of a ready zygote.
    private var readiness = AsyncSignal<Result<ZygoteProcess, JailError>>()
    private(set) var libraries: [String: String] = [:]
    private(set) var locks: JailLocks?
    private var supervision: Task<Void, Never>?
    private var isStopping = false

    init(configuration: JailConfiguration, loop: EventLoop, logger: Logger) {
        self.configuration = configuration
        self.loop = loop
        self.logger = logger
    }

    var isReady: Bool {
        loop.preconditionOnLoop()
        return (try? readiness.value?.get()) != nil
    }

    var processID: Int32? {
        loop.preconditionOnLoop()
        return running?.processID
    }

    /// Starts the first zygote, and waits for it.
    func start() async throws(JailError) {
        let first = try ZygoteProcess.spawn(configuration: configuration, on: loop)
        running = first
        supervision = loop.spawn { await self.supervise(first) }
        do {
            _ = try await zygote()
        } catch {
            await shutdown()
            throw error
        }
    }

    /// The zygote to fork from. Waits for its replacement if there is none.
    func zygote() async throws(JailError) -> ZygoteProcess {
        loop.preconditionOnLoop()
        if let known = readiness.value { return try known.get() }
        let readiness = readiness
        let outcome: Result<ZygoteProcess, JailError>
        do {
            outcome = try await withDeadline(configuration.startDeadline, on: loop) { try await readiness.wait() }
        } catch is CancellationError {
            throw .cancelled
        } catch {
            throw .unavailable(detail: "no zygote within \(configuration.startDeadline)")
        }
        return try outcome.get()
    }

    func shutdown() async {
        loop.preconditionOnLoop()
        isStopping = true
        refuseFromNowOn()
        running?.terminate()
        supervision?.cancel()
        await supervision?.value
        refuseFromNowOn()
    }

    private func refuseFromNowOn() {
        let refusal = Result<ZygoteProcess, JailError>.failure(.unavailable(detail: "the jail is shut down"))
        if !readiness.send(refusal) {
            readiness = AsyncSignal()
            readiness.send(refusal)
        }
    }

    private func supervise(_ first: ZygoteProcess) async {
        var next: ZygoteProcess? = first
        var deaths = 0
        while !isStopping {
            let clock = ContinuousClock()
            let started = clock.now
            if let zygote = next {
                let status = await live(zygote)
                if isStopping { break }
                if clock.now - started >= Self.healthyLife { deaths = 0 }
                logger.warning("the decoder's zygote ended and is replaced", ["status": .string(String(describing: status))])
            }
            let delay = restartDelay(afterDeaths: deaths)
            deaths += 1
            guard (try? await loop.sleep(for: delay)) != nil, !isStopping else { break }
            do {
                next = try ZygoteProcess.spawn(configuration: configuration, on: loop)
                running = next
            } catch {
                next = nil
                logger.error("the decoder's zygote cannot be started", ["detail": .string(error.detail)])
            }
        }
    }

    private func live(_ zygote: ZygoteProcess) async -> ExitStatus {
        let overdue = loop.spawn {
            guard (try? await self.loop.sleep(for: self.configuration.startDeadline)) != nil, self.readiness.value == nil else {
                return
            }
            self.logger.error("the decoder's zygote did not become ready in time")
            zygote.terminate()
        }
        let status = await zygote.serve { libraries, locks in
            self.libraries = libraries
            self.locks = locks
            logger.info(
                "the decoder's zygote is ready", libraries.reduce(into: [:]) { $0["library.\($1.key)"] = .string($1.value) })
            tell(locks)
            if let refusal = locks.refusal(requiring: configuration.requiredLocks) {
                readiness.send(.failure(.unavailable(detail: refusal)))
            } else {
                readiness.send(.success(zygote))
            }
        }
        overdue.cancel()
        // Who waits for one that never became ready waits for the next.
        if !isStopping, readiness.value != nil { readiness = AsyncSignal() }
        running = nil
        libraries = [:]
        locks = nil
        return status
    }

    private func tell(_ locks: JailLocks) {
        let enforced = LogValue.string(locks.enforced.map(\.rawValue).joined(separator: ", "))
        if configuration.requiredLocks.isEmpty {
            logger.warning(
                "DOCKET_DECODER_LOCKS is none: this service would go on without any lock of its jail; name seccomp at least")
        }
        let missing = LogValue.string(locks.missing.keys.map(\.rawValue).sorted().joined(separator: ", "))
        if locks.isWeak, let shortcoming = locks.shortcoming {
            logger.warning(
                "the jail is weak: a hostile document could do harm on this host",
                ["enforced": enforced, "missing": missing, "detail": .string(shortcoming)])
        } else {
            logger.info("the jail's locks", ["enforced": enforced, "missing": missing])
        }
    }

    /// Between a zygote's death and its replacement: it doubles with each further death.
    private func restartDelay(afterDeaths deaths: Int) -> Duration {
        min(.milliseconds(50) * (1 << min(deaths, 16)), .seconds(10))
    }
}
