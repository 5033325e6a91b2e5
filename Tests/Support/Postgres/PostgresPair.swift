/// A primary and the standby that follows it.
public struct PostgresPair: Sendable {
    public let primary: TemporaryPostgres
    public let standby: TemporaryPostgres

    private init(primary: TemporaryPostgres, standby: TemporaryPostgres) { (self.primary, self.standby) = (primary, standby) }

    /// Until it is stopped.
    public static func start() async throws -> PostgresPair {
        let primary = try await TemporaryPostgres.start()
        do {
            return PostgresPair(primary: primary, standby: try await primary.startStandby())
        } catch {
            await primary.stop()
            throw error
        }
    }

    public func stop() async {
        await standby.stop()
        await primary.stop()
    }

    /// For a test: both are stopped when it is over, also when it fails.
    public static func run(_ body: (PostgresPair) async throws -> Void) async throws {
        let pair = try await start()
        do { try await body(pair) } catch {
            await pair.stop()
            throw error
        }
        await pair.stop()
    }

    /// Names both, the primary first.
    public var hosts: String {
        "host=\(primary.directory),\(standby.directory) port=\(primary.port),\(standby.port) user=docket dbname=postgres"
    }

    /// Until the standby has what was written before.
    public func hasFollowed(_ statement: String, database: String = "postgres") async throws {
        try await eventually("the standby has what was written") {
            try await standby.answers(statement, database: database)
        }
    }

    /// What the standby does not have, and the primary shows, would be lost: after a crash that is what waited for the standby.
    public func failOver() async throws {
        // A commit, which a synchronous standby acknowledges with all before it.
        try await primary.administer("select pg_logical_emit_message(true, 'failover', '')")
        try await primary.makeReadOnly()
        try await standby.promote()
    }

    /// The other way round: what was the primary forgets all that it held, and follows the other.
    public func reversed() async throws -> PostgresPair {
        try await primary.become(standbyOf: standby)
        return PostgresPair(primary: standby, standby: primary)
    }
}
