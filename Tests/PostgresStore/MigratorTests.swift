import Domain
import Postgres
import PostgresStore
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct MigratorTests {
    @Test func stepsAreNumberedWithoutAGap() {
        #expect(Migration.all.map(\.version) == Array(1...Migration.all.count))
    }

    @Test func migratingTwiceDoesNothingMore() async throws {
        try await TestDatabase.run { database in
            let migrator = Migrator(pool: database.pool)
            let error = await #expect(throws: StoreError.self) { try await migrator.verify() }
            #expect(error?.code == .schemaMismatch)
            #expect(error?.isRetriable == true)
            #expect(error?.description.contains("docket migrate") == true)
            #expect(try await migrator.migrate() == Migration.all)
            #expect(try await migrator.migrate().isEmpty)
            try await migrator.verify()
        }
    }

    @Test func processesThatStartTogetherMigrateOnce() async throws {
        try await TestDatabase.run { database in
            let applied = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<4 { group.addTask { try await Migrator(pool: database.pool).migrate().count } }
                return try await group.reduce(0, +)
            }
            #expect(applied == Migration.all.count)
        }
    }

    /// A version that does not know of them writes documents without a journey, and never the state of a reason.
    @Test func whatAnOlderVersionWritesIsCompleted() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            try await pool.pipeline([
                "insert into journeys (digest, id, definition) values ('\\x00', 'sample', '{}')",
                """
                insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                    created_at, changed_at)
                select md5(n::text)::uuid, 'acme', 'sample', '\\x00', 'submitted', 1, 0, '{}', '[{"rule": "whole"}]', now(), now()
                from generate_series(1, 2) n
                """,
                """
                insert into documents (id, submission_id, tenant, created_at, position, type, state, reasons)
                select md5('d' || id)::uuid, id, tenant, created_at, 0, 'letter', 'refused', '[{"rule": "legible"}]' from submissions
                """,
                "update submissions set state = 'rejected' where id = md5('1')::uuid",
                "update documents set state = 'removed' where submission_id = md5('2')::uuid",
            ])
            let places = try await pool.query(
                """
                select p.submission_id = md5('1')::uuid as is_first, p.rule, p.state, p.journey, d.journey as of_document
                from reason_places p join documents d using (submission_id) order by 1 desc, 2
                """)
            let found = try places.map { row in
                let isFirst: Bool = try row.decode("is_first")
                let words = try ["rule", "state", "journey", "of_document"].map { try row.decode($0, as: String.self) }
                return "\(isFirst ? 1 : 2) " + words.joined(separator: " ")
            }
            #expect(
                found == [
                    "1 legible rejected sample sample", "1 whole rejected sample sample", "2 whole submitted sample sample",
                ])
        }
    }

    /// What is made beside those who write begins where an earlier attempt ended, and finds what was there before.
    @Test func whatIsMadeBesideIsMadeWhole() async throws {
        try await TestDatabase.run { database in
            let pool = database.pool
            _ = try await Migrator(pool: pool, migrations: Array(Migration.all.prefix(13))).migrate()
            try await pool.pipeline([
                "insert into journeys (digest, id, definition) values ('\\x00', 'sample', '{}')",
                """
                insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                    created_at, changed_at)
                select md5(n::text)::uuid, 'acme', 'sample', '\\x00', 'draft', 1, 0, '{}', '[]', now(), now()
                from generate_series(1, 50) n
                """,
                """
                insert into documents (id, submission_id, position, type, state, reasons)
                select md5('d' || n)::uuid, md5(n::text)::uuid, 0, 'letter', case n when 50 then 'removed' else 'refused' end,
                    case when n % 5 = 0 then '[{"rule": "legible"}, {"rule": "whole"}, {"rule": "legible"}]' else '[]' end::jsonb
                from generate_series(1, 50) n
                """,
                // As a process leaves it that ends while it makes one.
                "create index documents_of_type_newest on documents (id)",
                "update pg_index set indisvalid = false where indexrelid = 'documents_of_type_newest'::regclass",
            ])
            _ = try await Migrator(pool: pool).migrate()
            let strays = try await pool.query(
                """
                select d.id from documents d join submissions s on s.id = d.submission_id
                where (d.tenant, d.created_at, d.journey) is distinct from (s.tenant, s.created_at, s.journey)
                """)
            #expect(strays.isEmpty)
            let index = try await pool.query(
                """
                select indisvalid, pg_get_indexdef(indexrelid) as definition from pg_index
                where indexrelid = 'documents_of_type_newest'::regclass
                """)
            #expect(try index.first?.decode("indisvalid", as: Bool.self) == true)
            #expect(try index.first?.decode("definition", as: String.self).contains("created_at DESC") == true)
            let places = try await pool.query(
                """
                select count(*) as total, count(distinct d.id) as documents from reason_places p
                join documents d on d.id = p.owner and d.submission_id = p.submission_id and d.tenant = p.tenant
                    and d.created_at = p.created_at and d.journey = p.journey and p.state = 'draft' and d.reasons @> jsonb_build_array(jsonb_build_object('rule', p.rule))
                """)
            #expect(try places.first?.decode("total", as: Int.self) == 18)
            #expect(try places.first?.decode("documents", as: Int.self) == 9)
            let old = try await pool.query("select to_regclass('documents_of_type') is null as is_gone")
            #expect(try old.first?.decode("is_gone", as: Bool.self) == true)
        }
    }

    @Test func aNewerSchemaIsRefused() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.pool.query("insert into schema_migrations (version, name, checksum) values (1000, 'later', 'x')")
            for refused in [
                await #expect(throws: StoreError.self) { try await Migrator(pool: database.pool).migrate() },
                await #expect(throws: StoreError.self) { try await Migrator(pool: database.pool).verify() },
            ] {
                #expect(refused?.code == .schemaMismatch)
                #expect(refused?.isRetriable == false)
                #expect(refused?.description.contains("newer") == true)
            }
            let known = Migration.all.count
            #expect(try await Migrator(pool: database.pool).status() == .newer(version: 1000, known: known))
        }
    }

    @Test func anotherProgramsSchemaIsRefused() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.pool.query("update schema_migrations set checksum = 'other' where version = 1")
            let error = await #expect(throws: StoreError.self) { try await Migrator(pool: database.pool).migrate() }
            #expect(error?.code == .schemaMismatch)
            #expect(try await Migrator(pool: database.pool).status() == .foreign(step: 1))
        }
    }

    @Test func theConfirmationKeyIsMadeOnce() async throws {
        try await TestDatabase.runMigrated { database in
            let keys = KeyStore(pool: database.pool)
            let key = try await keys.key(for: .confirmation)
            #expect(key.count == 32)
            _ = try await Migrator(pool: database.pool).migrate()
            #expect(try await keys.key(for: .confirmation) == key)
        }
    }
}
