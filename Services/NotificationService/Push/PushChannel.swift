import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import PostgresStore
import Shared
import Telemetry
import Webhooks

/// Notifies persons on their devices by Apple's push service (“Sending notification requests to APNs”). `PushMessage`
/// writes the message, and `PushDecision` judges the answer.
struct PushChannel: DeliveryChannel {
    /// The device of the submission's token: its only endpoint.
    static let device = "device"
    /// The status of an outcome that a later message covers: Apple was not contacted.
    static let toldLater = 0
    private static let timeout = Duration.seconds(20)
    /// In bytes. Apple's answers have a reason and a time.
    private static let answerLimit = 16 * 1024
    private static let types = Set(MailTexts.told.map { EventType(entering: $0) })

    let name = "push"
    let configuration: PushConfiguration
    let reader: any StageReader
    let log: any EventLog
    let tokens: RetiredDeviceTokens
    let provider: ProviderTokens
    let client: HTTPClient
    var time: any TimeSource = SystemTime()
    var random: @Sendable () -> Double = { .random(in: 0..<1) }
    private let retired: Counter

    init(
        _ configuration: PushConfiguration, reader: any StageReader, log: any EventLog, tokens: RetiredDeviceTokens,
        client: HTTPClient, metrics: MetricsRegistry
    ) {
        (self.configuration, self.reader, self.log, self.tokens, self.client) = (configuration, reader, log, tokens, client)
        provider = ProviderTokens(configuration.identity)
        retired = metrics.counter(
            "docket_push_tokens_retired_total", "Devices that are told nothing more, by why.", labels: ["because"])
    }

    func endpoints(for event: EventHeader) async throws(StoreError) -> [String] {
        guard Self.types.contains(event.type) else { return [] }
        return try await planning([Self.device]) { () throws(StoreError) in
            guard let submission = try await reader.stageSubject(event.submission)?.submission,
                let text = submission.contact?.pushToken
            else { return false }
            // What is no token of Apple's is planned, and given up with its reason: nothing is left out in silence.
            guard let token = DeviceToken(text) else { return true }
            return try await !isRetired(token, submission)
        }
    }

    private func isRetired(_ token: DeviceToken, _ submission: Submission) async throws(StoreError) -> Bool {
        try await tokens.isRetired(token.digest(topic: configuration.topic), registeredAt: submission.createdAt)
    }

    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let order: (token: DeviceToken, message: PushMessage)
        do throws(StoreError) {
            switch try await self.order(for: delivery.event) {
            case .some(.success(let made)): order = made
            case .some(.failure(let unsendable)): return ToldDelivery(end: .givenUp(status: nil, error: unsendable.rawValue))
            case nil: return ToldDelivery(end: .delivered(status: Self.toldLater))
            }
        } catch {
            return .toPerson(error)
        }
        return await tell(order.message, order.token, delivery)
    }

    /// Why there is no message.
    private enum Unsendable: String, Error {
        case gone = "The submission is gone."
        case noToken = "The submission has no device token that is one of Apple's."
        case retired = "The device's token was retired: the app is gone from it, or it is not one of this app's."
        case unreadable = "The event cannot be read."
        case late = "The outcome is older than DOCKET_APNS_LIFETIME: nobody is told on a device any more."
    }

    /// Nil if a later outcome of the submission will be sent, which has everything that matters now.
    private func order(
        for event: RecordedEvent
    ) async throws(StoreError) -> Result<(token: DeviceToken, message: PushMessage), Unsendable>? {
        let later = try await log.events(of: event.submission, afterSequence: event.sequence, limit: 100)
        if later.contains(where: { Self.types.contains($0.type) }) { return nil }
        guard Timestamp(time.now) < expiration(of: event) else { return .failure(.late) }
        guard let subject = try await reader.stageSubject(event.submission) else { return .failure(.gone) }
        guard let token = subject.submission.contact?.pushToken.flatMap({ DeviceToken($0) }) else { return .failure(.noToken) }
        if try await isRetired(token, subject.submission) { return .failure(.retired) }
        guard let outcome = try? EventReader.event(SubmissionOutcome.self, from: event.payload).data,
            let message = PushMessage(outcome.state, event: event.id, of: subject)
        else { return .failure(.unreadable) }
        return .success((token, message))
    }

    private func expiration(of event: RecordedEvent) -> Timestamp { Timestamp(event.time).adding(configuration.lifetime) }

    private func tell(_ message: PushMessage, _ token: DeviceToken, _ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let (began, clock) = (time.now, ContinuousClock())
        let start = clock.now
        var response: ClientResponse?
        let answer: PushAnswer
        do {
            var bearer = try provider.current(at: Timestamp(time.now))
            var received = try await client.send(request(message, token, delivery.event, bearer))
            if Self.reason(of: received) == PushDecision.expired,
                let renewed = try provider.renewed(after: bearer, at: Timestamp(time.now))
            {
                bearer = renewed
                received = try await client.send(request(message, token, delivery.event, bearer))
            }
            answer = .response(
                status: received.status, reason: Self.reason(of: received), retryAfter: received.headers["retry-after"])
            response = received
        } catch let error as HTTPClientError {
            if error.code == .cancelled || error.code == .closed { return nil }
            answer = .failure(error)
        } catch {
            answer = .failure(HTTPClientError(code: .other, description: "the provider token cannot be signed"))
        }
        let now = Timestamp(time.now)
        let end = PushDecision.end(of: answer, attempt: delivery.attempt, now: now, random: random())
        if let because = end.retired {
            do throws(StoreError) {
                try await tokens.retire(
                    RetiredDeviceToken(digest: token.digest(topic: configuration.topic), because: because, retiredAt: now))
                retired.increment([because.rawValue])
            } catch {
                // Asked again, Apple says the same again.
                return ToldDelivery(error, "The device could not be retired.")
            }
        }
        return ToldDelivery(
            end: end.end, tried: tried(message, delivery.event, response, beganAt: began, duration: clock.now - start),
            cause: answer.cause)
    }

    /// The headers for Apple, with names in lower case as in HTTP/2.
    private func request(_ message: PushMessage, _ token: DeviceToken, _ event: RecordedEvent, _ bearer: String) -> ClientRequest
    {
        var headers = kept(message, event)
        headers.add("authorization", "bearer \(bearer)")
        var request = ClientRequest(
            "POST", "https://\(configuration.server)/3/device/\(token.hex)", headers: headers, body: .bytes(message.payload))
        request.version = .http2
        request.timeout = Self.timeout
        request.maximumResponseBytes = Self.answerLimit
        return request
    }

    /// The headers that may be stored.
    private func kept(_ message: PushMessage, _ event: RecordedEvent) -> ClientHeaders {
        [
            "apns-topic": configuration.topic, "apns-push-type": "alert", "apns-id": event.id.description,
            // What a device has not shown yet of a submission, the newest takes the place of.
            "apns-collapse-id": event.submission.description, "apns-priority": String(message.priority.rawValue),
            "apns-expiration": String(expiration(of: event).millisecondsSinceEpoch / 1000), "content-type": "application/json",
        ]
    }

    /// The stored part of an exchange, without the device's token and ours.
    private func tried(
        _ message: PushMessage, _ event: RecordedEvent, _ response: ClientResponse?, beganAt: Date, duration: Duration
    ) -> DeliveryTry {
        let headers = Dictionary(uniqueKeysWithValues: kept(message, event).map { ($0.name, $0.value) })
        return DeliveryTry(
            beganAt: beganAt, duration: duration,
            request: .init(
                target: "https://\(configuration.server)/3/device/\(Redaction.mask)", headers: headers,
                size: message.payload.count),
            response: response.map { response in
                .init(
                    address: response.remoteAddress,
                    headers: Dictionary(
                        uniqueKeysWithValues: ["apns-id", "retry-after"].compactMap { name in
                            response.headers[name].map { (name, Redaction.excerpt(Array($0.utf8), limit: 200)) }
                        }),
                    excerpt: Redaction.excerpt(response.body, limit: 1000), size: response.body.count)
            })
    }

    /// Apple's reason for a refusal: `{"reason": "Unregistered", "timestamp": 1793437507123}`.
    private static func reason(of response: ClientResponse) -> String? {
        struct Body: Decodable { let reason: String }
        guard response.status != 200, let reason = try? JSONDecoder().decode(Body.self, from: Data(response.body)).reason else {
            return nil
        }
        // A word of Apple's; nothing else comes into what operators read.
        return reason.utf8.count <= 64 && reason.allSatisfy { $0.isASCII && $0.isLetter } ? reason : nil
    }
}
