import DocketStore
import Postgres
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
        }
    }

    @Test func anotherProgramsSchemaIsRefused() async throws {
        try await TestDatabase.runMigrated { database in
            try await database.pool.query("update schema_migrations set checksum = 'other' where version = 1")
            let error = await #expect(throws: StoreError.self) { try await Migrator(pool: database.pool).migrate() }
            #expect(error?.code == .schemaMismatch)
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
