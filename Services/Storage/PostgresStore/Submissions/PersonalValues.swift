internal import Domain
internal import Postgres
internal import Sealing
internal import Shared

/// What a submission says of its person and no listing searches. Of a sealed submission it is stored in the column `personal`, by its
/// key; of others, in columns of their own. It never changes.
struct PersonalValues: Codable, Hashable {
    var contact: Contact?
    var expected: ExpectedPerson?
    var metadata: [String: String]?
    var returnUrl: String?

    /// None.
    init() {}

    init(of submission: Submission) {
        contact = submission.contact
        expected = submission.expected
        metadata = submission.metadata.isEmpty ? nil : submission.metadata
        returnUrl = submission.returnUrl
    }

    /// The columns of their own.
    static let columns: SQL = "email, push_token, expected, metadata, return_url"

    /// Which submissions `s` have any in columns of their own.
    static let isThere: SQL = "(s.metadata <> '{}' or num_nonnulls(s.email, s.push_token, s.expected, s.return_url) > 0)"

    /// From ``columns``.
    init(_ row: Row) throws {
        let found = Contact(email: try row.decodeIfPresent("email"), pushToken: try row.decodeIfPresent("push_token"))
        contact = found == Contact() ? nil : found
        expected = try row.decodeJSONIfPresent("expected")
        let table = try row.decodeJSONTable("metadata")
        metadata = table.isEmpty ? nil : table
        returnUrl = try row.decodeIfPresent("return_url")
    }

    func put(into submission: inout Submission) {
        submission.contact = contact
        submission.expected = expected
        submission.metadata = metadata ?? [:]
        submission.returnUrl = returnUrl
    }

    var isEmpty: Bool { contact == nil && expected == nil && metadata == nil && returnUrl == nil }
}

// MARK: - Sealed

/// The columns of ``PersonalValues`` that were sealed.
struct SealedPerson {
    let personal: [UInt8]
    /// By which mail of this address is assigned.
    let emailCode: [UInt8]?

    /// Nil if there is nothing to seal.
    init?(_ values: PersonalValues, by key: SubmissionKey, _ lookup: ValueLookup) throws(SealingError) {
        guard !values.isEmpty else { return nil }
        let json: [UInt8]
        do { json = try CanonicalJSON.encode(values) } catch {
            throw SealingError(.unavailable, "what the submission \(key.submission) says of its person cannot be encoded")
        }
        personal = try key.sealed(json, for: Self.use)
        emailCode = values.contact?.email.map { Self.code(of: $0, lookup) }
    }

    private static let use = "personal values"

    /// The code of an address, in whatever case its ASCII letters are.
    static func code(of address: String, _ lookup: ValueLookup) -> [UInt8] {
        lookup.code(of: address.asciiLowercased, for: "email")
    }

    /// The statement that seals what is stored already.
    func replacing(of id: SubmissionID) -> SQL {
        """
        update submissions set personal = \(Bytes(personal)), email_code = \(emailCode.map { Bytes($0) }), email = null, push_token = null,
            expected = null, metadata = '{}', return_url = null
        where id = \(id.uuid) and erased_at is null
        """
    }

    // MARK: - Reading

    /// For a SELECT from `submissions`: the value, and what its key is found by.
    static let columns: SQL = """
        personal, tenant as key_tenant,
            case when personal is not null then (select wrapped from docket_keys.submissions k where k.submission_id = id) end as wrapped
        """

    static func isThere(_ row: Row) throws -> Bool { try row.decodeIfPresent("personal", as: [UInt8].self) != nil }

    /// From ``columns``; nil where nothing is sealed.
    static func values(
        _ row: Row, of id: SubmissionID, by keys: SealingKeyStore?, over executor: some PostgresExecutor
    ) async throws -> PersonalValues? {
        guard let sealed = try row.decodeIfPresent("personal", as: [UInt8].self) else { return nil }
        guard let keys else {
            throw SealingError(.unknownKey, "the submission \(id) is sealed, and this process has no keys")
        }
        guard let key = try await keys.key(of: id, inRow: row, over: executor) else {
            throw SealingError(.gone, "the key of the submission \(id) is gone: it was restored without its keys")
        }
        return try CanonicalJSON.decode(PersonalValues.self, from: try key.opened(sealed, for: use))
    }
}
