internal import FoundationEssentials
internal import Postgres
internal import Sealing

/// What reads and deletes keys that may be in another database.
extension SealingKeyStore {
    /// The statement that destroys the keys of the submissions whose `id` a statement has selected before. Where the keys are elsewhere,
    /// only these are sent there: of a join all keys would be fetched.
    static func removal(ofAll selected: SQL) -> SQL {
        "delete from docket_keys.submissions where submission_id = any(array(select id from \(selected)))"
    }

    /// Joins the key `k` of each submission to rows; where the keys are elsewhere, one by one for the same reason.
    static func join(of submission: SQL) -> SQL {
        """
        join lateral (
            select tenant, wrapped from docket_keys.submissions where submission_id = \(submission) limit 1) k on true
        """
    }

    /// Where the keys of submissions are in another database: that they can be reached, and are not another installation's by now.
    func checkPlace() async throws(SealingError) {
        let isOurs = try await asking("reach the database of the keys") { () -> Bool in
            guard let place = try await pool.query("select id from keys_elsewhere where moved_at is not null").first else {
                return true
            }
            return try await pool.query("select id from docket_keys.home").first?.decode("id", as: UUID.self)
                == place.decode("id")
        }
        guard isOurs else {
            throw SealingError(
                .unavailable,
                "the database of the keys has none of these submissions, or they were taken for another installation's: see "
                    + "`docket help encryption`")
        }
    }
}

extension PostgresError {
    /// Whether the server could not reach another one: of its own connections a client is told without these states. Stages wait then, as
    /// for any provider of keys, though the database answers.
    var isOfKeysElsewhere: Bool { sqlState == "08001" || sqlState == "08006" }
}
