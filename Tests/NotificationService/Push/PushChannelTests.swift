import Configuration
import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import Postgres
import PostgresStore
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing

@testable import NotificationService

/// Messages handed to a push service over HTTP/2, with the tables that the service has.
@Suite(.timeLimit(.minutes(3))) struct PushChannelTests {
    private static let token = "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0"

    private struct Ground {
        let database: TestDatabase
        let server: PushServer
        let channel: PushChannel
        let metrics: MetricsRegistry
        let loop: EventLoop

        /// A submission of a person with a device.
        func submission(token: String = PushChannelTests.token, locale: String = "de") async throws -> SubmissionID {
            let submissions = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            return try await submissions.createSubmission(
                NewSubmission(
                    journey: SampleSubmissions.journey.id, locale: locale,
                    contact: Contact(email: "anna@example.org", pushToken: token)),
                journey: SampleSubmissions.journey, tenant: .standard
            ).id
        }

        func outcome(
            _ submission: SubmissionID, _ type: EventType = .submissionNeedsInput, sequence: Int = 50
        ) async throws -> RecordedEvent {
            try await SampleOutcome.record(over: database.pool, type: type, submission: submission, sequence: sequence)
        }

        func deliver(_ event: RecordedEvent, attempt: Int = 1) async throws -> ToldDelivery {
            try #require(
                await channel.deliver(
                    ClaimedDelivery(
                        key: DeliveryKey(eventID: event.id, channel: "push", endpoint: PushChannel.device), attempt: attempt,
                        event: event)))
        }

        func endpoints(_ event: RecordedEvent) async throws -> [String] {
            try await channel.endpoints(for: EventReader.header(of: event.payload))
        }
    }

    private func run(
        _ answers: [String: [PushServer.Answer]] = [:], reading: (any StageReader)? = nil, _ body: (Ground) async throws -> Void
    ) async throws {
        try await PushServer.run(answers) { server in
            try await TestDatabase.runMigrated { database in
                var reader = ConfigurationReader(environment: server.environment)
                let configuration = try #require(PushConfiguration(reading: &reader))
                try reader.finish()
                let loop = database.group.next()
                var limits = HTTPClientConfiguration()
                limits.certificateAuthorities = configuration.certificates
                limits.maximumConnectionsPerHost = 2
                let client = HTTPClient(loop: loop, configuration: limits)
                let metrics = MetricsRegistry()
                let channel = PushChannel(
                    configuration, reader: reading ?? PostgresStageStore(pool: database.pool, source: "/docket/test"),
                    log: PostgresEventLog(pool: database.pool), tokens: RetiredDeviceTokens(pool: database.pool), client: client,
                    metrics: metrics)
                try await body(Ground(database: database, server: server, channel: channel, metrics: metrics, loop: loop))
                await client.close()
            }
        }
    }

    @Test func aDeviceIsToldInThePersonsLanguage() async throws {
        try await run { ground in
            let submission = try await ground.submission()
            let event = try await ground.outcome(submission)
            #expect(try await ground.endpoints(event) == [PushChannel.device])
            let told = try await ground.deliver(event)
            #expect(told.end == .delivered(status: 200))
            let received = try #require(try ground.server.received.first)
            #expect(received.status == 200 && received.device == Self.token)
            #expect(received.keyID == PushServer.keyID && received.teamID == PushServer.teamID)
            #expect(received.headers["apns-id"] == event.id.description)
            #expect(received.headers["apns-collapse-id"] == submission.description)
            #expect(received.headers["apns-priority"] == "10" && received.headers["apns-topic"] == PushServer.topic)
            let payload = try #require(received.payload)
            #expect(payload.aps.alert.title == "Bitte senden Sie Dokumente noch einmal")
            #expect(payload.docket == ["submission": "\(submission)", "event": "\(event.id)", "state": "needs_input"])
            // What is kept of the try has neither the device's token nor ours.
            let tried = try #require(told.tried)
            #expect(tried.request.target.hasSuffix("/3/device/[removed]"))
            #expect(tried.response?.headers["apns-id"] == event.id.description)
            for secret in [Self.token, received.bearer, "anna"] { #expect(!"\(tried)".contains(secret)) }
        }
    }

    @Test func `a device whose token cannot be opened is planned, and waits for its key or is given up`() async throws {
        for (reader, end) in SealedReader.ends {
            try await run(reading: reader) { ground in
                let event = try await ground.outcome(try await ground.submission())
                #expect(try await ground.endpoints(event) == [PushChannel.device])
                #expect(try await ground.deliver(event).end == end)
            }
        }
    }

    @Test func requestsShareATokenAndAConnection() async throws {
        try await run { ground in
            var events: [RecordedEvent] = []
            for _ in 0..<20 { events.append(try await ground.outcome(ground.submission())) }
            let ready = events
            try await withThrowingTaskGroup(of: DeliveryEnd.self) { group in
                for event in ready { group.addTask { try await ground.deliver(event).end } }
                for try await end in group { #expect(end == .delivered(status: 200)) }
            }
            let received = try ground.server.received
            #expect(Set(received.map(\.bearer)).count == 1)
            #expect(Set(received.map(\.connection)).count <= 2)
            #expect(Set(received.compactMap { $0.headers["apns-id"] }) == Set(ready.map(\.id.description)))
        }
    }

    @Test func aTokenThatAppleCallsExpiredIsReplacedOnce() async throws {
        let expired = PushServer.Answer(status: 403, reason: "ExpiredProviderToken")
        try await run([Self.token: [expired, .init(status: 200), expired, .init(status: 200)]]) { ground in
            let event = try await ground.outcome(ground.submission())
            #expect(try await ground.deliver(event).end == .delivered(status: 200))
            let bearers = try ground.server.received.map(\.bearer)
            #expect(bearers.count == 2 && bearers[0] != bearers[1])
            // Apple calls the new one expired as well: another would not help, and it wants no more of them.
            guard case .retry(_, 403, let error) = try await ground.deliver(event).end else {
                Issue.record("not tried again")
                return
            }
            #expect(error.contains("ExpiredProviderToken"))
            #expect(try ground.server.received.map(\.bearer).suffix(1) == [bearers[1]])
            #expect(try await ground.deliver(event, attempt: 2).end == .delivered(status: 200))
        }
    }

    @Test(arguments: [
        (PushServer.Answer(status: 410, reason: "Unregistered"), "gone"),
        (PushServer.Answer(status: 400, reason: "BadDeviceToken"), "unknown"),
        (PushServer.Answer(status: 400, reason: "DeviceTokenNotForTopic"), "other_topic"),
    ])
    func aDeviceThatIsGoneIsToldNoMore(answer: PushServer.Answer, because: String) async throws {
        try await run([Self.token: [answer]]) { ground in
            let (first, other) = (try await ground.submission(), try await ground.submission())
            let event = try await ground.outcome(first)
            guard case .givenUp(answer.status, let error) = try await ground.deliver(event).end else {
                Issue.record("not given up")
                return
            }
            #expect(answer.reason.map { error.contains($0) } == true)
            // Neither of this submission nor of another that was made before; what had been planned is given up with its reason.
            let later = try await ground.outcome(other)
            #expect(try await ground.endpoints(later).isEmpty)
            guard case .givenUp(nil, let reason) = try await ground.deliver(later).end else {
                Issue.record("not given up")
                return
            }
            #expect(reason.contains("retired"))
            #expect(try ground.server.received.count == 1)
            #expect(
                ground.metrics.renderPrometheus().contains(#"docket_push_tokens_retired_total{because="\#(because)"} 1"#))
            let rows = try await ground.database.pool.query("select because, digest from retired_device_tokens")
            #expect(try rows.map { try $0.decode("because", as: String.self) } == [because])
            // Who submits again afterwards may have the app again.
            try await ground.database.pool.query("update retired_device_tokens set retired_at = retired_at - interval '1 hour'")
            let anew = try await ground.outcome(ground.submission())
            #expect(try await ground.endpoints(anew) == [PushChannel.device])
            #expect(try await ground.deliver(anew).end == .delivered(status: 200))
        }
    }

    @Test func whatIsNoTokenIsGivenUpWithItsReason() async throws {
        try await run { ground in
            let submission = try await ground.submission()
            // As an earlier version took them.
            try await ground.database.pool.query("update submissions set push_token = 'fcm:abc' where id = \(submission.uuid)")
            let event = try await ground.outcome(submission)
            #expect(try await ground.endpoints(event) == [PushChannel.device])
            guard case .givenUp(nil, let error) = try await ground.deliver(event).end else {
                Issue.record("told")
                return
            }
            #expect(error.contains("no device token"))
            let silent = try await ground.outcome(SubmissionID.random())
            #expect(try await ground.endpoints(silent).isEmpty)
            #expect(try ground.server.received.isEmpty)
        }
    }

    /// The way of every channel: planned once, told in order, once each, and shown to operators without a token.
    @Test func theLoopTellsEachOutcomeOnce() async throws {
        let busy = PushServer.Answer(status: 503, reason: "ServiceUnavailable", headers: ["retry-after": "0"])
        try await run([Self.token: [busy]]) { ground in
            let lease = try await PostgresLeaseStore(pool: ground.database.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let store = PostgresDeliveryStore(pool: ground.database.pool, keys: nil)
            let loop = DeliveryLoop(
                ground.channel, store: store, lease: { lease }, limits: DeliveryLimits(total: 8), on: ground.loop,
                logger: .silent, metrics: ground.metrics)
            let task = ground.loop.spawn { try? await loop.run() }
            let submission = try await ground.submission()
            let first = try await ground.outcome(submission, .submissionInReview, sequence: 50)
            let second = try await ground.outcome(submission, .submissionAccepted, sequence: 51)
            let planned = [first, second].map {
                PlannedDelivery(
                    DeliveryKey(eventID: $0.id, channel: "push", endpoint: PushChannel.device), after: ground.channel.delay)
            }
            #expect(try await store.plan(planned) == 2)
            #expect(try await store.plan(planned) == 0)
            loop.notify()
            var filter = DeliveryFilter()
            filter.channel = "push"
            let history = DeliveryHistory(pool: ground.database.pool, keys: nil)
            let ended = try await eventually("both have ended") {
                let found = try await history.deliveries(filter, limit: 10)
                return found.allSatisfy { $0.state == .delivered } ? found : nil
            }
            await loop.stop()
            await task.value
            // The first says nothing that the second does not say better.
            #expect(ended.first { $0.key.eventID == first.id }?.lastStatus == PushChannel.toldLater)
            let told = try #require(ended.first { $0.key.eventID == second.id })
            #expect(told.lastStatus == 200 && told.attempts == 2 && told.key.endpoint == PushChannel.device)
            let received = try ground.server.received
            #expect(received.map(\.status) == [503, 200])
            #expect(Set(received.compactMap { $0.headers["apns-id"] }) == [second.id.description])
            let tries = try #require(try await history.delivery(told.id)).tries
            #expect(tries.count == 2 && tries.allSatisfy { $0.tried.request.target.hasSuffix("/3/device/[removed]") })
            #expect(!"\(tries)".contains(Self.token))
        }
    }
}
