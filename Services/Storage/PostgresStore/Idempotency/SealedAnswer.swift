internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// The body of a kept answer as it is stored: it repeats what a submission says of its person.
///
/// It is sealed by the key of the submission that the request changed, and goes with it; without one, by its tenant's.
struct SealedAnswer {
    enum Sealer: String { case submission, tenant }

    let body: [UInt8]
    /// Nil if the body is stored as it is.
    let by: Sealer?

    /// An empty body says nothing.
    init(_ body: [UInt8], for key: IdempotencyKey, by submission: SubmissionKey?) throws(SealingError) {
        guard let submission, !body.isEmpty else {
            (self.body, by) = (body, nil)
            return
        }
        (self.body, by) = (try submission.sealed(body, for: Self.use(key)), .submission)
    }

    init(_ body: [UInt8], for key: IdempotencyKey, byTenant keys: SealingKeyStore?) async throws(SealingError) {
        guard !body.isEmpty, let keys, try await keys.hasBegun(.persons) else {
            (self.body, by) = (body, nil)
            return
        }
        let kept = try await keys.keep(body, of: key.tenant, for: Self.use(key))
        (self.body, by) = (kept.bytes, kept.isSealed ? .tenant : nil)
    }

    /// Opens what the columns `body`, `sealed_by` and `submission_id` hold.
    static func body(_ row: Row, of key: IdempotencyKey, by keys: SealingKeyStore?) async throws -> [UInt8] {
        let body = try row.decode("body", as: [UInt8].self)
        guard let sealer: Sealer = try row.decodeCaseIfPresent("sealed_by") else { return body }
        guard let keys else { throw SealingError(.unknownKey, "a kept answer is sealed, and this process has no keys") }
        switch sealer {
        case .tenant: return try await keys.reveal(.init(bytes: body, isSealed: true), of: key.tenant, for: use(key))
        case .submission:
            let id: SubmissionID = try row.decodeID("submission_id")
            guard let submission = try await keys.currentKey(of: id, tenant: key.tenant) else {
                throw SealingError(.gone, "the key of the submission \(id) is gone")
            }
            return try submission.opened(body, for: use(key))
        }
    }

    private static func use(_ key: IdempotencyKey) -> String { "answer to \(key.text)" }
}
