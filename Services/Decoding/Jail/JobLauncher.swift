import EventLoop
import Glibc
import Telemetry

/// Starts jobs, a bounded number at a time.
///
/// `@unchecked Sendable`: its state is touched only on the loop, which every method checks.
final class JobLauncher: @unchecked Sendable {
    private let configuration: JailConfiguration
    private let supervisor: ZygoteSupervisor
    private let loop: EventLoop
    private let logger: Logger
    private let metrics: JailMetrics?
    private let places: JobPlaces
    private var lastJob: UInt64 = 0

    init(configuration: JailConfiguration, supervisor: ZygoteSupervisor, loop: EventLoop, logger: Logger, metrics: JailMetrics?) {
        self.configuration = configuration
        self.supervisor = supervisor
        self.loop = loop
        self.logger = logger
        self.metrics = metrics
        places = JobPlaces(configuration.maximumConcurrentJobs, maximumWaiting: configuration.maximumWaitingJobs)
    }

    /// Runs a job from its start to its end.
    func withJob<Result: Sendable>(
        _ request: JailRequest, inputs: [JailInput], alone: Bool, _ body: (JailJob) async throws(JailError) -> Result
    ) async throws(JailError) -> Result {
        try await measuringJob(request, inputs: inputs, alone: alone, body).result
    }

    /// The same, with what the child has used; nil if the zygote died before it could tell.
    func measuringJob<Result: Sendable>(
        _ request: JailRequest, inputs: [JailInput], alone: Bool, _ body: (JailJob) async throws(JailError) -> Result
    ) async throws(JailError) -> (result: Result, usage: JobUsage?) {
        let job = try await open(request, inputs: inputs, alone: alone)
        do {
            let result = try await body(job)
            return (result, await close(job))
        } catch {
            await close(job)
            throw error
        }
    }

    /// Starts a job, without others beside it if `alone`, and sends its request. `close` must follow.
    func open(_ request: JailRequest, inputs: [JailInput], alone: Bool) async throws(JailError) -> JailJob {
        loop.preconditionOnLoop()
        let taken = try await places.take(alone: alone)
        let job: JailJob
        do {
            job = try launch(request, inputs, places: taken, from: try await supervisor.zygote())
        } catch {
            places.give(taken)
            throw error
        }
        do {
            try await job.send(request)
            return job
        } catch {
            await close(job)
            throw error
        }
    }

    /// Returns what the child has used, as far as that is known.
    @discardableResult
    func close(_ job: JailJob) async -> JobUsage? {
        loop.preconditionOnLoop()
        let report = await job.end()
        if let reason = report.failure {
            logger.warning(
                "a decoding child was killed or crashed", ["code": .string(reason.code), "detail": .string(reason.detail)])
        }
        metrics?.count(report, of: job.kind)
        places.give(job.places)
        return report.usage
    }

    private func launch(
        _ request: JailRequest, _ inputs: [JailInput], places: Int, from zygote: ZygoteProcess
    ) throws(JailError) -> JailJob {
        var files: [MemoryFile] = []
        var descriptors: [CInt] = []
        for input in inputs {
            switch input {
            case .descriptor(let descriptor): descriptors.append(descriptor)
            case .bytes(let bytes):
                let file = try MemoryFile(name: "docket-input", holding: bytes)
                files.append(file)
                descriptors.append(file.descriptor)
            }
        }
        let ours: CInt
        let theirs: CInt
        do {
            (ours, theirs) = try ControlSocket.streamPair()
        } catch {
            throw .unavailable(detail: "socketpair: errno \(error.errno)")
        }
        defer { Glibc.close(theirs) }
        lastJob += 1
        var limits = configuration.limits
        if let seconds = request.processorSeconds { limits.cpuSeconds = min(limits.cpuSeconds, seconds) }
        do {
            try zygote.start(job: lastJob, limits: limits, descriptors: [theirs] + descriptors)
        } catch {
            Glibc.close(ours)
            throw error
        }
        // The packet is on its way with handles of its own on the files.
        withExtendedLifetime(files) {}
        do {
            let stream = try StreamSocket.adopt(descriptor: ours, on: loop)
            return JailJob(
                id: lastJob, kind: request.kind, places: places, zygote: zygote, stream: stream,
                stepDeadline: configuration.stepDeadline,
                patience: configuration.patience, loop: loop)
        } catch {
            zygote.kill(job: lastJob)
            throw .unavailable(detail: "cannot watch the job's socket: \(error)")
        }
    }
}
