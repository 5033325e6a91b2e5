internal import FoundationEssentials
internal import Postgres
public import Sealing
internal import Shared

/// What is found in documents: reasons of rules that quote it, and suggested values.
extension SealingKeyStore {
    enum Findings: String, Sendable, CaseIterable {
        case submissions, documents, suggestions

        /// Their rows as they stand in the clear.
        fileprivate var inClear: SQL {
            switch self {
            case .submissions:
                """
                select id, id as submission_id, reasons as stored from submissions
                where reasons <> '[]' and reasons_sealed is null and erased_at is null
                """
            case .documents:
                """
                select id, submission_id, reasons as stored from documents where reasons <> '[]' and reasons_sealed is null
                """
            case .suggestions: "select id, submission_id, suggestion as stored from pages where suggestion is not null"
            }
        }

        /// Whether such a row `f` may quote something: by the wording of a reason, or its own words.
        fileprivate var mayQuote: SQL {
            switch self {
            case .submissions, .documents:
                """
                exists (select from jsonb_path_query(f.stored, '$[*]') r
                    where r ->> 'wording' is null or r ->> 'wording' = any(\(Self.wordings)))
                """
            case .suggestions: "true"
            }
        }

        private static let wordings = RuleChecks.standard.rules.flatMap(\.wordingsOfReading).map(\.rawValue)
    }

    /// Seals what was found of sealed submissions while that was stored as it is; returns of how many rows. What one call has sealed stays
    /// so if it fails; the next one goes on.
    public func sealFindings() async throws(SealingError) -> Int {
        var count = 0
        var lost: SealingError?
        for findings in Findings.allCases {
            do throws(SealingError) { count += try await seal(findings) } catch {
                guard error.code == .unknownKey else { throw error }
                lost = error
            }
        }
        if let lost { throw lost }
        return count
    }

    /// Whether any of it stands in the clear. Most reasons quote nothing, and stay so for good: what may quote is looked at until one does.
    func hasFindingsInClear() async throws(SealingError) -> Bool {
        for findings in Findings.allCases {
            var last: UUID?
            while true {
                let place: SQL = last.map { "and f.id > \($0)" } ?? ""
                let rows = try await asking("look what was found in \(findings.rawValue)") { () -> [StoredFinding] in
                    try await pool.query(
                        """
                        select f.id, f.stored from (\(findings.inClear)) f
                        where \(findings.mayQuote)
                            and exists (select from sealed_submissions x where x.submission_id = f.submission_id) \(place)
                        order by f.id limit \(Self.page)
                        """
                    ).map { StoredFinding(id: try $0.decode("id"), stored: try $0.decode("stored")) }
                }
                if rows.contains(where: { $0.isQuoting(findings) }) { return true }
                guard rows.count == Self.page else { break }
                last = rows.last?.id
            }
        }
        return false
    }

    private func seal(_ findings: Findings) async throws(SealingError) -> Int {
        try await sealAll("what was found in \(findings.rawValue)") { (last: Unsealed<StoredFinding>?, limit) in
            let place: SQL = last.map { "where id > \($0.value.id)" } ?? ""
            return """
                select f.*, k.tenant as key_tenant, k.wrapped
                from (\(findings.inClear)) f join sealed_submissions x using (submission_id)
                    \(Self.join(of: "x.submission_id"))
                \(place) order by id limit \(limit)
                """
        } _: { row in
            Unsealed(
                row: row, submission: try row.decodeID("submission_id"),
                value: StoredFinding(id: try row.decode("id"), stored: try row.decode("stored")))
        } by: { found, key in
            try found.value.sealing(findings, by: key)
        }
    }
}

/// Reasons or a suggestion as they stand in the clear.
private struct StoredFinding: Sendable {
    /// Of the row.
    let id: UUID
    let stored: JSONText

    /// The statement that seals it, if nobody has written anew meanwhile; nil where there is nothing to seal. What is no finding is
    /// nothing that anybody reads, and stays.
    func sealing(_ findings: SealingKeyStore.Findings, by key: SubmissionKey) throws -> SQL? {
        switch findings {
        case .submissions: return try sealing("submissions", of: .submission, by: key)
        case .documents: return try sealing("documents", of: .document(DocumentID(id)), by: key)
        case .suggestions:
            guard let suggestion: PageSuggestion = decoded() else { return nil }
            let assignments = try SealedSuggestion.assignments(suggestion, of: PageID(id), as: .sealed(by: key))
            return "update pages set \(assignments) where id = \(id) and suggestion = \(stored)"
        }
    }

    /// Whether it has something to seal.
    func isQuoting(_ findings: SealingKeyStore.Findings) -> Bool {
        switch findings {
        case .submissions, .documents:
            guard let reasons: [Reason] = decoded() else { return false }
            return SealedReasons.areQuoting(reasons, insteadOf: reasons)
        case .suggestions:
            let suggestion: PageSuggestion? = decoded()
            return suggestion != nil
        }
    }

    private func sealing(_ table: SQL, of place: SealedReasons.Place, by key: SubmissionKey) throws -> SQL? {
        guard let reasons: [Reason] = decoded() else { return nil }
        let new = try SealedReasons(reasons, insteadOf: reasons, of: place, as: .sealed(by: key))
        guard let sealed = new.sealed else { return nil }
        return """
            update \(table) set reasons = \(try JSONText(encoding: new.masked)), reasons_sealed = \(sealed)
            where id = \(id) and reasons = \(stored) and reasons_sealed is null
            """
    }

    private func decoded<Value: Decodable>() -> Value? {
        try? CanonicalJSON.decode(Value.self, from: Array(stored.text.utf8))
    }
}
