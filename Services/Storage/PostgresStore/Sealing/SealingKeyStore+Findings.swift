internal import Domain
internal import FoundationEssentials
internal import Postgres
public import Sealing
internal import Shared

/// What is found in documents: reasons of rules that quote it, and suggested values.
extension SealingKeyStore {
    /// Seals what was found of sealed submissions while that was stored as it is; returns of how many rows. What one call has sealed stays
    /// so if it fails; the next one goes on.
    public func sealFindings() async throws(SealingError) -> Int {
        try await sealAll("what reasons quote") { (last: Unsealed<StoredFinding>?, limit) in
            let place: SQL = last.map { "where (kind, id) > (\($0.value.kind.rawValue), \($0.value.id))" } ?? ""
            return """
                select f.*, k.tenant as key_tenant, k.wrapped
                from (\(StoredFinding.inClear)) f join sealed_submissions x using (submission_id)
                    join docket_keys.submissions k using (submission_id)
                \(place) order by kind, id limit \(limit)
                """
        } _: { row in
            Unsealed(row: row, submission: try row.decodeID("submission_id"), value: try StoredFinding(row))
        } by: { found, key in
            try found.value.sealing(by: key)
        }
    }
}

/// Reasons or a suggestion as they stand in the clear.
private struct StoredFinding: Sendable {
    enum Kind: String {
        case document, page, submission
    }

    let kind: Kind
    /// Of the row.
    let id: UUID
    private let stored: JSONText

    static let inClear: SQL = """
        select 'document' as kind, id, submission_id, reasons as stored from documents
        where reasons <> '[]' and reasons_sealed is null
        union all select 'page', id, submission_id, suggestion from pages where suggestion is not null
        union all select 'submission', id, id, reasons from submissions where reasons <> '[]' and reasons_sealed is null
        """

    init(_ row: Row) throws {
        guard let kind = Kind(rawValue: try row.decode("kind")) else { throw StoreError.corrupt("a finding of no kind") }
        (self.kind, id, stored) = (kind, try row.decode("id"), try row.decode("stored"))
    }

    /// The statement that seals it, if nobody has written anew meanwhile; nil where there is nothing to seal. What is no finding is
    /// nothing that anybody reads, and stays.
    func sealing(by key: SubmissionKey) throws -> SQL? {
        switch kind {
        case .page:
            guard let suggestion: PageSuggestion = decoded() else { return nil }
            let page = PageID(id)
            return """
                update pages set \(try SealedSuggestion.assignments(suggestion, of: page, by: key))
                where id = \(id) and suggestion = \(stored)
                """
        case .document: return try sealing("documents", of: .document(DocumentID(id)), by: key)
        case .submission: return try sealing("submissions", of: .submission, by: key)
        }
    }

    private func sealing(_ table: SQL, of place: SealedReasons.Place, by key: SubmissionKey) throws -> SQL? {
        guard let reasons: [Reason] = decoded() else { return nil }
        let new = try SealedReasons(reasons, insteadOf: reasons, of: place, by: key)
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
