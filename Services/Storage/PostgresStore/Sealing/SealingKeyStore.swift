internal import Crypto
public import FoundationEssentials
public import Postgres
public import Sealing
public import Shared
internal import Synchronization

/// The wrapped keys of tenants and submissions, in a schema of their own. Deleting a submission's key erases its files in
/// every copy.
///
/// Unwrapped keys are cached for 30 to 60 seconds. A process that has one cached can still read with it for that time.
public final class SealingKeyStore: SubmissionKeySource {
    struct Known {
        var submissions = RecentValueCache<SubmissionID, SubmissionKey?>(room: 20_000, lifetime: SealingKeyStore.lifetime)
        var tenants = RecentValueCache<TenantID, SecretBytes>(room: 1_000, lifetime: SealingKeyStore.lifetime)
        var begun: Set<Part> = []
        /// Whether a task drops outdated keys.
        var isTurning = false
    }

    /// Half of the longest time that a key is cached.
    private static let lifetime = Duration.seconds(30)

    let pool: PostgresPool
    /// Nil if this process can neither wrap nor unwrap.
    let provider: (any KeyProvider)?
    let isOn: Bool
    let now: @Sendable () -> Timestamp
    let known = Mutex(Known())

    public init(
        pool: PostgresPool, _ configuration: SealingConfiguration,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.pool = pool
        provider = configuration.makeProvider(pool.group)
        isOn = configuration.isOn
        self.now = now
    }

    // MARK: - Submissions

    public func key(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        if let known = known.withLock({ $0.submissions.value(of: submission, at: now()) }) {
            return try Self.check(known, tenant)
        }
        return try await readKey(of: submission, tenant)
    }

    /// A key that is cached is the submission's for good: only its absence can end.
    public func currentKey(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        if case .some(.some(let key)) = known.withLock({ $0.submissions.value(of: submission, at: now()) }) {
            return try Self.check(key, tenant)
        }
        return try await readKey(of: submission, tenant)
    }

    public func recordedKey(of submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        let recorded = try await asking("read the recorded key of a submission") {
            try await pool.query(
                "select tenant, wrapped from docket_keys.submissions where submission_id = \(submission.uuid)"
            ).first.map { (try $0.decodeValue("tenant", as: TenantID.self), try $0.decode("wrapped", as: [UInt8].self)) }
        }
        guard let (owner, wrapped) = recorded else { return nil }
        return try Self.check(try await unwrap(wrapped, of: submission, owner), tenant)
    }

    public func mayBeClear(_ submission: SubmissionID) async throws(SealingError) -> Bool {
        try await asking("look whether files in the clear are left") {
            try await !pool.query(
                "select from sealed_submissions where submission_id = \(submission.uuid) and clear_until is not null"
            ).isEmpty
        }
    }

    func cachedOrOwnKey(
        of submission: SubmissionID, over executor: (any PostgresExecutor)? = nil
    ) async throws(SealingError) -> SubmissionKey? {
        if case .some(.some(let key)) = known.withLock({ $0.submissions.value(of: submission, at: now()) }) { return key }
        return try await ownKey(of: submission, over: executor)
    }

    /// The key in the columns `key_tenant` and `wrapped` of a row; nil without one. `executor` is asked for the key of its tenant where
    /// that is not cached: within a transaction another connection must not be waited for. The key is cached, for whoever reads a
    /// submission often asks for one of its files next.
    func key(
        of submission: SubmissionID, inRow row: Row, over executor: (any PostgresExecutor)? = nil
    ) async throws(SealingError) -> SubmissionKey? {
        let found = try await asking("read the key of a submission") {
            try row.decodeIfPresent("wrapped", as: [UInt8].self).map {
                ($0, try row.decodeValue("key_tenant", as: TenantID.self))
            }
        }
        guard let (wrapped, tenant) = found else { return nil }
        let key = try await unwrap(wrapped, of: submission, tenant, over: executor)
        keep(key, of: submission)
        return key
    }

    private func readKey(of submission: SubmissionID, _ tenant: TenantID) async throws(SealingError) -> SubmissionKey? {
        try Self.check(try await ownKey(of: submission), tenant)
    }

    /// Its key as the database has it now, whosever it is.
    func ownKey(
        of submission: SubmissionID, over executor: (any PostgresExecutor)? = nil
    ) async throws(SealingError) -> SubmissionKey? {
        let source = executor ?? pool
        let wrapped = try await asking("read the key of a submission") {
            try await source.query(
                """
                select k.tenant, k.wrapped from sealed_submissions s left join docket_keys.submissions k using (submission_id)
                where s.submission_id = \(submission.uuid)
                """
            ).first.map { row -> (TenantID, [UInt8])? in
                guard let wrapped = try row.decodeIfPresent("wrapped", as: [UInt8].self) else { return nil }
                return (try row.decodeValue("tenant", as: TenantID.self), wrapped)
            }
        }
        if case .some(nil) = wrapped { throw Self.gone(submission) }
        var key: SubmissionKey?
        if let (owner, bytes) = wrapped ?? nil {
            key = try await unwrap(bytes, of: submission, owner, over: executor)
        }
        keep(key, of: submission)
        return key
    }

    static func gone(_ submission: SubmissionID) -> SealingError {
        SealingError(.gone, "the key of the submission \(submission) is gone: it was erased, or restored without its keys")
    }

    /// Caches a key, or that there is none.
    func keep(_ key: SubmissionKey?, of submission: SubmissionID) {
        known.withLock { $0.submissions.keep(key, as: submission, weighing: 1, at: now()) }
        turnInTime()
    }

    func unwrap(
        _ bytes: [UInt8], of submission: SubmissionID, _ tenant: TenantID, over executor: (any PostgresExecutor)? = nil
    ) async throws(SealingError) -> SubmissionKey {
        let tenantKey = try await self.key(of: tenant, making: false, over: executor)
        return try SubmissionKey(unwrapping: bytes, by: tenantKey, tenant: tenant, submission: submission)
    }

    /// A new key for a submission of before, wrapped.
    func newKey(for submission: SubmissionID, tenant: TenantID) async throws(SealingError) -> [UInt8] {
        let tenantKey = try await key(of: tenant, making: true)
        return try SubmissionKey.random(tenant: tenant, submission: submission).wrapped(by: tenantKey)
    }

    /// A tenant can never use the key of another tenant's submission.
    private static func check(_ key: SubmissionKey?, _ tenant: TenantID) throws(SealingError) -> SubmissionKey? {
        guard key == nil || key?.tenant == tenant else {
            throw SealingError(.damaged, "a file is asked for as another tenant's than its submission is")
        }
        return key
    }

    /// A key for a new submission, and the statement that stores it, for the transaction that creates the submission. Nil if new
    /// submissions are not sealed.
    func insertion(
        for submission: SubmissionID, tenant: TenantID
    ) async throws(SealingError) -> (key: SubmissionKey, statement: SQL)? {
        guard isOn, try await hasBegun() else { return nil }
        let tenantKey = try await key(of: tenant, making: true)
        let key = SubmissionKey.random(tenant: tenant, submission: submission)
        let wrapped = try key.wrapped(by: tenantKey)
        let statement: SQL = """
            with key as (
                insert into docket_keys.submissions (submission_id, tenant, wrapped)
                values (\(submission.uuid), \(tenant.rawValue), \(Bytes(wrapped))))
            insert into sealed_submissions (submission_id) values (\(submission.uuid))
            """
        return (key, statement)
    }

    /// The statement that destroys the key of a submission.
    static func removal(of submission: SubmissionID) -> SQL {
        "delete from docket_keys.submissions where submission_id = \(submission.uuid)"
    }

    // MARK: - Readiness

    /// Unwraps the newest key of a tenant, without the cache, and lets the provider wrap one: a process with a wrong key
    /// file, or whose key service does not answer, must not seem ready. A process without keys passes: it reads only unsealed
    /// files, which its configuration has permitted.
    public func check() async throws(SealingError) {
        guard let provider else { return }
        let newest = try await asking("read the newest key of a tenant") {
            try await pool.query(
                "select tenant, wrapped_by, wrapped from docket_keys.tenants order by wrapped_at desc, tenant limit 1"
            ).first.map(Self.tenantKey)
        }
        if let newest {
            do throws(SealingError) {
                _ = try await provider.unwrap(newest.wrapped, of: newest.tenant)
            } catch {
                guard error.code == .unknownKey else { throw error }
                throw SealingError(
                    .unknownKey,
                    "\(error.description); give this service \(Self.place(of: newest.wrapped.by)) that the others have, and start it "
                        + "anew")
            }
        }
        try await provider.check()
        try await checkPlace()
    }

    /// Where a key of this name is, for advice.
    private static func place(of name: String) -> String {
        let variable = KeyNames.variable(of: name)
        return variable == KeyNames.fileVariable ? "the file with the key “\(name)”" : "what \(variable) needs"
    }

    // MARK: - Tenants

    func key(
        of tenant: TenantID, making: Bool, over executor: (any PostgresExecutor)? = nil
    ) async throws(SealingError) -> SecretBytes {
        if let known = known.withLock({ $0.tenants.value(of: tenant, at: now()) }) { return known }
        var found = try await wrappedKey(of: tenant, over: executor ?? pool)
        guard let provider else {
            let variable = found.map { KeyNames.variable(of: $0.by) } ?? KeyNames.fileVariable
            throw SealingError(
                .unknownKey, "\(variable) is not set, or cannot be read here, and what the tenant \(tenant) has is sealed")
        }
        let isNew = found == nil && making
        if isNew {
            let new = SecretBytes.random(AES256GCM.keyLength)
            let wrapped = try await provider.wrap(new, of: tenant)
            // Before anything can be sealed by it.
            try await codeHolds(of: tenant, by: new)
            // Two may be at it: what is there then is the one that counts.
            _ = try await asking("keep the key of a tenant") {
                try await pool.execute(
                    """
                    insert into docket_keys.tenants (tenant, wrapped_by, wrapped)
                    values (\(tenant.rawValue), \(wrapped.by), \(Bytes(wrapped.bytes))) on conflict do nothing
                    """)
            }
            found = try await wrappedKey(of: tenant, over: pool)
        }
        guard let found else { throw SealingError(.damaged, "the key of the tenant \(tenant) is not in the database") }
        let key = try await provider.unwrap(found, of: tenant)
        if isNew { try await codeHolds(of: tenant, by: key) }
        known.withLock { $0.tenants.keep(key, as: tenant, weighing: 1, at: now()) }
        turnInTime()
        return key
    }

    /// The key of a tenant; nil if it has none.
    func knownKey(of tenant: TenantID) async throws(SealingError) -> SecretBytes? {
        if let known = known.withLock({ $0.tenants.value(of: tenant, at: now()) }) { return known }
        return try await wrappedKey(of: tenant, over: pool) == nil ? nil : key(of: tenant, making: false)
    }

    private func wrappedKey(of tenant: TenantID, over executor: any PostgresExecutor) async throws(SealingError) -> WrappedKey? {
        try await asking("read the key of a tenant") {
            try await executor.query(
                "select tenant, wrapped_by, wrapped from docket_keys.tenants where tenant = \(tenant.rawValue)"
            )
            .first.map { try Self.tenantKey($0).wrapped }
        }
    }

    private static func tenantKey(_ row: Row) throws -> (tenant: TenantID, wrapped: WrappedKey) {
        (try row.decodeValue("tenant"), WrappedKey(by: try row.decode("wrapped_by"), bytes: try row.decode("wrapped")))
    }

    /// Wraps the keys of tenants again that another key than the current one has wrapped; returns how many. Files and the
    /// keys of submissions do not change. What one call has turned stays so if it fails; the next one goes on.
    public func rewrap() async throws(SealingError) -> Int {
        guard let provider else { throw SealingError(.unavailable, KeyNames.noneIsSet) }
        let rows = try await asking("list the keys of tenants") {
            try await pool.query("select tenant, wrapped_by, wrapped from docket_keys.tenants order by tenant")
                .map(Self.tenantKey)
        }
        var count = 0
        var lost: [String] = []
        for row in rows {
            do throws(SealingError) {
                guard let wrapped = try await provider.rewrap(row.wrapped, of: row.tenant) else { continue }
                count += try await replace(row.wrapped, by: wrapped, of: row.tenant)
            } catch {
                guard error.code != .unavailable, error.code != .databaseUnavailable else {
                    throw SealingError(
                        error.code, "\(error.description); \(count) keys of tenants were turned before, and `--rewrap` goes on")
                }
                // One that nobody can open keeps no other from being turned.
                lost.append("\(row.tenant) (by \(row.wrapped.by))")
            }
        }
        guard lost.isEmpty else {
            throw SealingError(
                .unknownKey,
                "\(count) keys of tenants were turned, and \(lost.count) cannot be opened, among them "
                    + lost.prefix(10).joined(separator: ", "))
        }
        return count
    }

    private func replace(_ old: WrappedKey, by new: WrappedKey, of tenant: TenantID) async throws(SealingError) -> Int {
        try await asking("keep the key of a tenant") {
            try await pool.execute(
                """
                update docket_keys.tenants set wrapped_by = \(new.by), wrapped = \(Bytes(new.bytes)), wrapped_at = now()
                where tenant = \(tenant.rawValue) and wrapped_by = \(old.by) and wrapped = \(Bytes(old.bytes))
                """)
        }
    }

    // MARK: - Giving up

    /// Drops outdated keys in time, even if no other key is asked for.
    private func turnInTime() {
        let isNew = known.withLock { known in
            defer { known.isTurning = true }
            return !known.isTurning
        }
        guard isNew else { return }
        Task { [weak self] in
            while self?.turn() == true { try? await Task.sleep(for: Self.lifetime) }
        }
    }

    /// Drops outdated keys. Returns whether any is still cached.
    private func turn() -> Bool {
        let now = now()
        return known.withLock { known in
            known.submissions.turn(at: now)
            known.tenants.turn(at: now)
            known.isTurning = known.submissions.count + known.tenants.count > 0
            return known.isTurning
        }
    }

    // MARK: - Secrets of tenants

    /// A secret as it is stored for `use`. A stored secret cannot be passed off as one for another use.
    struct Kept: Sendable {
        let bytes: [UInt8]
        let isSealed: Bool
    }

    /// Sealed once sealing of `part` has begun.
    func keep(
        _ secret: [UInt8], of tenant: TenantID, for use: String, since part: Part = .files
    ) async throws(SealingError) -> Kept {
        guard isOn, try await hasBegun(part) else { return Kept(bytes: secret, isSealed: false) }
        let key = try await key(of: tenant, making: true)
        do {
            return Kept(
                bytes: try AES256GCM.seal(secret, key: key, context: Self.context(tenant, use)), isSealed: true)
        } catch {
            throw SealingError(.unavailable, "a secret cannot be sealed: \(error.description)")
        }
    }

    /// - Throws: `damaged` for a value that was not stored for this use.
    func reveal(_ kept: Kept, of tenant: TenantID, for use: String) async throws(SealingError) -> [UInt8] {
        guard kept.isSealed else { return kept.bytes }
        return try Self.open(kept.bytes, of: tenant, for: use, by: try await key(of: tenant, making: false))
    }

    static func open(
        _ sealed: [UInt8], of tenant: TenantID, for use: String, by key: SecretBytes
    ) throws(SealingError) -> [UInt8] {
        guard let secret = AES256GCM.open(sealed, key: key, context: context(tenant, use)) else {
            throw SealingError(.damaged, "the \(use) of the tenant \(tenant) is not what was sealed")
        }
        return secret
    }

    private static func context(_ tenant: TenantID, _ use: String) -> [UInt8] {
        let name = Array(tenant.rawValue.utf8)
        return Array("docket secret of a tenant 1 \(name.count) ".utf8) + name + Array(" \(use)".utf8)
    }

    // MARK: - The database

    func asking<Value: Sendable>(
        _ action: String, _ body: () async throws -> Value
    ) async throws(SealingError) -> Value {
        do {
            return try await body()
        } catch {
            if let error = error as? SealingError { throw error }
            if let error = error as? PostgresError, error.isOfKeysElsewhere {
                throw SealingError(.unavailable, "\(action): the database of the keys cannot be reached")
            }
            throw SealingError(.databaseUnavailable, "\(action): \((error as? PostgresError).map { "\($0)" } ?? "\(error)")")
        }
    }
}
