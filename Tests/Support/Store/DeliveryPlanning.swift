public import Domain
import Postgres
public import PostgresStore
import Shared
import Synchronization

/// Deliveries without the stage that asks for them, for tests of what becomes of them.
public protocol DeliveryPlanning: Sendable {
    /// Plans them as the end of a work item does. Answers how many are new.
    func plan(_ deliveries: [PlannedDelivery]) async throws -> Int
}

extension DeliveryPlanning {
    /// To be told at once.
    public func plan(_ keys: [DeliveryKey]) async throws -> Int { try await plan(keys.map { PlannedDelivery($0) }) }
}

extension MemoryStore: DeliveryPlanning {
    public func plan(_ deliveries: [PlannedDelivery]) async throws -> Int {
        state.withLock { $0.plan(deliveries, at: now()) }
    }
}

extension PostgresDeliveryStore: DeliveryPlanning {
    public func plan(_ deliveries: [PlannedDelivery]) async throws -> Int {
        guard let planning = Self.planning(deliveries) else { return 0 }
        return try await pool.execute(planning)
    }
}
