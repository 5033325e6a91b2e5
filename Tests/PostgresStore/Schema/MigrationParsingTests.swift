import FoundationEssentials
import Testing

@testable import PostgresStore

struct MigrationParsingTests {
    /// Each file of the folder is in the program, is well formed, and comes in the order of the files' names.
    @Test func everyFileIsReadInOrder() throws {
        let root = #filePath.dropLast("Tests/PostgresStore/Schema/MigrationParsingTests.swift".count)
        let folder = root + "Services/Storage/CSchema/sql"
        let names = try FileManager.default.contentsOfDirectory(atPath: String(folder)).sorted()
        let versions = try Migration.texts.map { try Migration(parsing: $0).version }
        #expect(versions == names.compactMap { Int($0.prefix(4)) })
        #expect(try Migration.texts == names.map { try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8) })
    }

    /// Databases recorded these before steps were files.
    @Test func releasedStepsAreRecognised() throws {
        let baseline = try #require(Migration.all.first)
        #expect(baseline.records.count == 22)
        #expect(baseline.records[22] == "11ed5ecb998236005b3bae232ab83692a4f3751bd963f914a70d51ec9f3d5062")
        #expect(Migration.all[1].records == [23: "e29ee229984f853fffbb7a290e6385bf89626e25f980dbfe0c926d06ae1a4db7"])
    }

    @Test func aPlainFileRunsInOneTransaction() throws {
        let migration = try Migration(parsing: "-- 7 seventh step\n-- docket: locks-writes b\n-- Why.\ncreate table a ();\n")
        #expect(migration.version == 7)
        #expect(migration.name == "seventh step")
        #expect(migration.work == .atOnce("-- Why.\ncreate table a ();\n"))
        #expect(!migration.isBeside)
        #expect(migration.locks == [Migration.Lock(table: "b", holdsReaders: false)])
    }

    @Test func partsRunBesideOthers() throws {
        let migration = try Migration(
            parsing: """
                -- 7 seventh
                -- docket: locks a, b

                -- docket: statements
                create table if not exists c ();
                alter table a add column if not exists d int;

                -- docket: batches
                update a set d = 1 where d is null;
                -- docket: index
                create index concurrently a_by_d on a (d)
                where d > 0;
                -- docket: no-index
                drop index concurrently a_by_c;
                """)
        #expect(
            migration.work
                == .beside([
                    .statements("create table if not exists c ();\nalter table a add column if not exists d int;"),
                    .batches("update a set d = 1 where d is null"),
                    .index(name: "a_by_d", definition: "on a (d)\nwhere d > 0"),
                    .noIndex(name: "a_by_c"),
                ]))
        #expect(migration.isBeside)
        #expect(migration.locks == ["a", "b"].map { Migration.Lock(table: $0, holdsReaders: true) })
    }

    @Test(arguments: [
        "", "create table a ();", "-- x seventh\nselect 1;", "-- 7\nselect 1;", "-- 0 none\nselect 1;",
        "-- 7 seventh\n-- Nothing.",
        "-- 7 seventh\n--docket: statements\nselect 1;", "-- 7 seventh\n-- docket: locks\nselect 1;",
        "-- 7 seventh\n-- docket: sideways\nselect 1;", "-- 7 seventh\nselect 1;\n-- docket: statements\nselect 2;",
        "-- 7 seventh\n-- docket: statements\n-- docket: locks a\nselect 1;", "-- 7 seventh\n-- docket: statements\nselect 1",
        "-- 7 seventh\n-- docket: statements\n;", "-- 7 seventh\n-- docket: batches\nselect 1; select 2;",
        "-- 7 seventh\n-- docket: index\ncreate index a on b (c);",
        "-- 7 seventh\n-- docket: index\ncreate index concurrently a in b;",
        "-- 7 seventh\n-- docket: no-index\ndrop index a;",
        "-- 7 seventh\n-- docket: no-index\ndrop index concurrently a b;",
    ]) func aMalformedFileIsRefused(_ text: String) {
        #expect(throws: Migration.Malformed.self) { try Migration(parsing: text) }
    }
}
