internal import Postgres
internal import Sealing
internal import Shared
internal import Synchronization

/// The keys of the submissions of a batch, in one round trip.
extension SealingKeyStore {
    struct BatchKeys {
        /// Of the submissions that are sealed.
        var keys: [SubmissionID: SubmissionKey] = [:]
        /// Why a key cannot be opened that this submission has, or had.
        var lost: [SubmissionID: SealingError] = [:]
    }

    /// As `cachedOrOwnKey` of each.
    ///
    /// - Throws: What is the matter with all of them: the database or the provider does not answer.
    func cachedOrOwnKeys(of submissions: Set<SubmissionID>) async throws(SealingError) -> BatchKeys {
        var batch = BatchKeys()
        let now = now()
        known.withLock { known in
            for submission in submissions {
                if case .some(.some(let key)) = known.submissions.value(of: submission, at: now) { batch.keys[submission] = key }
            }
        }
        let asked = submissions.filter { batch.keys[$0] == nil }
        guard !asked.isEmpty else { return batch }
        let found = try await wrapped(of: asked)
        for submission in asked {
            do throws(SealingError) {
                guard let stored = found[submission] else {
                    keep(nil, of: submission)
                    continue
                }
                guard let (tenant, bytes) = stored else { throw Self.gone(submission) }
                let key = try await unwrap(bytes, of: submission, tenant)
                keep(key, of: submission)
                batch.keys[submission] = key
            } catch {
                guard [.gone, .unknownKey, .damaged].contains(error.code) else { throw error }
                batch.lost[submission] = error
            }
        }
        return batch
    }

    /// The wrapped keys of those that are sealed; nil where it is gone. Whether a submission is sealed is asked first: a key that is
    /// erased meanwhile is then told as gone, not as never having been. Keys can be elsewhere: the statements are not joined.
    private func wrapped(
        of submissions: Set<SubmissionID>
    ) async throws(SealingError) -> [SubmissionID: (TenantID, [UInt8])?] {
        let ids = submissions.map(\.uuid)
        return try await asking("read the keys of submissions") {
            let answers = try await pool.pipeline([
                "select submission_id from sealed_submissions where submission_id = any(\(unseen: ids)::uuid[])",
                """
                select submission_id, tenant, wrapped from docket_keys.submissions
                where submission_id = any(\(unseen: ids)::uuid[])
                """,
            ])
            var stored: [SubmissionID: (TenantID, [UInt8])] = [:]
            for row in answers[1] {
                stored[try row.decodeID("submission_id")] = (try row.decodeValue("tenant"), try row.decode("wrapped"))
            }
            var found: [SubmissionID: (TenantID, [UInt8])?] = [:]
            for row in answers[0] {
                let submission: SubmissionID = try row.decodeID("submission_id")
                found[submission] = .some(stored[submission])
            }
            return found
        }
    }
}
