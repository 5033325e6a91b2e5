internal import Postgres
public import Sealing
internal import Shared

/// What submissions say of their persons.
extension SealingKeyStore {
    /// What a new submission says of its person, sealed by its key; nil if it is stored as it is.
    func sealedPerson(
        of submission: Submission, by key: SubmissionKey?
    ) async throws(SealingError) -> SealedPerson? {
        guard let key, try await hasBegun(.persons) else { return nil }
        let values = PersonalValues(of: submission, withNames: try await hasBegun(.names))
        let lookup = ValueLookup(tenantKey: try await self.key(of: submission.tenant, making: true))
        return try SealedPerson(values, by: key, lookup)
    }

    /// What a tenant's sealed values are found by; nil while there are none, and in a process without keys.
    func lookup(of tenant: TenantID) async throws(SealingError) -> ValueLookup? {
        provider == nil ? nil : try await requiredLookup(of: tenant)
    }

    /// By which a submission that is not sealed is found beside mail that is.
    func code(ofEmailOf submission: Submission) async throws(SealingError) -> [UInt8]? {
        guard let email = submission.contact?.email else { return nil }
        do throws(SealingError) { return try await lookup(of: submission.tenant)?.code(ofEmail: email) } catch {
            // It is noted later: what is stored as it is must not need a key.
            guard error.code != .databaseUnavailable else { throw error }
            return nil
        }
    }

    /// The same for whoever must not take what is sealed for what is not there.
    func requiredLookup(of tenant: TenantID) async throws(SealingError) -> ValueLookup? {
        guard try await hasBegun(.persons) else { return nil }
        return try await knownKey(of: tenant).map(ValueLookup.init(tenantKey:))
    }

    /// The same of a tenant, or of all. Of all, those are left out whose keys are lost: nothing of theirs is found by anybody.
    func requiredLookups(of tenant: TenantID?) async throws(SealingError) -> [(tenant: TenantID, lookup: ValueLookup)] {
        if let tenant { return try await requiredLookup(of: tenant).map { [(tenant, $0)] } ?? [] }
        guard try await hasBegun(.persons) else { return [] }
        let tenants = try await asking("list the tenants with keys") {
            try await pool.query("select tenant from docket_keys.tenants order by tenant").map {
                try $0.decodeValue("tenant", as: TenantID.self)
            }
        }
        var lookups: [(tenant: TenantID, lookup: ValueLookup)] = []
        for tenant in tenants {
            do throws(SealingError) {
                if let lookup = try await requiredLookup(of: tenant) { lookups.append((tenant, lookup)) }
            } catch {
                guard provider != nil, [.unknownKey, .damaged].contains(error.code) else { throw error }
            }
        }
        return lookups
    }

    /// Seals what sealed submissions have said of their persons while that was stored as it is; returns of how many. What one call has
    /// sealed stays so if it fails; the next one goes on.
    public func sealPersons() async throws(SealingError) -> Int {
        var lost = LostKeys()
        try await codeHolds(past: &lost)
        try await codeAddresses("sender", "sender_code", in: "mails", making: true, &lost)
        return try await sealAll("what submissions say of their persons", past: lost) {
            (last: Unsealed<StoredPerson>?, limit) in
            let place: SQL = last.map { "and s.id > \($0.submission.uuid)" } ?? ""
            return """
                select s.id, s.personal, \(PersonalValues.columns), k.tenant as key_tenant, k.wrapped
                from submissions s join sealed_submissions x on x.submission_id = s.id
                    \(Self.join(of: "s.id"))
                where \(PersonalValues.isThere) \(place) order by s.id limit \(limit)
                """
        } _: { row in
            Unsealed(
                row: row, submission: try row.decodeID("id"),
                value: StoredPerson(clear: try PersonalValues(row), sealed: try row.decodeIfPresent("personal")))
        } by: { found, key in
            let lookup = ValueLookup(tenantKey: try await self.key(of: key.tenant, making: false))
            let sealed = try found.value.sealed.map { try SealedPerson.values($0, by: key) }
            let values = sealed.map(found.value.clear.filled) ?? found.value.clear
            return try SealedPerson(values, by: key, lookup)?.replacing(of: found.submission)
        }
    }

    /// What stands in columns of their own, and what was sealed before that was.
    private struct StoredPerson: Sendable {
        let clear: PersonalValues
        let sealed: [UInt8]?
    }
}
