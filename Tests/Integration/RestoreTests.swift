import EventLoop
import FoundationEssentials
import Glibc
import Support
import Testing

/// What `deploy/restore` brings back into a database, by itself and by docker compose: the keys of submissions were moved into a database of
/// their own before. No service runs.
@Suite(.timeLimit(.minutes(5)))
struct RestoreTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// A backup of rows whose keys are elsewhere, and a database `docket` beside them to restore into.
    private struct Ground {
        let cluster: TemporaryPostgres
        let folder: TemporaryFolder
        let isDirect: Bool
        let rows: String
        let keys: String

        var restored: String { cluster.networkConnectionString(database: "docket") }

        static func run(isDirect: Bool, _ body: (Ground) async throws -> Void) async throws {
            let cluster = try await TemporaryPostgres.start()
            let result: Result<Void, any Error>
            do {
                let (rows, keys) = (try await cluster.makeDatabase(), try await cluster.makeDatabase())
                try await cluster.administer("create database docket")
                let ground = Ground(
                    cluster: cluster, folder: try TemporaryFolder("restore"), isDirect: isDirect,
                    rows: cluster.networkConnectionString(database: rows),
                    keys: cluster.networkConnectionString(database: keys).replacing("docket@", with: "docket:secret@"))
                try await ground.prepare()
                result = .success(try await body(ground))
            } catch {
                result = .failure(error)
            }
            await cluster.stop()
            try result.get()
        }

        private func prepare() async throws {
            try FileManager.default.createDirectory(atPath: "\(folder.path)/blobs", withIntermediateDirectories: true)
            // Of docker compose what the script asks for: the tools of the container of Postgres, and the folder of the blobs.
            let compose = """
                #!/bin/sh
                case $1 in
                exec) shift 3; exec "$@" ;;
                run) cat >/dev/null ;;
                esac

                """
            try FileBytes.write(Array(compose.utf8), to: "\(folder.path)/docker-compose")
            chmod("\(folder.path)/docker-compose", 0o755)
            _ = try await migrate(rows)
            let moved = try await migrate(rows, keys: keys)
            #expect(moved.text.contains("moved 0 keys"), "\(moved.text)")
            try await ask(rows, "insert into docket_keys.tenants (tenant, wrapped_by, wrapped) values ('default', 'main', 'key')")
            try await backup(to: "saved")
        }

        func backup(to name: String) async throws {
            _ = try await Program.check(
                "bash", ["\(RestoreTests.root)/deploy/backup", "--direct", "\(folder.path)/\(name)"],
                environment: ["DATABASE_URL": rows, "DOCKET_BLOBS": "\(folder.path)/blobs"])
        }

        func restore(_ words: String...) async throws -> Program.Result {
            let script = "\(RestoreTests.root)/deploy/restore"
            guard isDirect else {
                return try await Program.run(
                    "bash", [script] + words,
                    environment: [
                        "PATH": "\(folder.path):/usr/bin:/bin", "PGHOST": cluster.directory, "PGPORT": "\(cluster.port)",
                    ])
            }
            return try await Program.run(
                "bash", [script, "--direct"] + words,
                environment: ["DATABASE_URL": restored, "DOCKET_BLOBS": "\(folder.path)/restored"])
        }

        func migrate(_ database: String, _ words: String..., keys: String? = nil) async throws -> Program.Result {
            var environment = ["DATABASE_URL": database]
            environment["DOCKET_KEYS_URL"] = keys
            return try await Program.run(try BuiltPrograms.path("docket"), ["migrate"] + words, environment: environment)
        }

        func ask(_ database: String, _ statement: String) async throws {
            _ = try await Program.check("psql", [database, "--set=ON_ERROR_STOP=1", "--command=\(statement)"])
        }

        /// Runs `body` while a session is there, as a pooler keeps one. It is ended meanwhile.
        func whileASessionEnds(_ body: () async throws -> Void) async throws {
            let session = try await Program.start("psql", [restored, "--command=select pg_sleep(600)"])
            try await eventually("a session is there") {
                try await cluster.answers(
                    "select from pg_stat_activity where datname = 'docket' and query like '%pg_sleep(600)%'")
            }
            try await body()
            let isThere = try await cluster.answers(
                "select from pg_stat_activity where datname = 'docket' and query like '%pg_sleep(600)%'")
            await session.stop()
            #expect(!isThere)
        }
    }

    @Test(arguments: [true, false])
    func `what is restored reaches nobody's keys, and takes them only where somebody says so`(isDirect: Bool) async throws {
        try await Ground.run(isDirect: isDirect) { ground in
            try await ground.whileASessionEnds {
                let restored = try await ground.restore("\(ground.folder.path)/saved")
                #expect(restored.status.isSuccess, "\(restored.complaints)")
                #expect(
                    restored.complaints.contains("run 'docket migrate --take-keys' with DOCKET_KEYS_URL"),
                    "\(restored.complaints)")
            }
            #expect(try await ground.cluster.answers("select from pg_foreign_server", database: "docket"))
            #expect(try await !ground.cluster.answers("select from pg_user_mappings", database: "docket"))

            let refused = try await ground.migrate(ground.restored, keys: ground.keys)
            #expect(!refused.status.isSuccess)
            #expect(refused.complaints.contains("docket migrate --take-keys"), "\(refused.complaints)")
            #expect(refused.complaints.contains("is not ready from then on"), "\(refused.complaints)")
            #expect(try await !ground.cluster.answers("select from pg_user_mappings", database: "docket"))
            // Whoever runs the original is asked nothing.
            #expect(try await ground.migrate(ground.rows, keys: ground.keys).status.isSuccess)

            let taken = try await ground.migrate(ground.restored, "--take-keys", keys: ground.keys)
            #expect(taken.status.isSuccess && taken.text.contains("from now on"), "\(taken.text)\(taken.complaints)")
            let original = try await ground.migrate(ground.rows, keys: ground.keys)
            #expect(!original.status.isSuccess, "its keys are another's")
        }
    }

    @Test(arguments: [true, false])
    func `whatever keeps the keys from being loaded is told, and no session of before stays`(isDirect: Bool) async throws {
        try await Ground.run(isDirect: isDirect) { ground in
            let folder = ground.folder.path
            try await ground.ask(ground.rows, "create table docket_keys.later as select 1 as n")
            try await ground.backup(to: "later")
            try FileManager.default.removeItem(atPath: "\(folder)/saved/keys.dump")
            try FileManager.default.moveItem(atPath: "\(folder)/later/keys.dump", toPath: "\(folder)/saved/keys.dump")

            try await ground.whileASessionEnds {
                let newer = try await ground.restore("\(folder)/saved")
                #expect(newer.status == .exited(64))
                #expect(newer.complaints.contains("relation \"docket_keys.later\" does not exist"), "\(newer.complaints)")
                #expect(
                    newer.complaints.contains("of a newer version than the rows. Run 'docket migrate'"), "\(newer.complaints)")
            }
            try await ground.ask(ground.restored, "create table docket_keys.later (n int, check (n > 1))")
            try await ground.whileASessionEnds {
                let other = try await ground.restore("--keys", "\(folder)/saved", "--keys-only")
                #expect(other.status == .exited(64))
                #expect(other.complaints.contains("violates check constraint"), "\(other.complaints)")
                #expect(!other.complaints.contains("newer version"), "\(other.complaints)")
            }
            try await ground.ask(ground.restored, "alter table docket_keys.later drop constraint later_n_check")
            try await ground.whileASessionEnds {
                let loaded = try await ground.restore("--keys", "\(folder)/saved", "--keys-only")
                #expect(loaded.status.isSuccess, "\(loaded.complaints)")
                #expect(loaded.complaints.contains("docket migrate --take-keys"), "\(loaded.complaints)")
            }
            #expect(try await ground.cluster.answers("select from docket_keys.tenants", database: "docket"))
        }
    }

    /// When the rows were saved a move had only begun. It has ended since, and what lies there is the original's.
    @Test func `a move that had begun does not go on after a restore`() async throws {
        try await Ground.run(isDirect: true) { ground in
            try await ground.ask(ground.rows, "update keys_elsewhere set moved_at = null")
            try await ground.backup(to: "begun")
            let restored = try await ground.restore("\(ground.folder.path)/begun")
            #expect(restored.status.isSuccess, "\(restored.complaints)")
            #expect(try await !ground.cluster.answers("select from keys_elsewhere", database: "docket"))
        }
    }
}
