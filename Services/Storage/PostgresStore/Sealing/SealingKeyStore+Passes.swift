internal import Postgres
internal import Sealing
internal import Shared

/// `docket seal`: what was stored as it is before values in rows were sealed.
extension SealingKeyStore {
    static let page = 200

    /// A value that is stored as it is, in a row with the columns `key_tenant` and `wrapped`.
    struct Unsealed<Value: Sendable>: Sendable {
        let row: Row
        let submission: SubmissionID
        let value: Value
    }

    /// Goes on past keys that cannot be opened, so that one tenant's lost key leaves no other tenant's values in the clear, and names
    /// them at its end.
    struct LostKeys {
        private var tenants: Set<TenantID> = []
        private var submissions: Set<SubmissionID> = []

        mutating func passing<Value>(
            _ tenant: TenantID, _ submission: SubmissionID? = nil, _ body: () async throws(SealingError) -> Value
        ) async throws(SealingError) -> Value? {
            guard !tenants.contains(tenant) else { return nil }
            do {
                return try await body()
            } catch {
                switch (error.code, submission) {
                case (.damaged, let submission?): submissions.insert(submission)
                case (.unknownKey, _), (.damaged, nil): tenants.insert(tenant)
                case (.unavailable, _), (.databaseUnavailable, _), (.gone, _): throw error
                }
                return nil
            }
        }

        func check(_ what: String) throws(SealingError) {
            let names = tenants.sorted().map { "the tenant \($0)" } + submissions.sorted().map { "the submission \($0)" }
            guard !names.isEmpty else { return }
            throw SealingError(
                .unknownKey,
                "\(what) stays in the clear where the key cannot be opened, of \(names.count), among them "
                    + names.prefix(10).joined(separator: ", "))
        }
    }

    /// Seals all values of a kind, a page of rows after the other; returns how many. What one call has sealed stays so if it fails; the
    /// next one goes on.
    func sealAll<Value>(
        _ what: String, past known: LostKeys = LostKeys(), after page: (Unsealed<Value>?, _ limit: Int) throws -> SQL,
        _ value: @escaping @Sendable (Row) throws -> Unsealed<Value>,
        by replacement: (Unsealed<Value>, SubmissionKey) async throws -> SQL?
    ) async throws(SealingError) -> Int {
        var (count, last): (Int, Unsealed<Value>?) = (0, nil)
        var lost = known
        while true {
            let rows = try await asking("list \(what)") {
                try await pool.query(try page(last, Self.page)).map(value)
            }
            for unsealed in rows {
                let tenant = try await asking("list \(what)") { try unsealed.row.decodeValue("key_tenant", as: TenantID.self) }
                count +=
                    try await lost.passing(tenant, unsealed.submission) { () throws(SealingError) in
                        guard let key = try await key(of: unsealed.submission, inRow: unsealed.row) else { return 0 }
                        return try await asking("seal \(what)") {
                            guard let statement = try await replacement(unsealed, key) else { return 0 }
                            // What holds the submission's row meanwhile may deadlock with it, which a transaction tries again.
                            return try await pool.withTransaction { try await $0.execute(statement) }
                        }
                    } ?? 0
            }
            guard rows.count == Self.page else { break }
            last = rows.last
        }
        try lost.check(what)
        return count
    }
}
