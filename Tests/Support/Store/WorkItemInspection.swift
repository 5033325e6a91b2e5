public import Domain
public import FoundationEssentials
import Postgres
public import PostgresStore
public import Shared
import Synchronization

/// A parked or waiting item.
public struct WorkItemSummary: Sendable {
    public let key: WorkItemKey
    public let submission: SubmissionID
    public let attempts: Int
    public let isParked: Bool
    public let retryAt: Date?
    public let lastError: String?
}

/// What tests look up in a store of work items, and do as an operator would.
public protocol WorkItemInspection: WorkItemStore {
    /// Waiting and parked items, oldest first. A nil stage means all stages.
    func summaries(stage: Stage?, parkedOnly: Bool, limit: Int) async throws -> [WorkItemSummary]

    /// Retries a parked item: due at once, with its attempts reset. False if it is not parked.
    func unpark(_ key: WorkItemKey) async throws -> Bool
}

extension MemoryStore: WorkItemInspection {
    public func summaries(stage: Stage?, parkedOnly: Bool, limit: Int) async throws -> [WorkItemSummary] {
        state.withLock { state in
            let found = state.items.filter { key, item in
                (stage == nil || key.stage == stage) && item.status != .done && (!parkedOnly || item.status == .parked)
            }
            return found.sorted { $0.value.changedAt < $1.value.changedAt }.prefix(limit).map { key, item in
                WorkItemSummary(
                    key: key, submission: item.submission, attempts: item.attempts, isParked: item.status == .parked,
                    retryAt: item.retryAt, lastError: item.lastError)
            }
        }
    }

    public func unpark(_ key: WorkItemKey) async throws -> Bool {
        state.withLock { state in
            guard state.items[key]?.status == .parked else { return false }
            state.items[key]?.status = .pending
            state.items[key]?.attempts = 0
            state.items[key]?.retryAt = now()
            return true
        }
    }
}

extension PostgresWorkItemStore: WorkItemInspection {
    public func summaries(stage: Stage?, parkedOnly: Bool, limit: Int) async throws -> [WorkItemSummary] {
        let scope: SQL = stage.map { " and stage = \($0.rawValue)" } ?? ""
        let states: SQL = parkedOnly ? "state = 'parked'" : "state in ('pending', 'parked')"
        return try await pool.query(
            """
            select stage, event_id, submission_id, state, attempts, retry_at, last_error from work_items
            where \(states)\(scope) order by changed_at limit \(limit)
            """
        ).map { row in
            WorkItemSummary(
                key: try Self.key(row), submission: SubmissionID(try row.decode("submission_id", as: UUID.self)),
                attempts: try row.decode("attempts"), isParked: try row.decode("state", as: String.self) == "parked",
                retryAt: try row.decodeIfPresent("retry_at"), lastError: try row.decodeIfPresent("last_error"))
        }
    }

    public func unpark(_ key: WorkItemKey) async throws -> Bool { try await pool.execute(Self.unparking(key)) == 1 }
}
