import Support

/// The Postgres that has the keys of submissions, where they have one of their own.
struct KeysDatabase: Sendable {
    private static let name = "keys"

    private let server: TemporaryPostgres

    static func start() async throws -> KeysDatabase {
        let server = try await TemporaryPostgres.start()
        do { try await server.administer("create database \(name)") } catch {
            await server.stop()
            throw error
        }
        return KeysDatabase(server: server)
    }

    private init(server: TemporaryPostgres) { self.server = server }

    /// For DOCKET_KEYS_URL.
    var url: String { server.networkConnectionString(database: Self.name) }

    /// It is ended at once, and comes back with crash recovery.
    func crash(for duration: Duration) async throws {
        try await server.stopServer(.immediate)
        try await Task.sleep(for: duration)
        try await server.startServer()
    }

    func remove() async { await server.stop() }
}
