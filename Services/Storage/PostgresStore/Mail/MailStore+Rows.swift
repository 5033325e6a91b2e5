internal import Domain
internal import FoundationEssentials
internal import Postgres
internal import Sealing
internal import Shared

extension MailStore {
    /// With whom it is from and what it brought. Who goes on with the message must not take what cannot be opened for nothing.
    func opened(_ row: Row, over executor: (any PostgresExecutor)? = nil) async throws -> MailRecord {
        let id = SubmissionID(try row.decode("id", as: UUID.self))
        let files = try await SealedWords.words(
            row, in: "files", as: [MailFile].self, for: .files, about: id, by: keys, over: executor
        ).words
        return try Self.record(
            row, from: try await SealedSender.sender(row, of: id, by: keys, over: executor), files: files)
    }

    /// The same for a list, which shows the rest where nothing can be opened by any key that is here.
    func listed(_ row: Row, over executor: (any PostgresExecutor)? = nil) async throws -> MailRecord {
        do { return try await opened(row, over: executor) } catch let error as SealingError
            where [.damaged, .gone, .unknownKey].contains(error.code)
        {
            return try Self.record(row)
        }
    }

    /// Without `sender` and `files` nothing of it is opened.
    static func record(_ row: Row, from sender: String? = nil, files: [MailFile] = []) throws -> MailRecord {
        MailRecord(
            id: try row.decodeID("id"), tenant: try row.decodeValue("tenant"), mailbox: try row.decode("mailbox"),
            journey: try row.decodeValue("journey"),
            type: try row.decodeIfPresent("type", as: String.self).flatMap { DocumentTypeID(rawValue: $0) },
            submission: try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) },
            state: try row.decodeCase("state"), wait: try row.decodeCaseIfPresent("wait"), sender: sender,
            sentAt: try row.decodeTimestampIfPresent("sent_at"), authentication: try row.decodeIfPresent("authentication"),
            files: files, leftOut: try row.decode("left_out"), version: try row.decode("version"),
            receivedAt: try row.decodeTimestamp("received_at"), expiresAt: try row.decodeTimestamp("expires_at"))
    }
}
