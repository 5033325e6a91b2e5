internal import Postgres
internal import Sealing
internal import Shared

/// The columns of ``PersonalValues`` that were sealed.
struct SealedPerson {
    let values: PersonalValues
    let personal: [UInt8]
    /// By which the submission is found while its values cannot be read.
    let codes: PersonCodes

    /// Nil if there is nothing to seal. Names stay as they are in a sandbox: a reference says there what has to come of the submission,
    /// to processes without keys, too.
    init?(_ given: PersonalValues, by key: SubmissionKey, _ lookup: ValueLookup) throws(SealingError) {
        var values = given
        if key.tenant.isSandbox { (values.subject, values.reference) = (nil, nil) }
        guard !values.isEmpty else { return nil }
        let json: [UInt8]
        do { json = try CanonicalJSON.encode(values) } catch {
            throw SealingError(.unavailable, "what the submission \(key.submission) says of its person cannot be encoded")
        }
        self.values = values
        personal = try key.sealed(json, for: Self.use)
        codes = PersonCodes(of: values, lookup)
    }

    private static let use = "personal values"

    // MARK: - Writing

    /// The columns of a new row, and their values.
    static let names: SQL = "personal, email_code, subject_code, reference_code, reference_pieces"

    /// `emailCode` is that of an address which is stored as it is.
    static func values(of person: SealedPerson?, emailCode: [UInt8]? = nil) -> SQL {
        let codes = person?.codes
        return """
            \(person.map { Bytes($0.personal) }), \((codes?.email ?? emailCode).map { Bytes($0) }), \(codes?.subject.map { Bytes($0) }),
                \(codes?.reference.map { Bytes($0) }), \(codes?.pieces.map { $0.sorted() })
            """
    }

    /// The submission as it is stored in columns of their own beside what is sealed.
    func leftInClear(of submission: Submission) -> Submission {
        var rest = submission
        (rest.contact, rest.expected, rest.metadata, rest.returnUrl) = (nil, nil, [:], nil)
        if values.subject != nil { rest.subject = nil }
        if values.reference != nil { rest.reference = nil }
        return rest
    }

    /// The statement that seals what is stored already.
    func replacing(of id: SubmissionID) -> SQL {
        """
        update submissions set (\(Self.names)) = row(\(Self.values(of: self))), email = null, push_token = null, expected = null,
            metadata = '{}', return_url = null,
            subject = case when \(values.subject == nil) then subject end,
            reference = case when \(values.reference == nil) then reference end
        where id = \(id.uuid) and erased_at is null
        """
    }

    // MARK: - Reading

    /// For a SELECT from `submissions` by that name: the value, and what its key is found by, at least where there is a value.
    static func columns(of submissions: SQL = "submissions", alwaysWithKey: Bool = false) -> SQL {
        """
        \(submissions).personal, \(submissions).tenant as key_tenant,
            case when \(alwaysWithKey ? "true" : "\(submissions).personal is not null" as SQL)
                then (select wrapped from docket_keys.submissions k where k.submission_id = \(submissions).id) end as wrapped
        """
    }

    static func isThere(_ row: Row) throws -> Bool { try row.decodeIfPresent("personal", as: [UInt8].self) != nil }

    /// From ``PersonalValues/columns`` and ``columns(of:)``.
    static func values(
        _ row: Row, of id: SubmissionID, by keys: SealingKeyStore?, over executor: some PostgresExecutor
    ) async throws -> PersonalValues {
        let clear = try PersonalValues(row)
        return try await sealedValues(row, of: id, by: keys, over: executor).map(clear.filled) ?? clear
    }

    /// From ``columns(of:)``; nil where nothing is sealed.
    static func sealedValues(
        _ row: Row, of id: SubmissionID, by keys: SealingKeyStore?, over executor: some PostgresExecutor
    ) async throws -> PersonalValues? {
        guard let sealed = try row.decodeIfPresent("personal", as: [UInt8].self) else { return nil }
        guard let keys else {
            throw SealingError(.unknownKey, "the submission \(id) is sealed, and this process has no keys")
        }
        guard let key = try await keys.key(of: id, inRow: row, over: executor) else {
            throw SealingError(.gone, "the key of the submission \(id) is gone: it was restored without its keys")
        }
        return try values(sealed, by: key)
    }

    static func values(_ sealed: [UInt8], by key: SubmissionKey) throws -> PersonalValues {
        try CanonicalJSON.decode(PersonalValues.self, from: try key.opened(sealed, for: use))
    }

    /// By what the tenant knows a submission. Both are nil where they cannot be opened by any key that is here.
    struct Names {
        let subject: String?
        let reference: String?
    }

    /// From the columns `subject` and `reference`, and ``columns(of:)``.
    static func names(
        _ row: Row, of id: SubmissionID, by keys: SealingKeyStore?, over executor: some PostgresExecutor
    ) async throws -> Names {
        let sealed: PersonalValues?
        do { sealed = try await sealedValues(row, of: id, by: keys, over: executor) } catch let error as SealingError
            where [.damaged, .gone, .unknownKey].contains(error.code)
        {
            sealed = nil
        }
        return Names(
            subject: try row.decodeIfPresent("subject") ?? sealed?.subject,
            reference: try row.decodeIfPresent("reference") ?? sealed?.reference)
    }
}
