import Domain
import Postgres
import PostgresStore
import Shared

/// Reads the events of a submission from the log in the database, where all of them are.
struct TimelineReader: Sendable {
    let context: CommandContext
    let home: HomeDirectory

    private static let limit = 1000

    /// Empty when no database is named.
    func events(of submission: SubmissionID) async throws -> [EventHeader] {
        let environment = context.environment(completedFrom: home)
        guard environment["DATABASE_URL"] != nil || environment["DATABASE_URL_FILE"] != nil else { return [] }
        let configuration = try DatabaseAccess.configuration(context, home: home)
        return try await DatabaseAccess.withTables(configuration, context) { pool in
            let recorded = try await PostgresEventLog(pool: pool).events(of: submission, afterSequence: 0, limit: Self.limit)
            return recorded.compactMap { try? EventReader.header(of: $0.payload) }
        }
    }
}
