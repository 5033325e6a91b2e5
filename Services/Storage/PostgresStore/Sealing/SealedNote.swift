internal import Crypto
internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// The note of an act as the audit trail stores it: of a sealed submission in base64, by the submission's key. It ends with that key, and
/// the trail's log, which covers it as it is stored, goes on to hold.
enum SealedNote {
    /// Stands for a note that cannot be opened here.
    static let unopened = "(sealed: its key is gone, or is not here)"

    /// Without `key`, or a note, the act stays as it is.
    static func sealing(_ act: AuditAct, by key: SubmissionKey?) throws(SealingError) -> AuditAct {
        guard let key, let note = act.note, !act.isNoteSealed else { return act }
        var sealed = act
        sealed.note = Base64.encode(try key.sealed(Array(note.utf8), for: use(act.action)))
        sealed.isNoteSealed = true
        return sealed
    }

    /// For a SELECT from `audit` by that name: the note, and what its key is found by.
    static func columns(of audit: SQL) -> SQL {
        """
        \(audit).action, \(audit).note, \(audit).note_is_sealed, \(audit).tenant as key_tenant,
            case when \(audit).note_is_sealed
                then (select wrapped from docket_keys.submissions k where k.submission_id = \(audit).submission_id) end as wrapped
        """
    }

    /// From ``columns(of:)``. One that cannot be opened by any key that is here keeps no entry from being read.
    static func note(
        _ row: Row, about submission: SubmissionID?, by keys: SealingKeyStore?, over executor: (any PostgresExecutor)? = nil
    ) async throws -> String? {
        guard let note = try row.decodeIfPresent("note", as: String.self) else { return nil }
        guard try row.decodeIfPresent("note_is_sealed") ?? false else { return note }
        guard let submission, let sealed = Base64.decode(note) else { return unopened }
        let use = use(try row.decode("action"))
        do throws(SealingError) {
            guard let key = try await keys?.key(of: submission, inRow: row, over: executor) else { return unopened }
            return String(decoding: try key.opened(sealed, for: use), as: UTF8.self)
        } catch {
            guard [.damaged, .gone, .unknownKey].contains(error.code) else { throw error }
            return unopened
        }
    }

    private static func use(_ action: String) -> String { "note of \(action)" }
}
