internal import Postgres
internal import Sealing
internal import Shared

/// What the rows of `inspections` have of a submission, for comparing it with what its outcome was told with.
struct StoredFacts {
    /// Of what cannot be opened they are those in the submission's own row.
    private(set) var digests = FactDigests()
    /// Whether no part is sealed by a key that is not there.
    private(set) var areOpened = true

    static func of(
        _ submissions: [Submission], by keys: SealingKeyStore?, over executor: some PostgresExecutor
    ) async throws -> [SubmissionID: StoredFacts] {
        guard !submissions.isEmpty else { return [:] }
        let rows = try await executor.query(
            """
            select i.submission_id, attempt, facts, signers_sealed, reading, reading_sealed, callouts, k.tenant as key_tenant,
                k.wrapped, x.submission_id is not null as is_sealed
            from inspections i left join sealed_submissions x on x.submission_id = i.submission_id
                left \(SealingKeyStore.join(of: "i.submission_id"))
            where i.submission_id = any(\(submissions.map(\.id.uuid)))
            """)
        var found: [SubmissionID: StoredFacts] = [:]
        var told: [SubmissionID: FactDigests] = [:]
        for submission in submissions { (found[submission.id], told[submission.id]) = (StoredFacts(), submission.factDigests) }
        var isAway = false
        for row in rows {
            let id: SubmissionID = try row.decodeID("submission_id")
            let (attempt, isSealed): (Int, Bool) = (try row.decode("attempt"), try row.decode("is_sealed"))
            try await found[id]?.add(row, of: id, attempt, told: told[id]?[attempt]) { () throws(SealingError) in
                // Of a submission that is not sealed nothing is: whoever says so has changed the row.
                guard isSealed else { throw SealingError(.damaged, "the submission \(id) has no key") }
                // A provider that does not answer is not asked for each of them.
                guard !isAway else { return nil }
                do throws(SealingError) { return try await keys?.key(of: id, inRow: row, over: executor) } catch {
                    guard [.gone, .unknownKey, .damaged, .unavailable].contains(error.code) else { throw error }
                    isAway = error.code == .unavailable
                    return nil
                }
            }
        }
        return found
    }

    private mutating func add(
        _ row: Row, of id: SubmissionID, _ attempt: Int, told: FactDigests.Attempt?,
        by key: () async throws(SealingError) -> SubmissionKey?
    ) async throws {
        let record = FactsRecord(bytes: try row.decode("facts", as: [UInt8].self))
        let facts = try await digest(of: record.bytes, told: told?.facts) {
            let names = try await SealedSigners.names(row, of: id, by: key)
            return names.isEmpty ? record.digest : try record.returning(names).digest
        }
        let sealed = try row.decodeIfPresent("reading_sealed", as: [UInt8].self) ?? []
        let reading = try await digest(of: sealed, told: told?.reading) {
            try await KeptReading.json(row, of: id, by: key).flatMap(ContentDigest.init(ofJSON:))
        }
        digests[attempt] = FactDigests.Attempt(
            attempt: attempt, facts: facts ?? record.digest, reading: reading, callOuts: try Self.answers(row))
    }

    /// The digest of a part. Without its key it is the one that was told. Where none was told, or the part is nothing that Docket writes, it
    /// is that of the stored bytes, which is no other's.
    private mutating func digest(
        of stored: [UInt8], told: ContentDigest?, _ opened: () async throws -> ContentDigest?
    ) async throws -> ContentDigest? {
        do {
            return try await opened()
        } catch let error as SealingError where error.code == .unknownKey {
            areOpened = false
            return told ?? ContentDigest(of: stored)
        } catch let error as SealingError where error.code == .damaged {
            return ContentDigest(of: stored)
        } catch is FactsRecordError {
            return ContentDigest(of: stored)
        } catch is DecodingError {
            return ContentDigest(of: stored)
        }
    }

    private static func answers(_ row: Row) throws -> [ContentDigest] {
        guard let text = try row.decodeIfPresent("callouts", as: JSONText.self)?.text,
            let value = try? CanonicalJSON.decode(JSONValue.self, from: Array(text.utf8))
        else { return [] }
        guard case .array(let answers) = value else { return [ContentDigest(of: JSONCanonicalization.bytes(of: value))] }
        return answers.map { ContentDigest(of: JSONCanonicalization.bytes(of: $0)) }
    }
}
