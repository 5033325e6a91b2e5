public import Domain
internal import FoundationEssentials
public import Postgres
internal import Shared

/// Finds stages with waiting work and no live process.
public struct UnattendedStages: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// By the database's clock. Queries no work if every service has a live process.
    public func look() async throws(StoreError) -> [UnattendedStage] {
        let live = Set(try await PostgresLeaseStore(pool: pool).liveInstances().map(\.service))
        let stages = Stage.unattended(whereLive: live)
        guard !stages.isEmpty else { return [] }
        return try await StoreError.wrapping("count what waits for nobody") {
            try await zip(stages, pool.pipeline(stages.map(Self.backlog))).compactMap { stage, rows in
                let row = rows[0]
                guard let oldest = try row.decodeIfPresent("oldest", as: Date.self) else { return nil }
                let backlog = StageBacklog(
                    stage: stage, waiting: try row.decode("waiting"), oldest: oldest,
                    lastAlive: try row.decodeIfPresent("last_alive"))
                return UnattendedStage(backlog, at: try row.decode("at"))
            }
        }
    }

    /// A begun event has a work item. An event that is not begun is in the outbox until it ends.
    private static func backlog(of stage: Stage) -> SQL {
        let (name, limit) = (stage.rawValue, StageBacklog.mostCounted)
        return """
            select now() as at, least(count(*), \(limit)) as waiting, min(found.time) as oldest,
                (select max(expires_at) from instances where service = \(stage.service)) as last_alive
            from (
                (select e.time from outbox o join events e on e.position = o.position
                where o.topic = \(stage.topic.name) and e.type = any(\(stage.eventTypes.map(\.rawValue)))
                    and not exists (select from work_items w where w.stage = \(name) and w.event_id = e.id)
                order by o.position limit \(limit))
                union all
                (select e.time from work_items w join events e on e.id = w.event_id
                where w.stage = \(name) and w.state = 'pending' limit \(limit))
            ) found
            """
    }
}
