internal import FoundationEssentials
internal import Postgres

extension KeysElsewhere {
    /// Reaches the keys by the address from now on. `before` is the id that they have until then.
    func attach(_ id: UUID, before: UUID, over transaction: PostgresTransaction) async throws {
        try await address.create(over: transaction)
        try await transaction.script(KeysTables.foreign)
        let found = try await transaction.query("select id from docket_keys.home")
        guard try found.first?.decode("id") == before else { throw KeysElsewhereRefusal.serverReachesAnother }
        if id != before { try await transaction.execute("update docket_keys.home set id = \(id)") }
        try await transaction.execute(
            """
            insert into keys_elsewhere (id, moved_at) values (\(id), now())
            on conflict (is_only) do update set id = excluded.id, moved_at = excluded.moved_at
            """)
    }

    /// Nobody reads or writes a key meanwhile. The other database commits before this one: if this one then fails, the keys are in both,
    /// and the next try finds them there.
    func move(_ id: UUID, before: UUID, over transaction: PostgresTransaction) async throws -> Outcome {
        try await transaction.script(
            """
            lock table docket_keys.submissions, docket_keys.custody_salts in access exclusive mode;
            drop view custody_salts;
            alter table docket_keys.submissions rename to submissions_here;
            alter table docket_keys.custody_salts rename to custody_salts_here
            """)
        try await attach(id, before: before, over: transaction)
        let moved = try await transaction.pipeline([
            "insert into docket_keys.submissions select submission_id, tenant, wrapped from docket_keys.submissions_here on conflict do nothing",
            """
            insert into docket_keys.custody_salts select tenant, leaf, submission_id, salt from docket_keys.custody_salts_here
            on conflict do nothing
            """,
            """
            select (select count(*) from docket_keys.submissions_here) as keys,
                (select count(*) from docket_keys.custody_salts_here) as salts,
                (select count(*) from docket_keys.submissions_here h left join docket_keys.submissions k using (submission_id)
                    where (h.tenant, h.wrapped) is distinct from (k.tenant, k.wrapped)) as other_keys,
                (select count(*) from docket_keys.custody_salts_here h left join docket_keys.custody_salts s using (tenant, leaf)
                    where (h.submission_id, h.salt) is distinct from (s.submission_id, s.salt)) as other_salts
            """,
        ])[2][0]
        let different = (try moved.decode("other_keys", as: Int.self), try moved.decode("other_salts", as: Int.self))
        guard different == (0, 0) else { throw KeysElsewhereRefusal.isDifferent(keys: different.0, salts: different.1) }
        try await transaction.script("drop table docket_keys.submissions_here, docket_keys.custody_salts_here")
        return .moved(keys: try moved.decode("keys"), salts: try moved.decode("salts"))
    }
}
