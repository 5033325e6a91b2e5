import Domain
import EventLoop
import FoundationEssentials
import Postgres
import Shared
import Support
import Synchronization
import Testing

@testable import PostgresStore

/// What ends at the same time is written together.
@Suite(.timeLimit(.minutes(1))) struct GatheredEndsTests {
    @Test func callsThatComeMeanwhileAreTheNextBatch() async throws {
        let calls = CallBatcher<Int, Int>(limit: 4)
        let (began, release) = (AsyncSignal<Void>(), AsyncSignal<Void>())
        let batches = Mutex<[[Int]]>([])
        let perform: @Sendable ([Int]) async throws(StoreError) -> [Int] = { batch throws(StoreError) in
            batches.withLock { $0.append(batch) }
            began.send()
            if batch.contains(0) { try? await release.wait() }
            if batch.contains(7) { throw .corrupt("seven") }
            return batch.map { $0 * 10 }
        }
        try await withThrowingTaskGroup(of: (Int, Int?).self) { group in
            group.addTask { (0, try? await calls(0, perform)) }
            try await began.wait()
            // They come one after another, and gather behind the first.
            for number in 1...9 {
                group.addTask { (number, try? await calls(number, perform)) }
                try await eventually("call \(number) waits", isTrue: { calls.waiting == number })
            }
            release.send()
            var answers: [Int: Int] = [:]
            for try await (number, answer) in group { answers[number] = answer }
            // Those that were carried out with the one that failed have failed with it, and no others.
            #expect(answers == [0: 0, 1: 10, 2: 20, 3: 30, 4: 40, 9: 90])
        }
        #expect(batches.withLock { $0 } == [[0], [1, 2, 3, 4], [5, 6, 7, 8], [9]])
        #expect(try await calls(5, perform) == 50)
    }

    @Test func manyDeliveriesEndAsEachAlone() async throws {
        try await TestDatabase.runMigrated { database in
            let store = PostgresDeliveryStore(pool: database.pool, keys: nil)
            let leases = PostgresLeaseStore(pool: database.pool)
            let lease = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let other = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let endpoint = try #require(
                try await WebhookEndpointStore(pool: database.pool).create(
                    NewWebhookEndpoint(tenant: .standard, url: "https://example.org"), by: AuditOrigin(actor: "test"))
            ).record.id
            var keys: [DeliveryKey] = []
            for _ in 0..<60 {
                let event = try await SampleOutcome.record(over: database.pool)
                keys.append(DeliveryKey(eventID: event.id, channel: "webhook", endpoint: endpoint.description))
            }
            #expect(try await store.plan(keys) == 60)
            _ = try await store.claimDue(channel: "webhook", room: DeliveryRoom(limit: 100), excluding: [], lease)
            try await database.pool.query("update webhook_endpoints set failing_since = now()")
            let began = Date()
            let ready = keys
            // Every tenth is in another process's hands, every third is kept without a try, every fourth without an answer.
            let taken = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
                for index in ready.indices {
                    group.addTask {
                        let response = DeliveryTry.Response(address: "127.0.0.1:1", headers: [:], excerpt: "é", size: index)
                        let tried = DeliveryTry(
                            beganAt: began, duration: .milliseconds(index),
                            request: .init(target: "x", headers: ["a": "b"], size: index),
                            response: index.isMultiple(of: 4) ? nil : response)
                        return (
                            index,
                            try await store.end(
                                ready[index], .delivered(status: 200 + index % 5), tried: index.isMultiple(of: 3) ? nil : tried,
                                index.isMultiple(of: 10) ? other : lease)
                        )
                    }
                }
                var taken: Set<Int> = []
                for try await (index, isTaken) in group where isTaken { taken.insert(index) }
                return taken
            }
            #expect(taken == Set(ready.indices.filter { !$0.isMultiple(of: 10) }))
            let history = DeliveryHistory(pool: database.pool, keys: nil)
            for record in try await history.deliveries(DeliveryFilter(), limit: 100) {
                let index = try #require(ready.firstIndex(of: record.key))
                guard taken.contains(index) else {
                    #expect(record.state == .pending)
                    continue
                }
                #expect(record.state == .delivered && record.lastStatus == 200 + index % 5 && record.nextAt == nil)
                let tries = try #require(try await history.delivery(record.id)).tries
                #expect(tries.count == (index.isMultiple(of: 3) ? 0 : 1))
                if let tried = tries.first {
                    #expect(tried.attempt == 1 && tried.tried.request.size == index && tried.status == 200 + index % 5)
                    #expect(tried.tried.duration == .milliseconds(index))
                    #expect((tried.tried.response == nil) == index.isMultiple(of: 4))
                }
            }
            let healed = try await WebhookEndpointStore(pool: database.pool).endpoint(endpoint)?.record
            #expect(healed?.failingSince == nil)
            // Again is no news.
            #expect(try await !store.end(keys[1], .delivered(status: 200), tried: nil, lease))
        }
    }
}
