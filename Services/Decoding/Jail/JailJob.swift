import EventLoop
import Glibc

/// The report on a finished job.
struct JobReport {
    /// The label of its metric.
    let end: String
    /// A failure that an operator should know of.
    let failure: JailError?
    /// Nil if the zygote died first.
    let usage: JobUsage?
}

/// A child of the jail, from its request to its end.
///
/// `@unchecked Sendable`: its state is touched only on the loop, which every method checks.
final class JailJob: @unchecked Sendable {
    struct Response {
        let message: JailResponse
        let payload: [UInt8]
    }

    /// The kind of its request, for the label of its metric.
    let kind: String
    /// The number of places that it occupies.
    let places: Int
    private let id: UInt64
    private let zygote: ZygoteProcess
    private let stream: StreamSocket
    private let stepDeadline: Duration
    /// The time left for all its steps.
    private var patience: Duration
    private let loop: EventLoop
    /// Set once we have killed the job.
    private var killedBecause: JailError?
    /// Set once the child has sent its last response.
    private var isAnswered = false
    private var endedWith: JobEnding?
    private var failure: JailError?
    private let start = ContinuousClock.now

    init(
        id: UInt64, kind: String, places: Int, zygote: ZygoteProcess, stream: StreamSocket, stepDeadline: Duration,
        patience: Duration, loop: EventLoop
    ) {
        self.id = id
        self.kind = kind
        self.places = places
        self.zygote = zygote
        self.stream = stream
        self.stepDeadline = stepDeadline
        self.patience = patience
        self.loop = loop
    }

    func send(_ request: JailRequest) async throws(JailError) {
        loop.preconditionOnLoop()
        do {
            let frame = JailFrame(header: WireCoding.encode(request))
            try await stream.write(try frame.prefix() + frame.header)
        } catch {
            throw await ended()
        }
    }

    /// The next response, within the deadlines for one step and for all steps. The latter bounds a child that sends
    /// something now and then without working.
    ///
    /// - Throws: `refused` if that is the response; otherwise the error of how the child ended.
    func response() async throws(JailError) -> Response {
        loop.preconditionOnLoop()
        if let failure { throw failure }
        let start = ContinuousClock.now
        let limit = min(stepDeadline, patience)
        let overdue = loop.spawn {
            guard (try? await self.loop.sleep(for: limit)) != nil else { return }
            self.kill(because: .deadlineExceeded)
        }
        defer {
            overdue.cancel()
            patience = max(.zero, patience - (ContinuousClock.now - start))
        }
        let result = await withTaskCancellationHandler {
            await readResponse()
        } onCancel: {
            loop.spawn { self.kill(because: .cancelled) }
        }
        if case .failure(let error) = result { failure = error }
        return try result.get()
    }

    /// For a response that is not allowed at this point.
    func unexpected() -> JailError {
        .protocolViolation(detail: "a response out of order")
    }

    /// Ends the child if it still runs, and waits for its end.
    ///
    /// - Returns: Why it was killed or how it crashed, if so, and its usage.
    func end() async -> JobReport {
        loop.preconditionOnLoop()
        stream.close()
        if !isAnswered { zygote.kill(job: id) }
        let usage = await ending()?.usage
        guard let failure, failure.refusal == nil else {
            return JobReport(end: isAnswered ? "answered" : "left", failure: nil, usage: usage)
        }
        let isForOperators =
            switch failure {
            case .deadlineExceeded, .exhausted, .crashed, .forbidden, .failed: true
            case .refused, .protocolViolation, .unproven, .unavailable, .zygoteDied, .cancelled: false
            }
        return JobReport(end: failure.label, failure: isForOperators ? failure : nil, usage: usage)
    }

    private func kill(because reason: JailError) {
        loop.preconditionOnLoop()
        guard killedBecause == nil, !isAnswered else { return }
        killedBecause = reason
        zygote.kill(job: id)
    }

    /// How the child ended; nil if the zygote died first. A child that has closed its socket or has answered is about to
    /// end, and is killed otherwise.
    private func ending() async -> JobEnding? {
        if let endedWith { return endedWith }
        let overdue = loop.spawn {
            guard (try? await self.loop.sleep(for: self.stepDeadline)) != nil else { return }
            self.zygote.kill(job: self.id)
        }
        defer { overdue.cancel() }
        endedWith = await zygote.ending(of: id)
        return endedWith
    }

    // MARK: - Reading

    private func readResponse() async -> Result<Response, JailError> {
        do {
            let prefix = try JailFramePrefix(parsing: try await read(JailFramePrefix.count))
            let message = try WireCoding.decode(JailResponse.self, from: try await read(prefix.headerBytes))
            let payload = try await read(prefix.payloadBytes)
            switch message {
            case .described, .page, .repaired, .chunk, .mail, .attachment: break
            case .facts, .finished, .proof, .text: isAnswered = true
            case .refused(let refusal):
                isAnswered = true
                return .failure(.refused(refusal.bounded()))
            }
            return .success(Response(message: message, payload: payload))
        } catch let fault as JailFrameFault where fault != .truncated {
            return .failure(.protocolViolation(detail: "not a frame: \(fault)"))
        } catch {
            return .failure(await ended())
        }
    }

    private func read(_ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        while bytes.count < count {
            let next = try await stream.read(maximum: min(count - bytes.count, 512 * 1024))
            if next.isEmpty { throw JailFrameFault.truncated }
            bytes += next
        }
        return bytes
    }

    /// The error for the missing answer.
    private func ended() async -> JailError {
        if let killedBecause, killedBecause != .deadlineExceeded { return killedBecause }
        let ending = await ending()
        if let killedBecause {
            return killedBecause == .deadlineExceeded && hasWorkedThroughout(ending?.usage) ? .exhausted : killedBecause
        }
        switch ending?.status {
        case .exited(DecoderExitCode.outOfMemory.rawValue), .signalled(SIGXCPU): return .exhausted
        case .exited(0): return .protocolViolation(detail: "the child ended without an answer")
        case .exited(let code): return .failed(exitCode: code)
        case .signalled(SIGSYS): return .forbidden
        case .signalled(let signal): return .crashed(signal: signal)
        case .notStarted(let errno): return .unavailable(detail: "no child could be forked: errno \(errno)")
        case nil: return .zygoteDied
        }
    }

    /// Whether the child had a processor most of the time, so that nothing else delayed it.
    private func hasWorkedThroughout(_ usage: JobUsage?) -> Bool {
        guard let usage else { return false }
        return .microseconds(usage.processorMicroseconds) > (ContinuousClock.now - start) / 2
    }
}
