import Domain
import EventLoop
import HTTPClient
import PostgresStore
import Shared
import Synchronization
import Telemetry
import Webhooks

/// Asks the journeys' call-outs, and commits their answers. `CallOutQuestion` makes the request, `CallOutAnswer` parses
/// the answer, and `CallOutBreaker` pauses failing services.
///
/// An answer is a guarded change of the version of the question. If a process dies between the answer and that change,
/// the next one asks again with the same `webhook-id`. If it dies after the change, the next one finds that the
/// submission has moved on.
final class CallOutChannel: DeliveryChannel {
    struct Ports: Sendable {
        let reader: any StageReader
        let questions: PostgresQuestionStore
        let stages: any StageStore
        /// The values read from a submission.
        let reading: @Sendable (Submission) async throws(StoreError) -> ReadingRecord?
        let lease: @Sendable () async throws -> Lease
        /// Called after a commit with events to publish.
        let committed: @Sendable () -> Void
    }

    let name = DeliveryKey.callOuts
    private let ports: Ports
    private let secrets: [WebhookSecret]
    private let addressGuard: AddressGuard
    private let client: HTTPClient
    private let metrics: CallOutMetrics
    private let time: any TimeSource
    private let random: @Sendable () -> Double
    private let logger: Logger
    private let breakers = Mutex<[Asked: CallOutBreaker]>([:])
    private let hasToldOfSecret = Mutex(false)

    /// The subject of a breaker. Each tenant has its own: a service's failures for one tenant say nothing for others.
    private struct Asked: Hashable {
        let tenant: TenantID
        let url: String
    }

    private static let remembered = 1000
    /// The rest of a question's time that is reserved for a last attempt at a paused service.
    private static let lastTry = Duration.seconds(2)
    /// The delays between attempts. The total time of the call-out bounds their number.
    private static let pauses = RetryPolicy.exponential(
        first: .milliseconds(500), limit: .seconds(60), maximumAttempts: 100_000, jitter: 0.2)
    /// The delay before a question without a secret is tried again.
    private static let withoutSecret = Duration.seconds(30)

    init(
        _ ports: Ports, secrets: [WebhookSecret], addressGuard: AddressGuard, client: HTTPClient, metrics: CallOutMetrics,
        logger: Logger, time: any TimeSource = SystemTime(), random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) {
        (self.ports, self.secrets, self.addressGuard, self.client) = (ports, secrets, addressGuard, client)
        (self.metrics, self.logger, self.time, self.random) = (metrics, logger, time, random)
    }

    /// Outcomes cause no questions.
    func endpoints(for event: EventHeader) async throws(StoreError) -> [String] { [] }

    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? {
        do throws(StoreError) {
            guard let subject = try await ports.reader.stageSubject(delivery.event.submission),
                subject.submission.version == delivery.event.sequence,
                let question = try await ports.questions.question(delivery.key)
            else { return Self.movedOn }
            guard let callOut = subject.callOut(askedBy: delivery.event.payload) else {
                return ToldDelivery(end: .givenUp(status: nil, error: "The journey of the submission asks nobody of that name."))
            }
            return try await ask(Asking(delivery, subject, callOut, question))
        } catch {
            return ToldDelivery(error, "What is to be asked could not be read, or the answer could not be stored.")
        }
    }

    /// A question and its subject.
    private struct Asking {
        let delivery: ClaimedDelivery
        let submission: Submission
        let callOut: CallOut
        let question: PlannedQuestion
        /// The rest of its time.
        let left: Duration

        init(_ delivery: ClaimedDelivery, _ subject: StageSubject, _ callOut: CallOut, _ question: PlannedQuestion) {
            (self.delivery, submission, self.callOut, self.question) = (delivery, subject.submission, callOut, question)
            left = .seconds(callOut.within) - question.age
        }

        var endpoint: String { delivery.key.endpoint }
        var asked: Asked { Asked(tenant: submission.tenant, url: callOut.url) }
        /// The time for one attempt.
        var limit: Duration { min(.seconds(callOut.timeout), left) }
    }

    private static let movedOn = ToldDelivery(
        end: .givenUp(
            status: nil, error: "The submission has moved on: it was answered, the time was over, or it was withdrawn."))

    private func ask(_ asking: Asking) async throws(StoreError) -> ToldDelivery? {
        guard asking.left > .zero else { return try await giveUp(asking, "The time was over before anybody answered.") }
        guard !secrets.isEmpty else {
            tellOfSecret()
            return ToldDelivery(
                end: .postponed(
                    after: min(asking.left, Self.withoutSecret),
                    error: "\(CallOutConfiguration.variable) is not set: nobody is asked without a signature."))
        }
        do throws(EndpointAddressFault) {
            _ = try EndpointAddress(asking.callOut.url, allowsPrivate: addressGuard.allowsPrivate)
        } catch {
            return try await giveUp(asking, "The URL \(error).")
        }
        if case .wait(let rest) = heed(asking, { $0.admit(at: time.now, limit: asking.limit) }) {
            // Where the rest would outlast the question it is asked once more all the same, just before its time is over.
            let pause = min(rest, asking.left - min(Self.lastTry, asking.limit))
            if pause > .zero {
                let words = "Too many tries in a row have failed; the call-out rests."
                return ToldDelivery(end: .postponed(after: pause, error: words), isUsual: true)
            }
        }
        let request: ClientRequest
        do throws(StoreError) {
            request = try await self.request(asking)
        } catch {
            heed(asking) { $0.abandoned() }
            throw error
        }
        return try await send(request, asking)
    }

    private func request(_ asking: Asking) async throws(StoreError) -> ClientRequest {
        let (callOut, event) = (asking.callOut, asking.delivery.event)
        let reading = callOut.after == .reading ? try await ports.reading(asking.submission) : nil
        let header: EventHeader
        let body: [UInt8]
        do {
            header = try EventReader.header(of: event.payload)
            body = try CallOutQuestion(callOut, header, asking.submission, reading: reading).encoded()
        } catch {
            throw .corrupt("a question: \(error)")
        }
        let (id, timestamp) = (event.id.description, Int(Timestamp(time.now).millisecondsSinceEpoch / 1000))
        let signer = WebhookSigner(callingOutTo: callOut.url, with: secrets)
        var request = ClientRequest(
            "POST", callOut.url,
            headers: [
                "content-type": "application/json", "accept": "application/json", "webhook-id": id,
                "webhook-timestamp": String(timestamp),
                "webhook-signature": signer.signature(id: id, timestamp: timestamp, body: body),
            ], body: .bytes(body))
        request.timeout = asking.limit
        request.connectTimeout = asking.limit
        request.maximumResponseBytes = CallOutAnswer.maximumBytes
        request.addressGuard = addressGuard
        request.trace = header.traceparent.flatMap { TraceContext(traceparent: $0) }?.child()
        return request
    }

    private func send(_ request: ClientRequest, _ asking: Asking) async throws(StoreError) -> ToldDelivery? {
        let (began, clock) = (time.now, ContinuousClock())
        let start = clock.now
        var response: ClientResponse?
        do throws(HTTPClientError) {
            response = try await client.send(request)
        } catch {
            if error.code == .cancelled || error.code == .closed {
                heed(asking) { $0.abandoned() }
                return nil
            }
            let tried = DeliveryTry(request, nil, beganAt: began, duration: clock.now - start)
            return try await failed(
                asking, "No answer: \(error.description).", isAway: !Self.withoutTrouble.contains(error.code), status: nil,
                retryAfter: nil, took: clock.now - start, tried, cause: error.detail)
        }
        guard let response else { return nil }
        // What it says may be of the person: of an answer nothing is kept but its head.
        let tried = DeliveryTry(request, response, beganAt: began, duration: clock.now - start, excerptLimit: 0)
        guard response.isSuccess else {
            let isRedirect = (300..<400).contains(response.status)
            return try await failed(
                asking, "It answered \(response.status)" + (isRedirect ? "; redirects are not followed." : "."),
                isAway: Self.isAway(response.status), status: response.status, retryAfter: response.headers["retry-after"],
                took: clock.now - start, tried)
        }
        let answer: CallOutAnswer
        do throws(CallOutFault) {
            answer = try CallOutAnswer(response.body, documents: asking.submission.documents)
        } catch {
            return try await failed(
                asking, "The answer \(error).", isAway: false, status: response.status, retryAfter: nil, took: clock.now - start,
                tried)
        }
        heed(asking) { $0.succeeded() }
        let result = answer.result(
            asking.callOut, askedAt: asking.question.plannedAt, endedAt: Timestamp(time.now),
            documents: asking.submission.documents)
        return try await commit(result, asking, then: .delivered(status: response.status), tried)
    }

    // MARK: - Ends

    /// Errors that do not count against the service: its answer was too large, or this process lacked resources.
    private static let withoutTrouble: Set<HTTPClientError.Code> = [.responseTooLarge, .outOfResources]

    /// Whether a status concerns other questions, too. A 400 may concern only this submission.
    private static func isAway(_ status: Int) -> Bool { status >= 500 || status == 408 || status == 429 }

    /// Retries after a pause, if the time allows. `isAway`: the failure concerns the service, not only this question.
    private func failed(
        _ asking: Asking, _ words: String, isAway: Bool, status: Int?, retryAfter: String?, took: Duration, _ tried: DeliveryTry,
        cause: String? = nil
    ) async throws(StoreError) -> ToldDelivery? {
        let now = time.now
        heed(asking) { isAway ? $0.failed(at: now) : $0.abandoned() }
        let wish = retryAfter.flatMap { RetryAfter.delay($0, now: Timestamp(now)) } ?? .zero
        let pause = Self.pauses.delay(afterAttempt: asking.delivery.attempt, random: random())
        guard let pause, max(pause, wish) < asking.left - took else {
            return try await giveUp(asking, words, status: status, tried, cause: cause)
        }
        return ToldDelivery(end: .retry(after: max(pause, wish), status: status, error: words), tried: tried, cause: cause)
    }

    /// Applies the journey's choice for a question without an answer.
    private func giveUp(
        _ asking: Asking, _ words: String, status: Int? = nil, _ tried: DeliveryTry? = nil, cause: String? = nil
    ) async throws(StoreError) -> ToldDelivery? {
        let result = CallOutResult(
            unanswered: asking.callOut, askedAt: asking.question.plannedAt, endedAt: Timestamp(time.now),
            documents: asking.submission.documents.map(\.id))
        return try await commit(result, asking, then: .givenUp(status: status, error: words), tried, cause: cause)
    }

    private func commit(
        _ result: CallOutResult, _ asking: Asking, then end: DeliveryEnd, _ tried: DeliveryTry?, cause: String? = nil
    ) async throws(StoreError) -> ToldDelivery? {
        let event = asking.delivery.event
        let asked = (try? EventReader.header(of: event.payload).traceparent).flatMap { TraceContext(traceparent: $0) }
        let commit = StageCommit(
            workItem: WorkItemKey(stage: .callOut, eventID: event.id), end: .done,
            transition: StageTransition(
                submission: asking.submission.id, expectedVersion: asking.submission.version, change: .answered(result),
                traceparent: asked?.child().traceparent),
            publishedAt: nil)
        let lease: Lease
        do {
            lease = try await ports.lease()
        } catch {
            return ToldDelivery(end: .postponed(after: .seconds(1), error: "This process has no lease."))
        }
        switch try await ports.stages.commit([commit], lease).first {
        case .applied:
            ports.committed()
            metrics.ended(asking.endpoint, result.record)
            return ToldDelivery(end: end, tried: tried, cause: cause)
        // What this try brought came too late, and what counts is what was there before.
        case .alreadyApplied, .conflict, .notFound, nil:
            return ToldDelivery(end: Self.movedOn.end, tried: tried, cause: cause)
        }
    }

    /// Logs once: without the secret every question arrives here again and again.
    private func tellOfSecret() {
        let isNew = hasToldOfSecret.withLock { hasTold in
            defer { hasTold = true }
            return !hasTold
        }
        guard isNew else { return }
        logger.error(
            "a journey asks somebody, and nobody is asked without a signature: set the variable for this service",
            ["variable": .string(CallOutConfiguration.variable)])
    }

    /// Uses the breaker of the question's service.
    @discardableResult
    private func heed<Result: Sendable>(_ asking: Asking, _ body: (inout CallOutBreaker) -> Result) -> Result {
        let (result, isClosed) = breakers.withLock { breakers in
            if breakers.count >= Self.remembered, breakers[asking.asked] == nil { breakers = [:] }
            var breaker = breakers[asking.asked] ?? CallOutBreaker()
            let result = body(&breaker)
            breakers[asking.asked] = breaker
            return (result, breaker.isClosed)
        }
        metrics.rests(asking.endpoint, !isClosed)
        return result
    }
}
