public import Domain
public import Postgres
public import Shared

public struct PostgresLeaseStore: LeaseStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func acquireLease(
        instance: InstanceID, service: String, lasting duration: Duration
    ) async throws(StoreError) -> Lease {
        try await StoreError.wrapping("acquire a lease") {
            let answers = try await pool.pipeline([
                """
                with mine as (select nextval('lease_epochs') as epoch)
                insert into instances (id, service, epoch, expires_at, aware_epoch, opening_epoch, opens_level, opens_epoch)
                select \(instance.rawValue), \(service), epoch, now() + \(duration.sqlInterval), epoch, epoch,
                    \(SealingKeyStore.opensLevel), epoch
                from mine
                on conflict (id) do update set service = excluded.service, epoch = excluded.epoch,
                    expires_at = excluded.expires_at, aware_epoch = excluded.aware_epoch, opening_epoch = excluded.opening_epoch,
                    opens_level = excluded.opens_level, opens_epoch = excluded.opens_epoch
                returning epoch
                """,
                // What is long dead and left nothing behind is forgotten.
                """
                delete from instances i where expires_at < now() - interval '1 day'
                    and not \(OutboxLineSQL.isAnyUnpublished(of: "i.id"))
                """,
            ])
            return Lease(instance: instance, service: service, epoch: try answers[0][0].decode("epoch"))
        }
    }

    /// One statement, since every process sends it as long as it lives. It reads only first entries of indexes.
    public func beat(
        _ lease: Lease, lasting duration: Duration, asking stages: [Stage]
    ) async throws(StoreError) -> Heartbeat? {
        let own = lease.instance.rawValue
        return try await StoreError.wrapping("renew a lease") {
            let rows = try await pool.query(
                """
                with renewed as (
                    update instances set expires_at = now() + \(duration.sqlInterval)
                    where id = \(own) and epoch = \(lease.epoch) returning service
                )
                select extract(epoch from clock_timestamp())::float8 as clock,
                    (select coalesce(max(version), 0) from schema_migrations) as schema,
                    \(OutboxLineSQL.isAnyUnpublished(of: "\(own)")) as is_any_unpublished,
                    exists (select from instances i where i.expires_at <= now() and i.id <> \(own)
                        and \(OutboxLineSQL.isAnyUnpublished(of: "i.id"))) as are_orphans_left,
                    (select count(*) from (select from instances i where i.id < \(own) and i.expires_at > now()
                        and i.service = renewed.service limit \(Heartbeat.watchers)) elder) as elders,
                    asked.stage as asked, p.stage, p.actor, p.reason, p.since,
                    \(PostgresWorkItemStore.waiting(stage: "asked.stage"))
                from renewed left join unnest(\(stages.map(\.rawValue))) as asked (stage) on true
                    left join stage_pauses p on p.stage = asked.stage
                """)
            guard let first = rows.first else { return nil }
            var waiting: [Stage: WaitingWork] = [:]
            for row in rows where try row.decodeIfPresent("asked", as: String.self) != nil {
                waiting[try row.decodeCase("asked")] = try PostgresWorkItemStore.waiting(row)
            }
            return Heartbeat(
                waiting: waiting, isAnyUnpublished: try first.decode("is_any_unpublished"),
                areOrphansLeft: try first.decode("are_orphans_left"), elders: try first.decode("elders"),
                schema: try first.decode("schema"),
                clock: try first.decode("clock"))
        }
    }

    public func releaseLease(_ lease: Lease) async throws(StoreError) {
        try await StoreError.wrapping("release a lease") {
            _ = try await pool.execute(
                "update instances set expires_at = now() where id = \(lease.instance.rawValue) and epoch = \(lease.epoch)")
        }
    }

    /// Ends the lease of an instance that is known to be dead, so that others adopt its work at once. A late renewal
    /// changes nothing.
    public func endLease(of instance: InstanceID) async throws(StoreError) {
        try await StoreError.wrapping("end a lease") {
            _ = try await pool.execute(
                """
                update instances set expires_at = now(), epoch = nextval('lease_epochs') where id = \(instance.rawValue)
                """)
        }
    }

    public func liveInstances() async throws(StoreError) -> [Lease] {
        try await StoreError.wrapping("list instances") {
            try await pool.query("select id, service, epoch from instances where expires_at > now() order by service, id").map {
                Lease(
                    instance: InstanceID(try $0.decode("id")), service: try $0.decode("service"), epoch: try $0.decode("epoch"))
            }
        }
    }
}

extension Duration {
    /// As an `interval`.
    var sqlInterval: SQL { "make_interval(secs => \(seconds))" }

    var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}

extension Lease {
    /// The condition that the lease is the instance's current one and has not expired.
    static func isLive(_ instance: SQL, epoch: SQL) -> SQL {
        """
        exists (select from instances live where live.id = \(instance) and live.epoch = \(epoch) and live.expires_at > now())
        """
    }

    /// The condition that nobody has adopted this lease's work.
    var isCurrent: SQL {
        "exists (select from instances mine where mine.id = \(instance.rawValue) and mine.epoch = \(epoch))"
    }
}
