import EventLoop
import Glibc

/// What is to be said of a job that is over.
struct JobReport {
    /// For a metric's label.
    let end: String
    /// What an operator should know of.
    let failure: JailError?
    /// Nil when the zygote went first.
    let usage: JobUsage?
}

/// One child of the jail, from its request to its end.
///
/// `@unchecked Sendable`: its state is touched only on the loop, which every method checks.
final class JailJob: @unchecked Sendable {
    struct Response {
        let message: JailResponse
        let payload: [UInt8]
    }

    /// What it was asked for: for a metric's label.
    let kind: String
    /// How many places it takes of those that there are.
    let places: Int
    private let id: UInt64
    private let zygote: ZygoteProcess
    private let stream: StreamSocket
    private let stepDeadline: Duration
    /// How long it may be waited for, all steps together.
    private var patience: Duration
    private let loop: EventLoop
    /// Set once the job has been killed by us.
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

    /// The next response, within the deadline for one step and for all of them: a child that gives a sign now and then, and nothing
    /// else, keeps its place no longer than one that works.
    ///
    /// - Throws: `refused` when that is the response; else how the child ended instead of answering.
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

    /// For a response that has no place at this point.
    func unexpected() -> JailError {
        .protocolViolation(detail: "a response out of order")
    }

    /// Ends the child if it has not ended, and waits until it has.
    ///
    /// - Returns: Why it was killed or how it crashed, if so, and what it has cost.
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

    /// How the child ended; nil when the zygote went first. One that has closed its socket or has answered is about to end; should
    /// it not, it is made to.
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
            case .page, .repaired, .chunk: break
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

    /// Why there is no answer.
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

    /// Whether the child had a processor for most of the time, and so was held up by nobody.
    private func hasWorkedThroughout(_ usage: JobUsage?) -> Bool {
        guard let usage else { return false }
        return .microseconds(usage.processorMicroseconds) > (ContinuousClock.now - start) / 2
    }
}
