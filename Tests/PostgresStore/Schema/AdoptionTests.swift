import Domain
import FoundationEssentials
import Postgres
import Support
import Testing

@testable import PostgresStore

/// A database that the version before the baseline has made, with rows in it.
@Suite(.timeLimit(.minutes(1))) struct AdoptionTests {
    private static func run(_ body: (TestDatabase) async throws -> Void) async throws {
        let folder = #filePath.dropLast("AdoptionTests.swift".count)
        let dump = try String(contentsOfFile: "\(folder)at-22.sql", encoding: .utf8)
        try await TestDatabase.run { database in
            try await database.pool.withConnection { try await $0.script(dump) }
            try await body(database)
        }
    }

    @Test func nothingIsRunAgainAndTheRowsStay() async throws {
        try await Self.run { database in
            let migrator = Migrator(pool: database.pool)
            let missing = Array(Migration.all.dropFirst())
            #expect(try await migrator.plan() == missing)
            #expect(try await migrator.status() == .older(missing: missing.count))
            #expect(try await migrator.migrate() == missing)
            #expect(try await migrator.status() == .current)
            #expect(try await migrator.migrate().isEmpty)
            let rows = try await database.pool.query(
                """
                select s.state || ' ' || d.state || ' ' || p.original_size || ' '
                    || (select count(*) from reason_places r where r.submission_id = s.id and r.journey = 'sample') as found
                from submissions s join documents d on d.submission_id = s.id join pages p on p.document_id = d.id
                order by s.created_at
                """)
            let found = try rows.map { try $0.decode("found", as: String.self) }
            #expect(found == ["draft accepted 1000 0", "rejected refused 1000 2", "accepted accepted 1000 0"])
            #expect(try await KeyStore(pool: database.pool).key(for: .confirmation) == [UInt8](repeating: 0x5a, count: 32))
            let upload = try await database.pool.query(
                """
                select u.received, u.reserved is null as is_unknown, l.uploads
                from uploads u join submission_links l using (submission_id)
                """)
            #expect(try upload.first?.decode("received", as: Int.self) == 2000)
            #expect(try upload.first?.decode("is_unknown", as: Bool.self) == true)
            #expect(try upload.first?.decode("uploads", as: Int.self) == 0)
        }
    }

    @Test func itsSchemaIsThatOfANewOne() async throws {
        try await Self.run { old in
            _ = try await Migrator(pool: old.pool).migrate()
            let adopted = try await Self.schema(old.pool)
            #expect(adopted.count > 300)
            try await TestDatabase.runMigrated { fresh in
                let made = try await Self.schema(fresh.pool)
                #expect(adopted.subtracting(made) == [])
                #expect(made.subtracting(adopted) == [])
            }
        }
    }

    @Test(arguments: [20, 21]) func oneThatHasNotSeenAllStepsIsSentToTheVersionBefore(_ version: Int) async throws {
        try await Self.run { database in
            try await database.pool.query("delete from schema_migrations where version > \(Int32(version))")
            let migrator = Migrator(pool: database.pool)
            #expect(try await migrator.status() == .tooOld(version: version, baseline: 22))
            for refused in [
                await #expect(throws: StoreError.self) { try await migrator.migrate() },
                await #expect(throws: StoreError.self) { try await migrator.plan() },
                await #expect(throws: StoreError.self) { try await migrator.verify() },
            ] {
                #expect(refused?.code == .schemaMismatch)
                #expect(refused?.isRetriable == false)
                #expect(refused?.description.contains("install the version before") == true)
            }
            #expect(try await database.pool.query("select from schema_migrations").count == version)
        }
    }

    @Test func whatTheVersionBeforeRecordedIsJudged() {
        var applied = Dictionary(uniqueKeysWithValues: zip(1..., ReplacedSteps.checksums))
        applied[23] = "e29ee229984f853fffbb7a290e6385bf89626e25f980dbfe0c926d06ae1a4db7"
        let known = Array(Migration.all.prefix(2))
        #expect(SchemaStatus(applied: applied, migrations: known) == .current)
        #expect(SchemaStatus(applied: [:], migrations: known) == .older(missing: 2))
        #expect(SchemaStatus(applied: applied.filter { $0.key != 5 }, migrations: known) == .tooOld(version: 23, baseline: 22))
        #expect(SchemaStatus(applied: applied.merging([24: "x"]) { $1 }, migrations: known) == .newer(version: 24, known: 23))
        #expect(SchemaStatus(applied: applied.merging([23: "x", 4: "x"]) { $1 }, migrations: known) == .foreign(step: 4))
    }

    /// Everything that a schema consists of, a line each.
    private static func schema(_ pool: PostgresPool) async throws -> Set<String> {
        let lines = try await pool.query(
            """
            select concat_ws(' ', 'column', table_name, column_name, data_type, is_nullable, column_default, identity_generation)
                as line from information_schema.columns where table_schema = 'public'
            union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
            union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
                from pg_constraint where connamespace = 'public'::regnamespace
            union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
            union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p join pg_language l on l.oid = prolang
                where pronamespace = 'public'::regnamespace and lanname = 'plpgsql'
            union all select concat_ws(' ', 'relation', relname, relkind, relpersistence, reloptions::text)
                from pg_class where relnamespace = 'public'::regnamespace
            """)
        return Set(try lines.map { try $0.decode("line", as: String.self) })
    }
}
