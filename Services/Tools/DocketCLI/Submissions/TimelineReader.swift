import CommandSupport
import Domain
import Postgres
import PostgresStore
import Shared

/// Reads all events of a submission from the log in the database.
struct TimelineReader: Sendable {
    let context: CommandContext
    let home: HomeDirectory

    private static let limit = 1000

    /// Empty if no database is named.
    func events(of submission: SubmissionID) async throws -> [TimelineEvent] {
        let environment = context.environment(completedFrom: home)
        guard environment["DATABASE_URL"] != nil || environment["DATABASE_URL_FILE"] != nil else { return [] }
        let configuration = try DatabaseAccess.configuration(context, home: home)
        return try await DatabaseAccess.withTables(configuration, context) { pool in
            let recorded = try await PostgresEventLog(pool: pool).events(of: submission, afterSequence: 0, limit: Self.limit)
            return recorded.compactMap { TimelineEvent(reading: $0.payload) }
        }
    }
}

/// An event in a timeline.
struct TimelineEvent: Sendable {
    let header: EventHeader
    /// Why a file was refused: the rule, what was found and what was expected.
    var note: String?

}

extension TimelineEvent {
    /// Nil if the payload is no event of Docket.
    init?(reading payload: [UInt8]) {
        guard let header = try? EventReader.header(of: payload) else { return nil }
        self.header = header
        guard header.type == .uploadRefused, let event = try? EventReader.event(UploadRefused.self, from: payload) else { return }
        note = event.data.reasons.first.map { "\($0.rule): found \($0.found); expected \($0.expected)" }
    }
}
