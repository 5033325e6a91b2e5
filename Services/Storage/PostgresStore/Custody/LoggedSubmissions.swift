internal import Custody
internal import Domain
internal import FoundationEssentials
internal import Postgres
internal import Shared

/// Reads the submissions of leaves beside their last events.
enum LoggedSubmissions {
    /// Those whose last event is among the leaves. A submission's last event is one leaf, so each is read once. `keys` open what is
    /// sealed of facts.
    static func ending(
        in leaves: [LogLeaf], by keys: SealingKeyStore?, over transaction: PostgresTransaction
    ) async throws -> [LoggedSubmission] {
        var (ids, sequences): ([UUID], [Int64]) = ([], [])
        for leaf in leaves where leaf.kind == .event {
            guard let id = leaf.submission.flatMap(UUID.init(uuidString:)),
                case .string(let text)? = leaf.row?.members["sequence"],
                let sequence = Int64(text)
            else { continue }
            ids.append(id)
            sequences.append(sequence)
        }
        guard !ids.isEmpty else { return [] }
        let rows = try await transaction.query(
            """
            select l.id, l.id::text as name, l.sequence, e.type, s.version, s.state, s.erased_at is not null as is_erased, e.payload
            from unnest(\(ids), \(sequences)) as l (id, sequence)
                join events e on e.submission_id = l.id and e.sequence = l.sequence
                left join submissions s on s.id = l.id and s.tenant = e.tenant
            where not exists (select from events later where later.submission_id = l.id and later.sequence > l.sequence)
            order by l.id
            """)
        var told: [SubmissionID: OutcomeRecord] = [:]
        for row in rows where try row.decode("is_erased", as: Bool.self) == false {
            told[try row.decodeID("id")] = SubmissionRecord.digests(inEvent: try row.decode("payload"))
        }
        let current = try await submissions(told.keys.sorted(), over: transaction)
        let stored = try await StoredFacts.of(
            current.values.filter { told[$0.id]?.facts != nil }, by: keys, over: transaction)
        return try rows.map { row in
            let id: SubmissionID = try row.decodeID("id")
            var found = current[id].map { SubmissionRecord($0).digests }
            if let stored = stored[id] { found?.facts = stored.digests.digest }
            return LoggedSubmission(
                id: try row.decode("name"), sequence: try row.decode("sequence"), lastEvent: try row.decode("type"),
                version: try row.decodeIfPresent("version"), state: try row.decodeIfPresent("state"),
                isErased: try row.decode("is_erased"), told: told[id], found: found, areFactsOpened: stored[id]?.areOpened ?? true
            )
        }
    }

    /// By the current rows, without what cannot be read.
    private static func submissions(
        _ ids: [SubmissionID], over transaction: PostgresTransaction
    ) async throws -> [SubmissionID: Submission] {
        guard !ids.isEmpty else { return [:] }
        do {
            return try await SubmissionReader(keys: nil, opening: .none)
                .read(ids, tenant: nil, lock: .none, over: transaction)
        } catch  where SubmissionReader.mayConcernOne(error) {
            guard ids.count > 1 else { return [:] }
            var found: [SubmissionID: Submission] = [:]
            for id in ids { try await found.merge(submissions([id], over: transaction)) { first, _ in first } }
            return found
        }
    }
}
