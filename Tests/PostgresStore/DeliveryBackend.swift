import Crypto
import Domain
import FoundationEssentials
import PostgresStore
import Shared
import Support

/// What the ports of delivery are examined on: the real store, also by way of a pooler, and its memory double, by the
/// same tests.
enum DeliveryBackend: String, CaseIterable, Sendable {
    case memory, postgres, pooled

    func run(_ body: (DeliveryPorts) async throws -> Void) async throws {
        switch self {
        case .memory:
            let store = MemoryStore()
            try await body(
                DeliveryPorts(
                    leases: store, outbox: store, items: store, deliveries: store, events: store, stages: store,
                    reconciling: store, pauses: store
                ) { tenant, journey, owner in try store.submittedSample(owner: owner, tenant: tenant, journey: journey) })
        case .postgres, .pooled:
            try await TestDatabase.runMigrated(isPooled: self == .pooled) { try await body(.postgres($0)) }
        }
    }
}

struct DeliveryPorts: Sendable {
    let leases: any LeaseStore
    let outbox: any OutboxStore
    let items: any WorkItemInspection
    let deliveries: any DeliveryStore & DeliveryPlanning
    let events: any EventLog
    let stages: any StageStore & StageReader & KnownFiles & KnownPictures
    let reconciling: any ReconcileStore
    let pauses: any StagePausing
    /// A submission that was submitted: version 4, with upload.completed (3) and submission.submitted (4) in the outbox.
    let submitOf: @Sendable (TenantID, JourneyDefinition, InstanceID) async throws -> Submission

    func submit(_ owner: InstanceID) async throws -> Submission {
        try await submitOf(.standard, SampleSubmissions.journey, owner)
    }

    static func postgres(_ database: TestDatabase) -> DeliveryPorts {
        let pool = database.pool
        return DeliveryPorts(
            leases: PostgresLeaseStore(pool: pool), outbox: PostgresOutboxStore(pool: pool),
            items: PostgresWorkItemStore(pool: pool), deliveries: PostgresDeliveryStore(pool: pool, keys: nil),
            events: PostgresEventLog(pool: pool), stages: PostgresStageStore(pool: pool, source: "/docket/test"),
            reconciling: PostgresReconcileStore(pool: pool), pauses: PostgresStagePauseStore(pool: pool)
        ) { tenant, journey, owner in
            try await SubmissionStore(pool: pool, owner: owner, source: "/docket/test")
                .submittedSample(tenant: tenant, journey: journey)
        }
    }

    /// A lease that is alive, or one that has run out.
    func lease(alive: Bool = true, instance: InstanceID = InstanceID(UUID())) async throws -> Lease {
        try await leases.acquireLease(instance: instance, service: "test", lasting: alive ? .seconds(600) : .seconds(-1))
    }

    /// The event by which the sample was submitted.
    func submitted(_ submission: Submission) async throws -> RecordedEvent {
        guard let event = try await events.events(of: submission.id, afterSequence: 3, limit: 1).first else { throw NoEvent() }
        return event
    }

    /// Publishes everything that the lease may publish, as a relay would; returns what it was, in order.
    func publishAll(_ lease: Lease) async throws -> [OutboxRow] {
        var published: [OutboxRow] = []
        while true {
            let rows = try await outbox.claimRows(lease, limit: 100, excluding: []).rows
            guard !rows.isEmpty else { return published }
            _ = try await outbox.markPublished(rows.map { PublishedRow(position: $0.position, location: .sample) }, lease)
            published += rows
        }
    }

    struct NoEvent: Error {}
}

extension RecordLocation {
    static let sample = RecordLocation(cluster: "cluster", topic: "topic", partition: 1, offset: 7)
}
