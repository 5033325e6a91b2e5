internal import Domain
internal import Postgres
public import Sealing
internal import Shared

/// What people write about submissions.
extension SealingKeyStore {
    /// The key that words about a submission are stored by; nil where they are stored as they are.
    func keyOfWords(about submission: SubmissionID) async throws(SealingError) -> SubmissionKey? {
        try await hasBegun(.words) ? try await cachedOrOwnKey(of: submission) : nil
    }

    /// Whether words are stored by keys. Run this before a transaction that asks for one: nobody may wait for a provider of keys while
    /// they hold rows and a connection.
    func sealsWords(of tenant: TenantID) async throws(SealingError) -> Bool {
        guard try await hasBegun(.words) else { return false }
        do throws(SealingError) { _ = try await knownKey(of: tenant) } catch {
            // What is not sealed can be written about without.
            guard [.unknownKey, .damaged].contains(error.code) else { throw error }
        }
        return true
    }

    /// Seals what was written about sealed submissions while that was stored as it is; returns of how many rows. What one call has sealed
    /// stays so if it fails; the next one goes on.
    public func sealWords() async throws(SealingError) -> Int {
        try await sealAll("what is written about submissions") { (last: Unsealed<StoredWords>?, limit) in
            let place: SQL = last.map { "where (\(StoredWords.order)) > (\($0.value.place(in: $0.submission)))" } ?? ""
            return """
                select w.*, k.tenant as key_tenant, k.wrapped
                from (\(StoredWords.inClear)) w join sealed_submissions x using (submission_id)
                    \(Self.join(of: "x.submission_id"))
                \(place) order by \(StoredWords.order) limit \(limit)
                """
        } _: { row in
            Unsealed(row: row, submission: try row.decodeID("submission_id"), value: try StoredWords(row))
        } by: { found, key in
            try found.value.sealing(found.submission, by: key)
        }
    }
}

/// A decision, or a draft of one, as it stands in the clear. It is sealed as it is, whatever it says.
struct StoredWords: Sendable {
    private enum Kind: String {
        case draft, held, verdict
    }

    private let kind: Kind
    private let actor: String
    private let version: Int64
    private let stored: JSONText
    private let words: [UInt8]

    static let inClear: SQL = """
        select 'draft' as kind, submission_id, actor, 0::bigint as version, draft as stored, draft as words
        from review_drafts where not \(SealedWords.isSealed("draft"))
        union all select 'held', submission_id, actor, version, decision,
            case when note is null then decision else decision || jsonb_build_object('note', note) end
        from review_holds where not \(SealedWords.isSealed("decision"))
        union all select 'verdict', submission_id, actor, version, decision, decision
        from review_verdicts where decision is not null and not \(SealedWords.isSealed("decision"))
        """

    static let order: SQL = "kind, submission_id, actor, version"

    func place(in submission: SubmissionID) -> SQL { "\(kind.rawValue), \(submission.uuid), \(actor), \(version)" }

    init(_ row: Row) throws {
        guard let kind = Kind(rawValue: try row.decode("kind")) else { throw StoreError.corrupt("words of no kind") }
        self.kind = kind
        actor = try row.decode("actor")
        version = try row.decode("version")
        stored = try row.decode("stored")
        words = Array(try row.decode("words", as: JSONText.self).text.utf8)
    }

    /// The statement that seals it, if nobody has written anew meanwhile.
    func sealing(_ submission: SubmissionID, by key: SubmissionKey) throws -> SQL {
        let row: SQL = "submission_id = \(submission.uuid) and actor = \(actor)"
        func sealed(_ use: SealedWords.Use) throws -> JSONText { try SealedWords.column(sealing: words, for: use, by: key) }
        switch kind {
        case .draft:
            return "update review_drafts set draft = \(try sealed(.draft(of: actor))) where \(row) and draft = \(stored)"
        case .held:
            return """
                update review_holds set decision = \(try sealed(.held(by: actor))), note = null
                where \(row) and version = \(version) and decision = \(stored)
                """
        case .verdict:
            return """
                update review_verdicts set decision = \(try sealed(.verdict(of: actor)))
                where \(row) and version = \(version) and decision = \(stored)
                """
        }
    }
}
