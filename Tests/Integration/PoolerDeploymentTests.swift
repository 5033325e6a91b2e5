import EventLoop
import FoundationEssentials
import Glibc
import Support
import Testing

/// The pooler of deploy/compose/pooler.yml, as it is configured there.
@Suite(.timeLimit(.minutes(1))) struct PoolerDeploymentTests {
    private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    @Test func itLetsInWhoHasThePasswordAndNobodyElse() async throws {
        let folder = try TemporaryFolder("pooler-compose")
        chmod(folder.path, 0o755)
        let places = ["secrets", "edge", "readers"].map { "\(folder.path)/\($0)" }
        for place in places { try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true) }
        let password = #"o"d%d' \wörd"#
        let prepare = ["\(Self.root)/deploy/compose/secrets.sh"] + places
        let alone = try await Program.run(
            "sh", prepare, environment: ["POSTGRES_PASSWORD": password, "DATABASE_POOLER": "transaction"])
        #expect(!alone.status.isSuccess && alone.complaints.contains("needs deploy/compose/pooler.yml"), "\(alone.complaints)")
        // The volume of deploy/compose/pooler.yml.
        let volume = "\(places[2])/pooler"
        try FileManager.default.createDirectory(atPath: volume, withIntermediateDirectories: true)
        _ = try await Program.check(
            "sh", prepare, environment: ["POSTGRES_PASSWORD": password, "DATABASE_POOLER": "transaction"])
        func address(_ name: String) throws -> String { try #require(ProcFile.text("\(places[2])/gateway/\(name)")) }
        let (pooled, direct) = (try address("database-url"), try address("database-direct-url"))
        #expect(pooled.hasSuffix("@pooler:6432/docket") && direct.hasSuffix("@postgres:5432/docket"))

        let cluster = try await TemporaryPostgres.shared()
        let name = try await cluster.makeDatabase()
        let port = try await FreePorts.one()
        let users = "\(folder.path)/users"
        try FileBytes.write(Array(try #require(ProcFile.text("\(places[2])/pooler/users")).utf8), to: users)
        chmod(users, 0o644)
        var settings = try #require(ProcFile.text("\(Self.root)/deploy/compose/pgbouncer.ini"))
        for (there, here) in [
            ("host=postgres port=5432 dbname=docket", "host=\(cluster.directory) port=\(cluster.port) dbname=\(name)"),
            ("listen_addr = *", "listen_addr = 127.0.0.1"), ("listen_port = 6432", "listen_port = \(port)"),
            ("/run/docket/secrets/users", users),
        ] {
            try #require(settings.utf8.count > 0 && settings.contains(there), "\(there)")
            settings = settings.replacing(there, with: here)
        }
        try await RealPgBouncer.run(configuration: settings, port: port) { _ in
            func ask(_ address: String) async throws -> Program.Result {
                try await Program.run("psql", ["-qXAtw", address, "-c", "select 'let in'"])
            }
            let known = try await ask(pooled.replacing("@pooler:6432", with: "@127.0.0.1:\(port)"))
            #expect(known.text == "let in\n", "\(known.complaints)")
            let unknown = try await ask("postgresql://docket:other@127.0.0.1:\(port)/docket")
            #expect(!unknown.status.isSuccess && unknown.complaints.contains("auth"), "\(unknown.complaints)")
        }

        // Without it, both lead to the server.
        let left = try await Program.run("sh", prepare)
        #expect(!left.status.isSuccess && left.complaints.contains("needs DATABASE_POOLER=transaction"), "\(left.complaints)")
        try FileManager.default.removeItem(atPath: volume)
        _ = try await Program.check("sh", prepare)
        #expect(try address("database-url") == direct && address("database-direct-url") == direct)
    }
}
