import Domain
import EventLoop
import Postgres
@testable import PostgresStore
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct MigratorTests {
    @Test func stepsAreNumberedWithoutAGap() {
        #expect(Migration.all.map(\.version) == Array(22..<22 + Migration.all.count))
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

    /// Somebody reads a table for as long as he likes, as a backup does.
    @Test(arguments: ["", "-- docket: statements\n"])
    func aStepThatWaitsForABackupStopsNobody(_ kind: String) async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let step = try Migration(parsing: "-- \(22 + Migration.all.count) adds a column\n\(kind)alter table t add m text;")
            try await pool.query("create table t as select 1 as n")
            let (waits, isOver) = (AsyncSignal<Void>(), AsyncSignal<Void>())
            let migrator = Migrator(pool: pool, migrations: Migration.all + [step]) { _ in waits.send() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await pool.withTransaction { backup in
                        try await backup.query("lock table t in access share mode")
                        try await isOver.wait()
                    }
                }
                try await eventually("the backup reads") {
                    try await !pool.query("select from pg_locks where relation = 't'::regclass and mode = 'AccessShareLock'")
                        .isEmpty
                }
                group.addTask {
                    let applied = try await migrator.migrate()
                    #expect(applied == [step])
                }
                try await waits.wait()
                #expect(try await pool.query("select n from t").count == 1)
                isOver.send()
                try await group.waitForAll()
            }
            #expect(try await pool.query("select n, m from t").count == 1)
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

    /// What is in a sandbox is erased after a week.
    @Test func noTenantOfBeforeBecomesASandboxByItsName() async throws {
        try await TestDatabase.run { database in
            let pool = database.pool
            _ = try await Migrator(pool: pool, migrations: Migration.all.filter { $0.version < 41 }).migrate()
            try await pool.pipeline([
                "insert into journeys (digest, id, definition) values ('\\x00', 'sample', '{}')",
                """
                insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                    created_at, changed_at)
                values (md5('1')::uuid, 'acme.test', 'sample', '\\x00', 'draft', 1, 0, '{}', '[]', now(), now())
                """,
            ])
            let refused = await #expect(throws: StoreError.self) { try await Migrator(pool: pool).migrate() }
            #expect(refused?.detail.contains("“acme.test” has the name of a sandbox") == true, "\(String(describing: refused))")
            try await pool.query("update submissions set erased_at = now()")
            #expect(try await Migrator(pool: pool).migrate().map(\.version).first == 41)
        }
    }

    /// What is made beside those who write begins where an earlier attempt ended, and finds what was there before.
    @Test func whatIsMadeBesideIsMadeWhole() async throws {
        let step = try Migration(
            parsing: """
                -- \(Migration.all.count + 22) journeys of pages
                -- docket: locks pages
                -- docket: statements
                alter table pages add column if not exists journey text;
                -- docket: batches
                update pages p set journey = s.journey from submissions s
                where s.id = p.submission_id and p.id = any(array(select id from pages where journey is null limit 20));
                -- docket: index
                create index concurrently pages_of_journey on pages (journey, id);
                -- docket: no-index
                drop index concurrently pages_of_original;
                """)
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            try await pool.pipeline([
                "insert into journeys (digest, id, definition) values ('\\x00', 'sample', '{}')",
                """
                insert into submissions (id, tenant, journey, journey_version, state, version, attempt, metadata, reasons,
                    created_at, changed_at)
                values (md5('s')::uuid, 'acme', 'sample', '\\x00', 'draft', 1, 0, '{}', '[]', now(), now())
                """,
                """
                insert into documents (id, submission_id, tenant, created_at, position, type, state, reasons)
                values (md5('d')::uuid, md5('s')::uuid, 'acme', now(), 0, 'letter', 'open', '[]')
                """,
                """
                insert into pages (id, submission_id, document_id, position, rotation)
                select md5(n::text)::uuid, md5('s')::uuid, md5('d')::uuid, n, 0 from generate_series(1, 50) n
                """,
                // As a process leaves it that ends while it makes one.
                "create index pages_of_journey on pages (id)",
                "update pg_index set indisvalid = false where indexrelid = 'pages_of_journey'::regclass",
            ])
            let migrator = Migrator(pool: pool, migrations: Migration.all + [step])
            #expect(try await migrator.plan() == [step])
            #expect(try await migrator.migrate() == [step])
            #expect(try await pool.query("select from pages where journey is distinct from 'sample'").isEmpty)
            let index = try await pool.query(
                """
                select indisvalid, pg_get_indexdef(indexrelid) as definition from pg_index
                where indexrelid = 'pages_of_journey'::regclass
                """)
            #expect(try index.first?.decode("indisvalid", as: Bool.self) == true)
            #expect(try index.first?.decode("definition", as: String.self).contains("(journey, id)") == true)
            let old = try await pool.query("select to_regclass('pages_of_original') is null as is_gone")
            #expect(try old.first?.decode("is_gone", as: Bool.self) == true)
            #expect(try await migrator.migrate().isEmpty)
        }
    }

    /// `docket migrate --plan` tells people what these files say of themselves.
    @Test func stepsHoldTheTablesThatTheyName() async throws {
        struct Held: Error { let locks: Set<Migration.Lock> }
        try await TestDatabase.run { database in
            for count in 1..<Migration.all.count {
                _ = try await Migrator(pool: database.pool, migrations: Array(Migration.all.prefix(count))).migrate()
                let step = Migration.all[count]
                let statements: [String] =
                    switch step.work {
                    case .atOnce(let sql): [sql]
                    case .beside(let parts):
                        parts.compactMap { part -> String? in if case .statements(let sql) = part { sql } else { nil } }
                    }
                // As they are before: a step may move one elsewhere.
                let tables = try await database.pool.query(
                    "select oid::bigint as oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace")
                let known = try tables.map { try $0.decode("oid", as: Int.self) }
                let held = await #expect(throws: Held.self) {
                    try await database.pool.withTransaction { transaction in
                        for sql in statements { try await transaction.script(sql) }
                        let rows = try await transaction.query(
                            """
                            select relname::text, bool_or(mode = 'AccessExclusiveLock') as holds_readers
                            from pg_locks join pg_class c on c.oid = relation
                            where pid = pg_backend_pid() and relkind = 'r' and c.oid::bigint = any(\(known))
                                and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
                            group by relname
                            """)
                        let locks = try rows.map {
                            Migration.Lock(table: try $0.decode("relname"), holdsReaders: try $0.decode("holds_readers"))
                        }
                        throw Held(locks: Set(locks))
                    }
                }
                #expect(held?.locks == Set(step.locks), "\(step.version) \(step.name)")
            }
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
            let known = try #require(Migration.all.last?.version)
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
