internal import Domain
internal import Postgres
public import Sealing
public import Shared

extension SealingKeyStore {
    /// How far sealing has progressed.
    public struct Progress: Sendable, Hashable {
        /// Submissions that are not erased: those with sealed files, and those with unsealed files.
        public let sealed: Int
        public let unsealed: Int
        /// The bytes of the latter's files, the same file of two pages counted twice.
        public let unsealedBytes: Int
        /// Sealed submissions whose files are also kept as they came, until a later run of sealing removes them.
        public let inClear: Int
        /// What else of what `docket seal` seals is in the clear in some row.
        public let stillClear: [ClearKind]
        public let beganAt: Timestamp?
        /// What of new submissions is not sealed yet.
        public let notBegun: [Part]
        /// The number of tenants' keys by the name of the installation's key that has wrapped them.
        public let wrappedBy: [String: Int]
    }

    public func progress() async throws(SealingError) -> Progress {
        let (stillClear, notBegun) = (try await kindsInClear(), try await partsNotBegun())
        return try await asking("count what is sealed") {
            let rows = try await pool.query(
                """
                select (select began_at from docket_keys.beginning) as began_at,
                    count(*) filter (where k.submission_id is not null and x.submission_id is not null) as sealed,
                    count(*) filter (where k.submission_id is null or x.submission_id is null) as unsealed,
                    count(*) filter (where x.clear_until is not null) as in_clear
                from submissions s left join docket_keys.submissions k on k.submission_id = s.id
                    left join sealed_submissions x on x.submission_id = s.id where s.erased_at is null
                """)
            guard let row = rows.first else { throw StoreError.corrupt("counts without a row") }
            let bytes = try await pool.query(FileSealingStore.unsealedBytes)
            guard let sum = bytes.first else { throw StoreError.corrupt("a sum without a row") }
            return Progress(
                sealed: try row.decode("sealed"), unsealed: try row.decode("unsealed"),
                unsealedBytes: try sum.decode("bytes"), inClear: try row.decode("in_clear"),
                stillClear: stillClear, beganAt: try row.decodeTimestampIfPresent("began_at"), notBegun: notBegun,
                wrappedBy: try await countedWraps())
        }
    }

    /// Whether there is a tenant's key.
    public func hasTenantKeys() async throws(SealingError) -> Bool {
        try await asking("look for keys of tenants") { try await !countedWraps().isEmpty }
    }

    private func countedWraps() async throws -> [String: Int] {
        let tenants = try await pool.query("select wrapped_by, count(*) as tenants from docket_keys.tenants group by 1")
        return try tenants.reduce(into: [:]) { $0[try $1.decode("wrapped_by")] = try $1.decode("tenants", as: Int.self) }
    }
}
