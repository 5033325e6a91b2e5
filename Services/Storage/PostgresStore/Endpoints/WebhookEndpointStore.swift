internal import Crypto
public import Domain
public import FoundationEssentials
public import Postgres
public import Sealing
public import Shared

/// The endpoints of the tenants. The transaction of a change also writes the audit trail.
public struct WebhookEndpointStore: Sendable {
    /// The maximum of endpoints of a tenant.
    public static let limit = 100
    /// How long a replaced key may sign beside the new one, in seconds.
    public static let overlaps = 0...7 * 86_400
    public static let standardOverlap = 86_400

    private static let keyLength = 32
    /// The maximum of keys that sign a message, so that repeated rotations do not make its headers grow.
    private static let keyLimit = 3

    private let pool: PostgresPool
    private let sealing: SealingKeyStore
    private let now: @Sendable () -> Timestamp

    /// Without `keys`, new keys of endpoints are stored unsealed, and sealed ones cannot be read.
    public init(
        pool: PostgresPool, keys: SealingKeyStore? = nil, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.pool = pool
        sealing = keys ?? SealingKeyStore(pool: pool, SealingConfiguration(provider: nil))
        self.now = now
    }

    // MARK: - Reading

    /// A tenant's endpoints (or all), the oldest first.
    public func endpoints(of tenant: TenantID? = nil, limit: Int = 10_000) async throws(StoreError) -> [WebhookEndpointRecord] {
        let scope: SQL = tenant.map { "where tenant = \($0.rawValue)" } ?? ""
        return try await StoreError.wrapping("list endpoints") {
            let rows = try await pool.query("select * from webhook_endpoints \(scope) order by created_at, id limit \(limit)")
            var opener = TenantOpener(sealing)
            var found: [WebhookEndpointRecord] = []
            for row in rows { found.append(try await record(row, by: &opener)) }
            return found
        }
    }

    /// Nil if there is no such endpoint (of this tenant).
    public func endpoint(_ id: WebhookEndpointID, of tenant: TenantID? = nil) async throws(StoreError) -> KeyedWebhookEndpoint? {
        try await StoreError.wrapping("read an endpoint") {
            try await signing("w.id = \(id.description)", tenant).first.map {
                KeyedWebhookEndpoint(record: $0.record, keys: try $0.keys.get())
            }
        }
    }

    /// An endpoint without its keys, for a caller who cannot or need not read them.
    public func keyless(_ id: WebhookEndpointID, of tenant: TenantID? = nil) async throws(StoreError) -> WebhookEndpointRecord? {
        try await StoreError.wrapping("read an endpoint") {
            guard let row = try await row(id, tenant) else { return nil }
            return try await record(row)
        }
    }

    private func row(_ id: WebhookEndpointID, _ tenant: TenantID?) async throws -> Row? {
        let scope: SQL = tenant.map { "and tenant = \($0.rawValue)" } ?? ""
        return try await pool.query("select * from webhook_endpoints where id = \(id.description) \(scope)").first
    }

    /// Whose it is never changes. Nil if there is no such endpoint.
    private func owner(_ id: WebhookEndpointID, _ tenant: TenantID?) async throws(StoreError) -> TenantID? {
        try await StoreError.wrapping("read an endpoint") { try await row(id, tenant)?.decodeValue("tenant") }
    }

    /// A tenant's endpoints with the keys that currently sign. A key that cannot be opened is told of its endpoint alone.
    public func signingEndpoints(of tenant: TenantID) async throws(StoreError) -> [SigningWebhookEndpoint] {
        try await StoreError.wrapping("read endpoints") { try await signing("true", tenant) }
    }

    private func signing(_ condition: SQL, _ tenant: TenantID?) async throws -> [SigningWebhookEndpoint] {
        let scope: SQL = tenant.map { "and w.tenant = \($0.rawValue)" } ?? ""
        let rows = try await pool.query(
            """
            select w.*, k.kind, k.secret, k.is_sealed, k.created_at as key_created_at
            from webhook_endpoints w left join webhook_keys k
                on k.endpoint = w.id and (k.expires_at is null or k.expires_at > \(now().date))
            where \(condition) \(scope) order by w.created_at, w.id, k.created_at desc
            """)
        var found: [SigningWebhookEndpoint] = []
        var opener = TenantOpener(sealing)
        for row in rows {
            let record = try await record(row, by: &opener)
            let key = try await key(row, of: record, by: &opener)
            guard let last = found.last, last.record.id == record.id else {
                found.append(SigningWebhookEndpoint(record: record, keys: key.map { $0.map { [$0] } ?? [] }))
                continue
            }
            guard case (.success(let keys), .success(let older?)) = (last.keys, key) else { continue }
            found[found.count - 1] = SigningWebhookEndpoint(record: record, keys: .success(keys + [older]))
        }
        return found
    }

    /// The key in the row of an endpoint, if there is one.
    private func key(
        _ row: Row, of record: WebhookEndpointRecord, by opener: inout TenantOpener
    ) async throws -> Result<WebhookKey?, StoreError> {
        guard let kind: WebhookKey.Kind = try row.decodeCaseIfPresent("kind") else { return .success(nil) }
        let kept = SealingKeyStore.Kept(bytes: try row.decode("secret"), isSealed: try row.decode("is_sealed"))
        let createdAt = try row.decodeTimestamp("key_created_at")
        return try await opener.open(kept, of: record.tenant, for: Self.use(record.id)).map {
            WebhookKey(kind: kind, bytes: $0, createdAt: createdAt)
        }
    }

    private func keep(
        _ secret: [UInt8], of tenant: TenantID, for id: WebhookEndpointID
    ) async throws(StoreError) -> SealingKeyStore.Kept {
        do throws(SealingError) { return try await sealing.keep(secret, of: tenant, for: Self.use(id)) } catch {
            throw StoreError(error)
        }
    }

    private static func use(_ id: WebhookEndpointID) -> String { "key of the endpoint \(id)" }

    // MARK: - Changing

    /// Creates an endpoint with its own key. Nil if the tenant has too many.
    public func create(_ new: NewWebhookEndpoint, by origin: AuditOrigin) async throws(StoreError) -> KeyedWebhookEndpoint? {
        let now = now()
        let id = WebhookEndpointID.timeOrdered(at: now.date)
        let key = WebhookKey(kind: new.kind, bytes: SecureRandom.bytes(Self.keyLength), createdAt: now)
        let kept = try await keep(key.bytes, of: new.tenant, for: id)
        return try await StoreError.wrapping("make an endpoint") {
            let contact = try await SealedContact(new.contact, of: id.description, new.tenant, by: sealing)
            let types = try JSONText(encoding: new.events.map(\.type))
            let (journeys, fields) = (try JSONText(encoding: new.journeys), try JSONText(encoding: new.fields))
            return try await pool.withTransaction { transaction -> KeyedWebhookEndpoint? in
                let rows = try await transaction.query(
                    """
                    insert into webhook_endpoints (id, tenant, url, name, event_types, journeys, fields, contact,
                        contact_sealed, created_at, created_by)
                    select \(id.description), \(new.tenant.rawValue), \(new.url), \(new.name),
                        \(types), \(journeys), \(fields), \(contact.clear),
                        \(contact.sealed.map(Bytes.init)), \(now.date), \(origin.actor)
                    where (select count(*) from webhook_endpoints where tenant = \(new.tenant.rawValue)) < \(Self.limit)
                    returning *
                    """)
                guard let row = rows.first else { return nil }
                try await transaction.pipeline([
                    Self.insertion(of: key, kept, id), EndpointHeads.following(new.events, of: id),
                    AuditWriter.statement([act("create", id, new.tenant, origin)]),
                ])
                return KeyedWebhookEndpoint(record: try Self.record(row, contact: new.contact.map { .success($0) }), keys: [key])
            }
        }
    }

    /// Changes an endpoint; nil if there is none. Enabling one clears the reason for which it was disabled.
    public func change(
        _ id: WebhookEndpointID, of tenant: TenantID? = nil, to change: WebhookEndpointChange, by origin: AuditOrigin
    ) async throws(StoreError) -> WebhookEndpointRecord? {
        let now = now()
        var settings: [SQL] = ["version = version + 1"]
        if let url = change.url { settings.append("url = \(url)") }
        if let name = change.name { settings.append("name = \(name)") }
        switch change.isEnabled {
        case true?: settings.append("disabled_at = null, disabled_because = null, failing_since = null")
        case false?:
            settings.append("disabled_at = coalesce(disabled_at, \(now.date))")
            settings.append("disabled_because = coalesce(disabled_because, 'operator')")
        case nil: break
        }
        let action = change.isEnabled.map { $0 ? "enable" : "disable" } ?? "change"
        let scope: SQL = tenant.map { "and tenant = \($0.rawValue)" } ?? ""
        return try await StoreError.wrapping("change an endpoint") {
            if let events = change.events {
                settings.append("event_types = \(try JSONText(encoding: events.map(\.type)))")
            }
            if let journeys = change.journeys { settings.append("journeys = \(try JSONText(encoding: journeys))") }
            if let contact = change.contact {
                // No transaction waits for the keeper of keys.
                guard let owner = try await owner(id, tenant) else { return nil }
                let stored = try await SealedContact(contact, of: id.description, owner, by: sealing)
                settings.append("contact = \(stored.clear), contact_sealed = \(stored.sealed.map(Bytes.init))")
            }
            if let fields = change.fields { settings.append("fields = \(try JSONText(encoding: fields))") }
            let changes = SQL.joined(settings, separator: ", ")
            let changed = try await pool.withTransaction { transaction -> Row? in
                let rows = try await transaction.query(
                    "update webhook_endpoints set \(changes) where id = \(id.description) \(scope) returning *")
                guard let row = rows.first else { return nil }
                let record = try Self.record(row)
                try await transaction.pipeline([
                    EndpointHeads.following(record.events, of: id),
                    AuditWriter.statement([act(action, id, record.tenant, origin)]),
                ])
                return row
            }
            guard let changed else { return nil }
            return try await record(ofChanged: changed)
        }
    }

    /// Gives an endpoint a new key. The old one continues to sign for a while. Nil if there is no such endpoint.
    public func rotate(
        _ id: WebhookEndpointID, of tenant: TenantID? = nil, to kind: WebhookKey.Kind? = nil, overlap: Duration,
        by origin: AuditOrigin
    ) async throws(StoreError) -> (endpoint: WebhookEndpointRecord, key: WebhookKey)? {
        let now = now()
        let scope: SQL = tenant.map { "and tenant = \($0.rawValue)" } ?? ""
        // No transaction waits for the keeper of keys.
        guard let owner = try await owner(id, tenant) else { return nil }
        let secret = SecureRandom.bytes(Self.keyLength)
        let kept = try await keep(secret, of: owner, for: id)
        return try await StoreError.wrapping("rotate an endpoint's key") {
            let rotated = try await pool.withTransaction { transaction -> (row: Row, key: WebhookKey)? in
                let rows = try await transaction.query(
                    "update webhook_endpoints set version = version + 1 where id = \(id.description) \(scope) returning *")
                guard let row = rows.first else { return nil }
                let current = try await transaction.query(
                    "select kind, created_at from webhook_keys where endpoint = \(id.description) order by created_at desc limit 1"
                ).first
                let present: WebhookKey.Kind? = try current?.decodeCase("kind")
                // The newest key is the one that was made last, also within one millisecond and by clocks that differ.
                let earliest = try current?.decodeTimestamp("created_at").adding(.milliseconds(1)) ?? now
                let key = WebhookKey(
                    kind: kind ?? present ?? .symmetric,
                    bytes: secret, createdAt: max(now, earliest))
                try await transaction.pipeline([
                    """
                    update webhook_keys set expires_at = \(now.adding(overlap).date)
                    where endpoint = \(id.description) and (expires_at is null or expires_at > \(now.adding(overlap).date))
                    """,
                    """
                    delete from webhook_keys where endpoint = \(id.description)
                        and (expires_at <= \(now.date) or created_at not in (
                            select created_at from webhook_keys where endpoint = \(id.description)
                            order by created_at desc limit \(Self.keyLimit - 1)))
                    """,
                    Self.insertion(of: key, kept, id),
                    AuditWriter.statement([act("rotate", id, owner, origin)]),
                ])
                return (row, key)
            }
            guard let rotated else { return nil }
            return (try await record(ofChanged: rotated.row), rotated.key)
        }
    }

    /// Deletes an endpoint. Its waiting deliveries are given up when they are due. False if there is none, or if it has
    /// changed since `version`.
    public func remove(
        _ id: WebhookEndpointID, of tenant: TenantID, version: Int, by origin: AuditOrigin
    ) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("remove an endpoint") {
            try await pool.withTransaction { transaction in
                let removed = try await transaction.execute(
                    """
                    delete from webhook_endpoints
                    where id = \(id.description) and tenant = \(tenant.rawValue) and version = \(version)
                    """)
                guard removed == 1 else { return false }
                try await transaction.execute(AuditWriter.statement([act("remove", id, tenant, origin)]))
                return true
            }
        }
    }

    private func act(_ action: String, _ id: WebhookEndpointID, _ tenant: TenantID, _ origin: AuditOrigin) -> AuditAct {
        AuditAct(
            tenant: tenant, action: "webhook-endpoint.\(action)", resource: "webhook-endpoints/\(id)", origin: origin, time: now()
        )
    }

    private static func insertion(of key: WebhookKey, _ kept: SealingKeyStore.Kept, _ id: WebhookEndpointID) -> SQL {
        """
        insert into webhook_keys (endpoint, kind, secret, is_sealed, created_at)
        values (\(id.description), \(key.kind.rawValue), \(kept.bytes), \(kept.isSealed), \(key.createdAt.date))
        """
    }

    /// Seals keys that were created before sealing was configured, and returns their number. Concurrent readers get the
    /// same keys.
    public func sealKeys() async throws(SealingError) -> Int {
        let rows = try await sealing.asking("list keys that are not sealed") {
            try await pool.query(
                """
                select k.endpoint, k.secret, w.tenant from webhook_keys k join webhook_endpoints w on w.id = k.endpoint
                where not k.is_sealed
                """
            ).map {
                (
                    id: try $0.decodeValue("endpoint", as: WebhookEndpointID.self),
                    tenant: try $0.decodeValue("tenant", as: TenantID.self), secret: try $0.decode("secret", as: [UInt8].self)
                )
            }
        }
        var (count, lost) = (0, SealingKeyStore.LostKeys())
        for row in rows {
            let kept = try await lost.passing(row.tenant) { () throws(SealingError) in
                try await sealing.keep(row.secret, of: row.tenant, for: Self.use(row.id))
            }
            guard let kept, kept.isSealed else { continue }
            count += try await sealing.asking("seal a key") {
                try await pool.execute(
                    """
                    update webhook_keys set secret = \(kept.bytes), is_sealed = true
                    where endpoint = \(row.id.description) and secret = \(row.secret) and not is_sealed
                    """)
            }
        }
        try lost.check("what signs webhooks")
        return count
    }

    private func record(_ row: Row) async throws -> WebhookEndpointRecord {
        var opener = TenantOpener(sealing)
        return try await record(row, by: &opener)
    }

    /// It is changed, and its key made, whatever can be told of it.
    private func record(ofChanged row: Row) async throws -> WebhookEndpointRecord {
        do { return try await record(row) } catch let error as StoreError {
            return try Self.record(row, contact: .failure(error))
        }
    }

    private func record(_ row: Row, by opener: inout TenantOpener) async throws -> WebhookEndpointRecord {
        let contact = try await SealedContact(row).opened(
            of: try row.decode("id"), try row.decodeValue("tenant"), by: &opener)
        return try Self.record(row, contact: contact)
    }

    /// `contact` is a failure where no key opens it.
    private static func record(_ row: Row, contact: Result<String, StoreError>? = nil) throws -> WebhookEndpointRecord {
        WebhookEndpointRecord(
            id: try row.decodeValue("id"), tenant: try row.decodeValue("tenant"), url: try row.decode("url"),
            name: try row.decodeIfPresent("name"),
            events: try row.decodeJSONList("event_types", of: String.self).map(WebhookEvent.init),
            journeys: try row.decodeJSONList("journeys"), fields: try row.decodeJSONList("fields"),
            contact: try? contact?.get(), isContactUnopened: contact.map { (try? $0.get()) == nil } ?? false,
            version: try row.decode("version"),
            createdAt: try row.decodeTimestamp("created_at"), createdBy: try row.decode("created_by"),
            disabledAt: try row.decodeTimestampIfPresent("disabled_at"),
            disabledBecause: try row.decodeCaseIfPresent("disabled_because"),
            failingSince: try row.decodeTimestampIfPresent("failing_since"))
    }
}
