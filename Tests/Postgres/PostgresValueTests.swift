import FoundationEssentials
import Support
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(1))) struct PostgresValueTests {
    private func roundTrip<Value: PostgresCodable & Equatable>(_ value: Value, _ database: TestDatabase) async throws {
        let row = try #require(try await database.pool.query("select \(value) as value").first)
        #expect(try row.decode("value", as: Value.self) == value)
    }

    @Test func scalarsComeBackAsTheyWere() async throws {
        try await TestDatabase.run { database in
            for value in [0, 1, -1, Int.max, Int.min] { try await roundTrip(value, database) }
            for value in [Int32.min, 0, .max] { try await roundTrip(value, database) }
            for value in [true, false] { try await roundTrip(value, database) }
            for value in ["", "plain", "Zoë 📄 'quoted' \\ \n", String(repeating: "x", count: 100_000)] {
                try await roundTrip(value, database)
            }
            for value in [0.0, -1.5, .infinity, Double.pi] { try await roundTrip(value, database) }
            try await roundTrip(UUID(), database)
            for seconds in [0.0, 1_761_900_000.123456, -1.5, 4_102_444_800.999999] {
                let date = Date(timeIntervalSince1970: seconds)
                let row = try #require(try await database.pool.query("select \(date) as value").first)
                let back = try row.decode("value", as: Date.self)
                #expect(abs(back.timeIntervalSince(date)) < 0.000_001)
            }
        }
    }

    @Test func bytesAndJSONComeBackAsTheyWereAndArraysArrive() async throws {
        try await TestDatabase.run { database in
            let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0) }
            let json = JSONText("{\"a\": [1, null]}")
            let ids = [UUID(), UUID()]
            let row = try #require(
                try await database.pool.query(
                    """
                    select \(bytes) as bytes, \(json) as json, \(ids) = array[\(ids[0]), \(ids[1])] as ids,
                        \([3, 1, 2])::text as numbers, \([String]())::text as none, \(OptionalArray(["a", nil]))::text as gaps
                    """
                ).first)
            #expect(try row.decode("bytes", as: [UInt8].self) == bytes)
            #expect(try row.decode("json", as: JSONText.self) == json)
            #expect(try row.decode("ids", as: Bool.self))
            #expect(try row.decode("numbers", as: String.self) == "{3,1,2}")
            #expect(try row.decode("none", as: String.self) == "{}")
            #expect(try row.decode("gaps", as: String.self) == "{a,NULL}")
        }
    }

    @Test func serverTypesAreWidened() async throws {
        try await TestDatabase.run { database in
            let row = try #require(
                try await database.pool.query(
                    """
                    select 7::smallint as small, 8::int as plain, 1.5::real as real, 'n'::name as name, '{"a":1}'::json as json,
                        date '2026-10-31' as day, null::text as nothing
                    """
                ).first)
            #expect(try row.decode("small", as: Int.self) == 7)
            #expect(try row.decode("plain", as: Int64.self) == 8)
            #expect(try row.decode("real", as: Double.self) == 1.5)
            #expect(try row.decode("name", as: String.self) == "n")
            #expect(try row.decode("json", as: JSONText.self).text == "{\"a\":1}")
            #expect(try row.decode("day", as: Date.self) == Date(timeIntervalSince1970: 1_793_404_800))
            #expect(try row.decodeIfPresent("nothing", as: String.self) == nil)
        }
    }

    @Test(arguments: [Int.max, 2_147_483_648, -2_147_483_649])
    func aNumberThatIsTooLargeIsRefusedAndNotCut(_ number: Int) {
        var bytes: [UInt8] = []
        number.encode(into: &bytes)
        #expect(bytes.withUnsafeBytes { Int32(postgres: $0, type: .int8) } == nil)
    }

    @Test func wrongColumnsAndTypesAreNamed() async throws {
        try await TestDatabase.run { database in
            let row = try #require(try await database.pool.query("select 'secret' as word, null::text as nothing").first)
            for (column, words) in [("word", "word"), ("nothing", "NULL"), ("absent", "absent")] {
                let error = #expect(throws: PostgresError.self) { try row.decode(column, as: Int.self) }
                #expect(error?.code == .decoding)
                #expect(error?.description.contains(words) == true)
                #expect(error?.description.contains("secret") == false)
            }
        }
    }
}
