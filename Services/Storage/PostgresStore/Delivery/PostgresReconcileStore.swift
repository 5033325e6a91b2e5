public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

public struct PostgresReconcileStore: ReconcileStore {
    let pool: PostgresPool

    /// How long a round is held after its last renewal: so long nobody begins one after its process has died.
    private static let hold = Duration.seconds(10)

    public init(pool: PostgresPool) { self.pool = pool }

    /// Each type of event that a stage works on, with the stage.
    static let handled: [(type: String, stage: String)] = EventType.allCases.compactMap { type in
        type.stage.map { (type.rawValue, $0.rawValue) }
    }

    // MARK: - Emitting again

    public func reemit(_ items: [Reemission], owner: InstanceID) async throws(StoreError) -> Set<EventID> {
        guard !items.isEmpty else { return [] }
        // In one order everywhere, so that two that do the same cannot wait for each other.
        let ordered = items.sorted { $0.event < $1.event }
        return try await StoreError.wrapping("emit events again") {
            let answers = try await pool.pipeline(ordered.map { Self.reemission($0, owner: owner) })
            return Set(zip(ordered, answers).filter { $0.1.affectedRows == 1 }.map(\.0.event))
        }
    }

    private static func reemission(_ item: Reemission, owner: InstanceID) -> SQL {
        let event = item.event.uuid
        let isNotBegun: SQL = "not exists (select from work_items w where w.event_id = \(event) and w.stage = any(\(stages)))"
        guard let place = item.judged else {
            return """
                insert into outbox (position, event_id, submission_id, sequence, topic, owner, tenant, journey)
                select position, id, submission_id, sequence, topic, \(owner.rawValue), tenant,
                    coalesce((select s.journey from submissions s where s.id = events.submission_id), '')
                from events where id = \(event) and topic is not null and \(isNotBegun)
                on conflict do nothing
                """
        }
        return """
            update outbox set published_at = null, cluster = null, partition = null, record_offset = null,
                owner = \(owner.rawValue), passed_over = passed_over + \(item.wasPassedOver ? 1 : 0)
            where event_id = \(event) and published_at is not null and cluster = \(place.cluster)
                and partition = \(place.partition) and record_offset = \(place.offset) and \(isNotBegun)
            """
    }

    /// The stages whose work items show that an event was begun.
    static let stages = Stage.allCases.filter(\.isFollowed).map(\.rawValue)

    // MARK: - One at a time

    public func withRound<T: Sendable>(
        every interval: Duration, _ body: @Sendable () async throws -> T
    ) async throws -> T? {
        // Nearly always somebody else has had the round: that is one question, and no change.
        let isDue = try await pool.query(
            """
            select coalesce((select began_at <= now() - \(interval.sqlInterval) and coalesce(held_until <= now(), true)
                from reconcile_rounds), true) as is_due
            """)[0].decode("is_due", as: Bool.self)
        guard isDue else { return nil }
        let holder = UUID()
        let begun = try await pool.execute(
            """
            insert into reconcile_rounds (began_at, holder, held_until)
            values (now(), \(holder), now() + \(Self.hold.sqlInterval))
            on conflict (singleton) do update set began_at = now(), holder = excluded.holder, held_until = excluded.held_until
            where reconcile_rounds.began_at <= now() - \(interval.sqlInterval)
                and coalesce(reconcile_rounds.held_until <= now(), true)
            """)
        guard begun == 1 else { return nil }
        do {
            // Ends with the body.
            async let _ = keep(holder)
            let value = try await body()
            try await release(holder)
            return value
        } catch {
            try? await release(holder)
            throw error
        }
    }

    /// Renews until cancelled. Two that believe they have the round at once change nothing twice: each change is guarded.
    private func keep(_ holder: UUID) async {
        while (try? await Task.sleep(for: Self.hold / 3)) != nil {
            _ = try? await pool.execute(
                "update reconcile_rounds set held_until = now() + \(Self.hold.sqlInterval) where holder = \(holder)")
        }
    }

    private func release(_ holder: UUID) async throws {
        try await pool.execute("update reconcile_rounds set holder = null, held_until = null where holder = \(holder)")
    }
}
