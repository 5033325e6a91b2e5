internal import Postgres
internal import Sealing
internal import Shared

/// The names in the signatures of a submission's files, as a row of `inspections` has them: of a sealed submission in
/// `signers_sealed`, by the submission's key, and otherwise among its facts. An empty value says that there are none.
struct SealedSigners {
    /// The facts as they are stored.
    let record: FactsRecord
    /// Nil where the names, if there are any, are among the facts.
    let sealed: Bytes?

    init(_ facts: FactsRecord, ofAttempt attempt: Int, as storage: FindingsStorage) throws {
        switch storage {
        case .clear: (record, sealed) = (facts, nil)
        case .masked: (record, sealed) = (try facts.takingSigners().record, Bytes([]))
        case .sealed(let key):
            let (rest, signers) = try facts.takingSigners()
            let json = try signers.isEmpty ? [] : key.sealed(CanonicalJSON.encode(signers), for: Self.use(attempt))
            (record, sealed) = (rest, Bytes(json))
        }
    }

    /// From the columns `attempt` and `signers_sealed`; empty where they are among the facts, or nowhere. `key` is asked for where they
    /// are sealed.
    static func names(
        _ row: Row, of id: SubmissionID, by key: () async throws(SealingError) -> SubmissionKey?
    ) async throws -> SignerNames {
        guard let sealed = try row.decodeIfPresent("signers_sealed", as: [UInt8].self), !sealed.isEmpty else {
            return SignerNames()
        }
        let use = use(try row.decode("attempt"))
        guard let key = try await key() else {
            throw SealingError(.unknownKey, "who signed files of the submission \(id) is sealed, and this process has no keys")
        }
        return try CanonicalJSON.decode(SignerNames.self, from: try key.opened(sealed, for: use))
    }

    /// The statement that seals what is stored already.
    ///
    /// - Throws: `SealingError` with the code `damaged` for facts that cannot be read.
    static func sealing(_ facts: FactsRecord, of id: SubmissionID, attempt: Int, by key: SubmissionKey) throws -> SQL {
        let signers: SealedSigners
        do {
            signers = try SealedSigners(facts, ofAttempt: attempt, as: .sealed(by: key))
        } catch is FactsRecordError {
            throw SealingError(.damaged, "the facts of attempt \(attempt) of the submission \(id) cannot be read")
        }
        return """
            update inspections set facts = \(Bytes(signers.record.bytes)), signers_sealed = \(signers.sealed)
            where submission_id = \(id.uuid) and attempt = \(attempt) and facts = \(Bytes(facts.bytes))
            """
    }

    private static func use(_ attempt: Int) -> String { "signers of attempt \(attempt)" }
}
