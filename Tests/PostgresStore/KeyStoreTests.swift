import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// Secrets of the installation: whoever has a dump cannot make a confirmation, a link or a session of anybody.
@Suite(.timeLimit(.minutes(2)))
struct KeyStoreTests {
    private static func store(_ pool: PostgresPool, isOn: Bool = true) throws -> KeyStore {
        KeyStore(pool: pool, keys: try SealedGround.keys(pool, isOn: isOn))
    }

    private static func stored(_ pool: PostgresPool) async throws -> [[UInt8]] {
        try await pool.query("select secret from keys order by purpose").map { try $0.decode("secret") }
    }

    @Test func `each is sealed when it is first used, and stays the same`() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let clear = try await Self.stored(pool)
            #expect(clear.allSatisfy { $0.count == 32 })
            var used: [[UInt8]] = []
            for purpose in [KeyStore.Purpose.confirmation, .desk, .links] {
                used.append(try await Self.store(pool).key(for: purpose))
            }
            #expect(used == clear)
            let sealed = try await Self.stored(pool)
            #expect(zip(sealed, clear).allSatisfy { $0.count > $1.count && !$0.contains($1) })
            #expect(try await Self.store(pool).key(for: .links) == used[2])
            #expect(try await Self.store(pool).sealAll() == 0)
            await #expect(throws: StoreError.self) { _ = try await KeyStore(pool: pool).key(for: .links) }
            // One is not passed off as another.
            try await pool.execute(
                "update keys set secret = (select secret from keys where purpose = 'desk') where purpose = 'links'")
            await #expect(throws: StoreError.self) { _ = try await Self.store(pool).key(for: .links) }
        }
    }

    @Test func `those of before are sealed once programs of before are gone`() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            try await pool.execute("update docket_keys.beginning set words_too = false")
            let clear = try await Self.stored(pool)
            #expect(try await Self.store(pool).key(for: .confirmation) == clear[0])
            #expect(try await Self.store(pool).sealAll() == 0)
            #expect(try await Self.stored(pool) == clear)
            try await pool.execute("update docket_keys.beginning set words_too = true")
            #expect(try await Self.store(pool, isOn: false).sealAll() == 0)
            #expect(try await Self.store(pool).sealAll() == 3)
            #expect(try await Self.store(pool).key(for: .confirmation) == clear[0])
        }
    }

    @Test func `in a database that was restored without keys there is a new one, the same for all`() async throws {
        try await TestDatabase.runMigrated { database in
            let pool = database.pool
            let lost = try await Self.store(pool).key(for: .confirmation)
            try await pool.execute("delete from docket_keys.tenants")
            let new = try await Self.store(pool).key(for: .confirmation)
            #expect(new != lost && new.count == 32)
            #expect(try await Self.store(pool).key(for: .confirmation) == new)
            // A key that this process lacks may be another's: it destroys nothing.
            try await pool.execute("update docket_keys.tenants set wrapped_by = 'gone'")
            await #expect(throws: StoreError.self) { _ = try await Self.store(pool).key(for: .confirmation) }
            try await pool.execute("update docket_keys.tenants set wrapped_by = 'main'")
            #expect(try await Self.store(pool).key(for: .confirmation) == new)
        }
    }
}
