internal import Domain
internal import EventLoop
internal import Postgres
internal import Sealing
internal import Shared
internal import Synchronization

/// Seals what endpoints answer about sealed submissions, when an attempt is stored. Of a submission that was erased, sealed or not, no words
/// are kept.
///
/// The end of a delivery waits two seconds for keys at most: where they are away, excerpts are not kept, and the keys are not asked for
/// again for half a minute.
final class ResponseSealer: Sendable {
    /// Shorter than a lease: what is under way must not become another process's meanwhile.
    private static let patience = Duration.seconds(2)
    private static let pause = Duration.seconds(30)

    private let pool: PostgresPool
    private let keys: SealingKeyStore?
    private let awayUntil = Mutex<ContinuousClock.Instant?>(nil)

    init(pool: PostgresPool, keys: SealingKeyStore?) {
        self.pool = pool
        self.keys = keys
    }

    /// The column of each answer.
    func columns(_ answers: [(DeliveryKey, DeliveryTry.Response?)]) async throws -> [JSONText?] {
        let wordy = answers.filter { $1?.excerpt.isEmpty == false }.map(\.0.eventID)
        let sealed = try await submissionsWithoutClear(of: wordy)
        let found = await submissionKeys(of: Set(sealed.values))
        return try answers.map { delivery, response in
            guard let response else { return nil }
            guard !response.excerpt.isEmpty, let submission = sealed[delivery.eventID] else {
                return try JSONText(encoding: SealedResponse(response))
            }
            return try JSONText(encoding: SealedResponse(response, to: delivery, sealedBy: found[submission]))
        }
    }

    /// Those that are sealed, or erased.
    private func submissionsWithoutClear(of events: [EventID]) async throws -> [EventID: SubmissionID] {
        guard !events.isEmpty else { return [:] }
        let rows = try await pool.query(
            """
            select e.id, e.submission_id from events e
            where e.id = any(\(events.map(\.uuid))) and (
                exists (select from sealed_submissions x where x.submission_id = e.submission_id)
                or exists (select from submissions s where s.id = e.submission_id and s.erased_at is not null))
            """)
        var found: [EventID: SubmissionID] = [:]
        for row in rows { found[try row.decodeID("id")] = try row.decodeID("submission_id") }
        return found
    }

    /// Those that can be had.
    private func submissionKeys(of submissions: Set<SubmissionID>) async -> [SubmissionID: SubmissionKey] {
        guard let keys, !submissions.isEmpty, !isAway else { return [:] }
        do {
            return try await withDeadline(Self.patience, on: pool.group.next()) { [pool] in
                try await Self.ask(keys, submissions, over: pool)
            }
        } catch {
            if !Task.isCancelled { awayUntil.withLock { $0 = .now + Self.pause } }
            return [:]
        }
    }

    /// - Throws: If the keys, or whoever unwraps them, are away.
    private static func ask(
        _ keys: SealingKeyStore, _ submissions: Set<SubmissionID>, over pool: PostgresPool
    ) async throws -> [SubmissionID: SubmissionKey] {
        let rows = try await pool.query(
            """
            select submission_id, tenant as key_tenant, wrapped from docket_keys.submissions
            where submission_id = any(\(submissions.map(\.uuid)))
            """)
        var (found, lost): ([SubmissionID: SubmissionKey], Set<TenantID>) = ([:], [])
        for row in rows {
            let (submission, tenant): (SubmissionID, TenantID) = (
                try row.decodeID("submission_id"), try row.decodeValue("key_tenant")
            )
            guard !lost.contains(tenant) else { continue }
            do throws(SealingError) { found[submission] = try await keys.key(of: submission, inRow: row) } catch {
                switch error.code {
                case .unavailable, .databaseUnavailable: throw error
                case .unknownKey: lost.insert(tenant)
                case .damaged, .gone: break
                }
            }
        }
        return found
    }

    private var isAway: Bool { awayUntil.withLock { $0.map { .now < $0 } ?? false } }
}
