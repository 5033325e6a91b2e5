public import Domain
public import FoundationEssentials
import Postgres
public import PostgresStore
public import Shared
import Synchronization

/// The state of a delivery.
public struct DeliverySummary: Hashable, Sendable {
    public let key: DeliveryKey
    public let sequence: Int
    public let state: DeliveryState
    public let attempts: Int
    public let nextAt: Date?
    public let lastStatus: Int?
    public let lastError: String?
}

/// Deliveries without the stage that asks for them, for tests of what becomes of them.
public protocol DeliveryPlanning: Sendable {
    /// Plans them as the end of a work item does. Answers how many are new.
    func plan(_ deliveries: [PlannedDelivery]) async throws -> Int

    /// The deliveries of one submission, in order.
    func deliveries(of submission: SubmissionID) async throws -> [DeliverySummary]
}

extension DeliveryPlanning {
    /// To be told at once.
    public func plan(_ keys: [DeliveryKey]) async throws -> Int { try await plan(keys.map { PlannedDelivery($0) }) }
}

extension MemoryStore: DeliveryPlanning {
    public func plan(_ deliveries: [PlannedDelivery]) async throws -> Int {
        state.withLock { $0.plan(deliveries, at: now()) }
    }

    public func deliveries(of submission: SubmissionID) async throws -> [DeliverySummary] {
        state.withLock { state in
            state.deliveries.filter { $0.value.submission == submission }.map { key, delivery in
                DeliverySummary(
                    key: key, sequence: delivery.sequence, state: delivery.state, attempts: delivery.attempts,
                    nextAt: delivery.nextAt, lastStatus: delivery.lastStatus, lastError: delivery.lastError)
            }.sorted { ($0.sequence, $0.key.channel, $0.key.endpoint) < ($1.sequence, $1.key.channel, $1.key.endpoint) }
        }
    }
}

extension PostgresDeliveryStore: DeliveryPlanning {
    public func plan(_ deliveries: [PlannedDelivery]) async throws -> Int {
        guard let planning = Self.planning(deliveries) else { return 0 }
        return try await pool.execute(planning)
    }

    public func deliveries(of submission: SubmissionID) async throws -> [DeliverySummary] {
        try await pool.query(
            "select * from deliveries where submission_id = \(submission.uuid) order by sequence, channel, endpoint"
        ).map { row in
            guard let state = DeliveryState(rawValue: try row.decode("state")) else { throw UnknownState() }
            return DeliverySummary(
                key: DeliveryKey(
                    eventID: EventID(try row.decode("event_id", as: UUID.self)), channel: try row.decode("channel"),
                    endpoint: try row.decode("endpoint")),
                sequence: try row.decode("sequence"), state: state, attempts: try row.decode("attempts"),
                nextAt: try row.decodeIfPresent("next_at"), lastStatus: try row.decodeIfPresent("last_status"),
                lastError: try row.decodeIfPresent("last_error"))
        }
    }

    private struct UnknownState: Error {}
}
