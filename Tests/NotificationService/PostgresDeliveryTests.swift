import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import HTTPServer
import PostgresStore
import Shared
import Support
import Telemetry
import Testing

@testable import NotificationService

/// The delivery loop over the real store.
@Suite(.timeLimit(.minutes(1))) struct PostgresDeliveryTests {
    @Test func twoProcessesTellOfEverythingInOrderThoughOneIsKilledAndTheReceiverFails() async throws {
        try await TestDatabase.runMigrated { database in
            let log = PostgresEventLog(pool: database.pool)
            let deliveries = PostgresDeliveryStore(pool: database.pool, keys: nil)
            let submissions = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            var events: [[RecordedEvent]] = []
            for _ in 0..<12 {
                let submission = try await submissions.submittedSample()
                events.append(try await log.events(of: submission.id, afterSequence: 0, limit: 100))
            }
            let planned = events.joined().map {
                DeliveryKey(eventID: $0.id, channel: "webhook", endpoint: WebhookConfiguration.endpointID)
            }

            let receiver = try Receiver(database.group) { number in
                number.isMultiple(of: 3) ? HTTPResponse(status: 500) : .noContent
            }
            let victim = try await Process(database, receiver.url)
            let survivor = try await Process(database, receiver.url)
            #expect(try await deliveries.plan(planned) == planned.count)
            victim.loop.notify()
            survivor.loop.notify()
            _ = try await receiver.arrivals(planned.count / 4)
            try await victim.kill()

            let summaries = try await eventually("everything is told") {
                var summaries: [DeliverySummary] = []
                for submission in events { summaries += try await deliveries.deliveries(of: submission[0].submission) }
                return summaries.contains { $0.state == .pending } ? nil : summaries
            }
            await survivor.stop()
            await receiver.stop()

            #expect(summaries.count == planned.count && summaries.allSatisfy { $0.state == .delivered })
            var seen: Set<String> = []
            let firsts = receiver.arrivals.map(\.id).filter { seen.insert($0).inserted }
            for submission in events {
                let ids = submission.map(\.id.description)
                #expect(firsts.filter(ids.contains) == ids)
            }
        }
    }

    /// What one process does about webhooks.
    private struct Process {
        let loop: DeliveryLoop
        private let lease: Lease
        private let leases: PostgresLeaseStore
        private let task: Task<Void, Never>

        init(_ database: TestDatabase, _ url: String) async throws {
            let on = database.group.next()
            let leases = PostgresLeaseStore(pool: database.pool)
            let lease = try await leases.acquireLease(instance: InstanceID(UUID()), service: "test", lasting: .seconds(600))
            let schedule = RetryPolicy.ofDeliveries([.zero] + [Duration](repeating: .milliseconds(1), count: 49))
            let loop = DeliveryLoop(
                WebhookChannel(
                    FixedEndpoints(endpoints: [try Samples.endpoint(url)]),
                    WebhookSender(
                        decision: DeliveryDecision(schedule: schedule),
                        client: HTTPClient(loop: on))), store: PostgresDeliveryStore(pool: database.pool, keys: nil),
                lease: { lease },
                limits: DeliveryLimits(total: 4), on: on, logger: .silent, metrics: MetricsRegistry())
            (self.lease, self.leases, self.loop) = (lease, leases, loop)
            task = on.spawn { try? await loop.run() }
        }

        func stop() async {
            await loop.stop()
            await task.value
        }

        /// Nothing more is recorded, and the lease ends.
        func kill() async throws {
            task.cancel()
            await task.value
            try await leases.releaseLease(lease)
        }
    }
}
