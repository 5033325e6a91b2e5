import Crypto
import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import HTTPServer
import Postgres
import PostgresStore
import Sealing
import ServiceRuntime
import Shared
import Support
import Telemetry
import Testing
import Webhooks

@testable import NotificationService

/// Endpoints of the database, told by the real loop.
@Suite(.timeLimit(.minutes(1))) struct StoredEndpointTests {
    private static let origin = AuditOrigin(actor: "operator:erna")

    /// What one process does about webhooks, with endpoints from the store.
    private struct Ground {
        let database: TestDatabase
        let store: WebhookEndpointStore
        let history: DeliveryHistory
        let deliveries: PostgresDeliveryStore
        let channel: WebhookChannel
        let loop: DeliveryLoop

        static func run(
            schedule: [Duration] = [.zero, .milliseconds(1), .milliseconds(1)], disableAfter: Duration = .seconds(86_400),
            limits: DeliveryLimits = DeliveryLimits(total: 16, perEndpoint: 2), timeout: Duration = .seconds(15),
            isSealing: Bool = false,
            _ body: (Ground) async throws -> Void
        ) async throws {
            try await TestDatabase.runMigrated { database in
                let on = database.group.next()
                let lease = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                    instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
                let sealing = SealingConfiguration(
                    provider: isSealing ? try KeyFile(parsing: Array(KeyFile.text(name: "test").utf8)) : nil)
                let store = WebhookEndpointStore(
                    pool: database.pool, keys: SealingKeyStore(pool: database.pool, sealing))
                let deliveries = PostgresDeliveryStore(pool: database.pool, keys: nil, disableAfter: disableAfter)
                let directory = StoredEndpoints(
                    store, beside: [], terms: WebhookTerms(addressGuard: .anyAddress, timeout: timeout))
                let channel = WebhookChannel(
                    directory,
                    WebhookSender(
                        decision: DeliveryDecision(schedule: RetryPolicy.ofDeliveries(schedule)), client: HTTPClient(loop: on))
                )
                let loop = DeliveryLoop(
                    channel, store: deliveries, lease: { lease }, limits: limits, on: on, logger: .silent,
                    metrics: MetricsRegistry())
                let task = on.spawn { try? await loop.run() }
                let ground = Ground(
                    database: database, store: store, history: DeliveryHistory(pool: database.pool, keys: nil),
                    deliveries: deliveries,
                    channel: channel, loop: loop)
                let result: Result<Void, any Error>
                do { result = .success(try await body(ground)) } catch { result = .failure(error) }
                await loop.stop()
                await task.value
                try result.get()
            }
        }

        func endpoint(
            _ url: String, events: [WebhookEvent] = [], journeys: [JourneyID] = [], fields: [String] = [],
            kind: WebhookKey.Kind = .symmetric
        ) async throws -> KeyedWebhookEndpoint {
            let new = NewWebhookEndpoint(
                tenant: .standard, url: url, events: events, journeys: journeys, fields: fields, kind: kind)
            return try #require(try await store.create(new, by: StoredEndpointTests.origin))
        }

        func outcome(_ type: EventType = .submissionNeedsInput) async throws -> RecordedEvent {
            try await SampleOutcome.record(over: database.pool, type: type)
        }

        func plan(_ event: RecordedEvent) async throws -> Int {
            let header = try EventReader.header(of: event.payload)
            let keys = try await channel.endpoints(for: header).map {
                DeliveryKey(eventID: event.id, channel: "webhook", endpoint: $0)
            }
            let count = try await deliveries.plan(keys)
            loop.notify()
            return count
        }

        func ended(_ endpoint: KeyedWebhookEndpoint) async throws -> DeliveryRecord {
            var filter = DeliveryFilter()
            filter.endpoint = endpoint.record.id.description
            return try await eventually("the delivery has ended") {
                try await history.deliveries(filter, limit: 1).first { $0.state != .pending }
            }
        }
    }

    @Test func theInstallationsEndpointHearsOfAllTenantsAndOfNoSandbox() async throws {
        try await TestDatabase.runMigrated { database in
            let store = WebhookEndpointStore(pool: database.pool)
            let configured = WebhookEndpoint(
                id: "configured", url: "https://acme.example/all", signer: .success(try Samples.signer()),
                addressGuard: .publicOnly, timeout: .seconds(1))
            let directory = StoredEndpoints(
                store, beside: [configured], terms: WebhookTerms(addressGuard: .publicOnly, timeout: .seconds(1)))
            for tenant in ["acme", "acme.test"] as [TenantID] {
                let new = NewWebhookEndpoint(tenant: tenant, url: "https://\(tenant).example/hook")
                let own = try #require(try await store.create(new, by: Self.origin)).record.id.description
                let isTest = tenant.isSandbox
                // Once from the store, and once from what was just read.
                for _ in 1...2 {
                    #expect(try await directory.endpoints(of: tenant).map(\.id) == (isTest ? [own] : [own, "configured"]))
                }
            }
        }
    }

    @Test func eachEndpointHearsWhatItWantsSignedByItsOwnKey() async throws {
        try await Ground.run { ground in
            let (all, some) = (try Receiver(ground.database.group), try Receiver(ground.database.group))
            let first = try await ground.endpoint(all.url)
            let second = try await ground.endpoint(some.url, events: [.outcome(.submissionAccepted)], kind: .asymmetric)
            let (needsInput, accepted) = (try await ground.outcome(), try await ground.outcome(.submissionAccepted))
            #expect(try await ground.plan(needsInput) == 1)
            #expect(try await ground.plan(accepted) == 2)
            #expect(try await ground.plan(accepted) == 0)
            #expect(try await Set(all.arrivals(2).map(\.id)) == [needsInput.id.description, accepted.id.description])
            let arrival = try await some.arrivals(1)[0]
            #expect(arrival.id == accepted.id.description)
            let signature = try #require(arrival.headers["webhook-signature"])
            #expect(signature.hasPrefix("v1a,") && !signature.contains(" "))
            let stamp = try #require(arrival.headers["webhook-timestamp"])
            let key = try #require(second.keys.first?.receiverText)
            let publicKey = try VerificationKey.ed25519(try #require(Base64.decode(key.dropFirst(5))))
            let bytes = try #require(Base64.decode(signature.dropFirst(4)))
            #expect(publicKey.isValid(bytes, for: Array("\(arrival.id).\(stamp).".utf8) + arrival.body))
            _ = try await ground.ended(first)
            await all.stop()
            await some.stop()
        }
    }

    @Test func aKeyThatNobodyCanOpenKeepsNoOtherEndpointFromBeingTold() async throws {
        try await Ground.run(isSealing: true) { ground in
            let receiver = try Receiver(ground.database.group)
            let (lost, other) = (try await ground.endpoint(receiver.url), try await ground.endpoint(receiver.url))
            try await ground.database.pool.execute(
                "update webhook_keys set secret = \(Bytes([1, 2, 3])) where endpoint = \(lost.record.id.description)")
            let before = Timestamp(Date()).adding(.seconds(-60))
            let event = try await ground.outcome()
            #expect(try await ground.plan(event) == 2)
            #expect(try await ground.ended(other).state == .delivered)
            let ended = try await ground.ended(lost)
            #expect(ended.state == .givenUp && ended.lastStatus == nil)
            #expect(
                ended.lastError == "The endpoint's key could not be read. What is sealed there cannot be opened any more.")
            // With another key it hears of what it has missed.
            let rotated = try #require(try await ground.store.rotate(lost.record.id, overlap: .zero, by: Self.origin))
            #expect(try await ground.history.recover(lost.record.id, since: before, by: Self.origin) == 1)
            // Endpoints are cached for a second, so it may be given up once more.
            let arrival = try await eventually("it is told") {
                ground.loop.notify()
                if receiver.arrivals.count < 2 {
                    _ = try await ground.history.recover(lost.record.id, since: before, by: Self.origin)
                }
                return receiver.arrivals.dropFirst().first
            }
            let stamp = try #require(arrival.headers["webhook-timestamp"].flatMap { Int($0) })
            #expect(
                arrival.headers["webhook-signature"]
                    == WebhookSigner([rotated.key]).signature(id: event.id.description, timestamp: stamp, body: arrival.body))
            await receiver.stop()
        }
    }

    @Test func aKeyThatIsAwayDelaysItsEndpointAlone() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group)
            let (away, other) = (try await ground.endpoint(receiver.url), try await ground.endpoint(receiver.url))
            try await ground.database.pool.execute(
                "update webhook_keys set is_sealed = true where endpoint = \(away.record.id.description)")
            #expect(try await ground.plan(try await ground.outcome()) == 2)
            #expect(try await ground.ended(other).state == .delivered)
            var filter = DeliveryFilter()
            filter.endpoint = away.record.id.description
            let waiting = try await eventually("it waits") {
                try await ground.history.deliveries(filter, limit: 1).first { $0.lastError != nil }
            }
            #expect(waiting.state == .pending && waiting.attempts == 0)
            #expect(waiting.lastError == "The endpoint's key could not be read.")
            #expect(receiver.arrivals.count == 1)
            await receiver.stop()
        }
    }

    @Test func ofAnotherJourneyNothingIsPlannedAndNothingIsRecovered() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group)
            let before = Timestamp(Date()).adding(.seconds(-60))
            let missed = try await ground.outcome()
            let own = try await ground.endpoint(receiver.url, journeys: ["sample"])
            let other = try await ground.endpoint(receiver.url, journeys: ["other"])
            let told = try await ground.outcome()
            #expect(try await ground.plan(told) == 1)
            #expect(try await ground.ended(own).key.eventID == told.id)
            #expect(try await ground.history.recover(other.record.id, since: before, by: Self.origin) == 0)
            #expect(try await ground.history.recover(own.record.id, since: before, by: Self.origin) == 1)
            ground.loop.notify()
            #expect(try await receiver.arrivals(2).map(\.id) == [told.id.description, missed.id.description])
            await receiver.stop()
        }
    }

    @Test func eachTryOfAnEventHasTheSameBytesWhateverIsWantedMeanwhile() async throws {
        try await Ground.run { ground in
            let (store, id) = (ground.store, AsyncSignal<WebhookEndpointID>())
            let receiver = try Receiver(ground.database.group) { number in
                guard number == 1 else { return .noContent }
                var change = WebhookEndpointChange()
                change.fields = ["attempt"]
                _ = try await store.change(try await id.wait(), to: change, by: Self.origin)
                return HTTPResponse(status: 500)
            }
            let endpoint = try await ground.endpoint(receiver.url, fields: ["state"])
            id.send(endpoint.record.id)
            _ = try await ground.plan(try await ground.outcome())
            let tries = try await receiver.arrivals(2)
            #expect(tries[0].body == tries[1].body)
            #expect(try CanonicalJSON.decode(JSONValue.self, from: tries[0].body)["data"] == ["state": "needs_input"])
            // What is planned from then on has what is wanted now.
            _ = try await ground.plan(try await ground.outcome())
            let next = try await receiver.arrivals(3)[2]
            #expect(try CanonicalJSON.decode(JSONValue.self, from: next.body)["data"] == ["attempt": 1])
            await receiver.stop()
        }
    }

    @Test func aRotatedKeySignsBesideTheOldOneUntilItsTimeIsOver() async throws {
        try await Ground.run { ground in
            let made = try await ground.endpoint("https://example.org")
            let rotated = try await ground.store.rotate(made.record.id, overlap: .seconds(60), by: Self.origin)
            #expect(rotated?.key.kind == .symmetric)
            let id = made.record.id
            let both = try #require(try await ground.store.endpoint(id))
            #expect(both.keys.map(\.bytes) == [rotated?.key.bytes, made.keys[0].bytes])
            let later = WebhookEndpointStore(pool: ground.database.pool) { Timestamp(Date()).adding(.seconds(61)) }
            #expect(try await later.endpoint(id)?.keys.map(\.bytes) == [try #require(rotated).key.bytes])
            // Without an overlap, at once: as when it has leaked. However often, few keys sign.
            for _ in 0..<5 { _ = try await ground.store.rotate(id, to: .asymmetric, overlap: .seconds(60), by: Self.origin) }
            #expect(try await ground.store.endpoint(id)?.keys.count == 3)
            let last = try await ground.store.rotate(id, overlap: .zero, by: Self.origin)
            #expect(last?.key.kind == .asymmetric)
            #expect(try await ground.store.endpoint(id)?.keys.map(\.bytes) == [try #require(last).key.bytes])
        }
    }

    /// Within one moment, and by a process whose clock is behind.
    @Test func theKeyThatWasMadeLastIsTheNewest() async throws {
        try await Ground.run { ground in
            let id = try await ground.endpoint("https://example.org").record.id
            let early = Timestamp(Date()).adding(.seconds(-5))
            let behind = WebhookEndpointStore(pool: ground.database.pool) { early }
            var made: [[UInt8]] = []
            for _ in 0..<3 {
                let rotated = try await behind.rotate(id, overlap: .seconds(60), by: Self.origin)
                made.append(try #require(rotated).key.bytes)
            }
            let keys = try #require(try await ground.store.endpoint(id)).keys
            #expect(keys.map(\.bytes) == made.reversed())
            #expect(Set(keys.map(\.createdAt)).count == 3)
        }
    }

    @Test func whatWasSentAndAnsweredIsKeptWithoutSecrets() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group) { number in
                number == 1
                    ? HTTPResponse(
                        status: 500, headers: ["Content-Type": "text/plain"],
                        body: .bytes(Array("no: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".utf8))) : .noContent
            }
            let endpoint = try await ground.endpoint(receiver.url + "?key=hidden")
            let event = try await ground.outcome()
            _ = try await ground.plan(event)
            let delivery = try await ground.ended(endpoint)
            #expect(delivery.state == .delivered && delivery.attempts == 2 && delivery.type == event.type)
            let tries = try #require(try await ground.history.delivery(delivery.id)).tries
            #expect(tries.map(\.attempt) == [1, 2] && tries.map(\.status) == [500, 204])
            let first = try #require(tries.first)
            #expect(first.tried.request.target == receiver.url + "?[removed]")
            #expect(first.tried.request.headers["webhook-id"] == event.id.description)
            #expect(first.tried.request.headers["webhook-signature"] == nil)
            #expect(first.tried.request.size == event.payload.count)
            #expect(first.tried.response?.excerpt == "no: whsec_[removed]")
            #expect(first.tried.response?.headers["content-type"] == "text/plain")
            #expect(first.tried.response?.address == "127.0.0.1:\(receiver.port)")
            #expect(first.error?.contains("500") == true && tries.last?.error == nil)
            // Of another tenant it is not.
            #expect(try await ground.history.delivery(delivery.id, of: "other") == nil)
            await receiver.stop()
        }
    }

    @Test func goneDisablesTheEndpointAndIsInTheTrail() async throws {
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group) { _ in HTTPResponse(status: 410) }
            let endpoint = try await ground.endpoint(receiver.url)
            _ = try await ground.plan(try await ground.outcome())
            #expect(try await ground.ended(endpoint).lastStatus == 410)
            let record = try #require(try await ground.store.endpoint(endpoint.record.id)).record
            #expect(!record.isEnabled && record.disabledBecause == .gone && record.state == "disabled")
            let entry = try await AuditStore(pool: ground.database.pool).entries(tenant: .standard, limit: 1)[0]
            #expect(entry.act.action == "webhook-endpoint.disable" && entry.act.basis == .policy)
            #expect(entry.act.note?.contains("410") == true)
            #expect(try await DeliveryOverview(pool: ground.database.pool).endpointStates()["disabled"] == 1)
            // Enabled again, it is as new.
            var change = WebhookEndpointChange()
            change.isEnabled = true
            #expect(try await ground.store.change(record.id, to: change, by: Self.origin)?.state == "enabled")
            await receiver.stop()
        }
    }

    @Test func anEndpointThatFailsForLongIsDisabledAndOneThatRecoversIsNot() async throws {
        try await Ground.run(
            schedule: [.zero] + [Duration](repeating: .milliseconds(20), count: 8), disableAfter: .milliseconds(1)
        ) {
            ground in
            let receiver = try Receiver(ground.database.group) { _ in HTTPResponse(status: 500) }
            let endpoint = try await ground.endpoint(receiver.url)
            _ = try await ground.plan(try await ground.outcome())
            let record = try await eventually("it is disabled") {
                try await ground.store.endpoint(endpoint.record.id).flatMap { $0.record.isEnabled ? nil : $0.record }
            }
            #expect(record.disabledBecause == .failing && record.failingSince != nil)
            #expect(try await ground.ended(endpoint).state == .givenUp)
            await receiver.stop()
        }
        try await Ground.run { ground in
            let receiver = try Receiver(ground.database.group) { $0 == 1 ? HTTPResponse(status: 500) : .noContent }
            let endpoint = try await ground.endpoint(receiver.url)
            _ = try await ground.plan(try await ground.outcome())
            _ = try await ground.ended(endpoint)
            #expect(try await ground.store.endpoint(endpoint.record.id)?.record.state == "enabled")
            await receiver.stop()
        }
    }

    @Test func whatAnEndpointMissedIsRecoveredOnce() async throws {
        try await Ground.run(schedule: [.zero]) { ground in
            let receiver = try Receiver(ground.database.group) { $0 == 2 ? HTTPResponse(status: 500) : .noContent }
            let before = Timestamp(Date()).adding(.seconds(-60))
            let early = try await ground.outcome(.submissionAccepted)
            let endpoint = try await ground.endpoint(receiver.url, events: [.outcome(.submissionAccepted)])
            let told = try await ground.outcome(.submissionAccepted)
            _ = try await ground.plan(told)
            _ = try await receiver.arrivals(1)
            let failed = try await ground.outcome(.submissionAccepted)
            _ = try await ground.plan(failed)
            _ = try await eventually("it is given up") {
                var filter = DeliveryFilter()
                filter.state = .givenUp
                return try await ground.history.deliveries(filter, limit: 2).first
            }
            _ = try await ground.outcome(.submissionRejected)
            let missed = try await ground.history.recover(endpoint.record.id, since: before, by: Self.origin)
            #expect(missed == 2)
            ground.loop.notify()
            let ids = try await receiver.arrivals(4).map(\.id)
            #expect(Set(ids.suffix(2)) == [early.id.description, failed.id.description])
            #expect(ids.prefix(2) == [told.id.description, failed.id.description])
            #expect(try await ground.history.recover(endpoint.record.id, since: before, by: Self.origin) == 0)
            #expect(try await ground.history.recover(.random(), since: before, by: Self.origin) == nil)
            await receiver.stop()
        }
    }

    @Test func aReceiverThatIsKilledAndComesBackInMidRunGetsEverything() async throws {
        try await Ground.run(schedule: [.zero] + [Duration](repeating: .milliseconds(20), count: 49)) { ground in
            let first = try Receiver(ground.database.group)
            _ = try await ground.endpoint(first.url)
            var ids: Set<String> = []
            for _ in 0..<40 {
                let event = try await ground.outcome()
                ids.insert(event.id.description)
                #expect(try await ground.plan(event) == 1)
                if ids.count == 10 {
                    _ = try await first.arrivals(1)
                    await first.stop()
                }
            }
            let second = try Receiver(ground.database.group, port: first.port)
            try await eventually(
                "everything has arrived",
                isTrue: {
                    Set((first.arrivals + second.arrivals).map(\.id)) == ids
                })
            var pending = DeliveryFilter()
            pending.state = .pending
            try await eventually(
                "everything is recorded",
                isTrue: {
                    try await ground.history.deliveries(pending, limit: 1).isEmpty
                })
            pending.state = .givenUp
            #expect(try await ground.history.deliveries(pending, limit: 1).isEmpty)
            await second.stop()
        }
    }

    @Test func hangingEndpointsDoNotDelayTheOthers() async throws {
        try await Ground.run(limits: DeliveryLimits(total: 6, perEndpoint: 2)) { ground in
            let release = AsyncSignal<Void>()
            let slow = try Receiver(ground.database.group) { _ in
                try await release.wait()
                return .noContent
            }
            let fast = try Receiver(ground.database.group)
            _ = try await ground.endpoint(slow.url)
            _ = try await ground.endpoint(fast.url)
            for _ in 0..<20 { _ = try await ground.plan(try await ground.outcome()) }
            // All of the fast one's, while the slow one holds its share and no more.
            #expect(try await fast.arrivals(20).count == 20)
            #expect(slow.arrivals.count == 2)
            release.send()
            _ = try await slow.arrivals(20)
            await slow.stop()
            await fast.stop()
        }
    }

    @Test func anOutcomeThatNobodyWasToldOfInTimeIsAnAlarm() async throws {
        try await Ground.run(schedule: [.zero, .seconds(3600)]) { ground in
            let receiver = try Receiver(ground.database.group) { _ in HTTPResponse(status: 500) }
            _ = try await ground.endpoint(receiver.url)
            let old = Timestamp(Date()).adding(.seconds(-7200))
            let event = try await SampleOutcome.record(over: ground.database.pool, at: old)
            _ = try await ground.plan(event)
            let fresh = try await ground.outcome()
            _ = try await ground.plan(fresh)
            let overview = DeliveryOverview(pool: ground.database.pool)
            let late = try await overview.overdue(deadline: .seconds(3600))
            #expect(late.map(\.event) == [event.id] && late.map(\.why) == [.undelivered])
            let metrics = MetricsRegistry()
            let watch = DeliveryWatch(
                overview, deadline: .seconds(3600), logger: .silent, metrics: metrics)
            #expect(try await watch.look() == Set(late))
            #expect(metrics.renderPrometheus().contains(#"docket_outcomes_overdue{why="undelivered"} 1"#))
            // Where another process looks, two would tell two numbers of one thing.
            watch.resign()
            #expect(metrics.renderPrometheus().contains(#"docket_outcomes_overdue{why="undelivered"} 0"#))
            #expect(try await watch.look() == Set(late))
            #expect(metrics.renderPrometheus().contains(#"docket_outcomes_overdue{why="undelivered"} 1"#))
            // Once somebody was told, it is none any more.
            try await ground.database.pool.execute("update deliveries set state = 'delivered' where event_id = \(event.id.uuid)")
            #expect(try await watch.look().isEmpty)
            #expect(metrics.renderPrometheus().contains(#"docket_outcomes_overdue{why="undelivered"} 0"#))
            await receiver.stop()
        }
    }
}
