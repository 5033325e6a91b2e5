/// A primary and the standby that follows it; both are stopped when the test is over, also when it fails.
public struct PostgresPair: Sendable {
    public let primary: TemporaryPostgres
    public let standby: TemporaryPostgres

    public static func run(_ body: (PostgresPair) async throws -> Void) async throws {
        let primary = try await TemporaryPostgres.start()
        do {
            let standby = try await primary.startStandby()
            do {
                try await body(PostgresPair(primary: primary, standby: standby))
            } catch {
                await standby.stop()
                throw error
            }
            await standby.stop()
        } catch {
            await primary.stop()
            throw error
        }
        await primary.stop()
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

    public func failOver() async throws {
        try await primary.makeReadOnly()
        try await standby.promote()
    }
}
