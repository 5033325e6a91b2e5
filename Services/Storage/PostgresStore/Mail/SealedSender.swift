internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// The address that mail is from, as it is stored in `sender_sealed`: by the key of the message's own files.
enum SealedSender {
    private static let use = "sender"

    static func sealed(_ sender: String, by key: SubmissionKey) throws(SealingError) -> [UInt8] {
        try key.sealed(Array(sender.utf8), for: use)
    }

    /// For a SELECT from `mails`: what the key of a sender is found by.
    static let columns: SQL = """
        tenant as key_tenant, case when sender_sealed is not null
            then (select wrapped from docket_keys.submissions k where k.submission_id = mails.id) end as wrapped
        """

    /// From the columns `sender` and `sender_sealed`, and ``columns``. Nil where it cannot be opened by any key that is here: the rest is
    /// there to be seen.
    static func sender(
        _ row: Row, of mail: MailID, by keys: SealingKeyStore?, over executor: (any PostgresExecutor)? = nil
    ) async throws -> String? {
        guard let sealed = try row.decodeIfPresent("sender_sealed", as: [UInt8].self) else {
            return try row.decodeIfPresent("sender")
        }
        do throws(SealingError) {
            guard let key = try await keys?.key(of: SubmissionID(mail.uuid), inRow: row, over: executor) else { return nil }
            return String(decoding: try key.opened(sealed, for: use), as: UTF8.self)
        } catch {
            guard [.damaged, .gone, .unknownKey].contains(error.code) else { throw error }
            return nil
        }
    }
}
