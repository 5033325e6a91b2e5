public import Crypto
public import Custody
public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

/// A head with its signed text.
public struct SignedHead: Sendable, Hashable {
    public let head: LogHead
    /// A JSON Web Signature in compact form.
    public let statement: String
    /// The time stamp of the statement (RFC 3161), in DER; nil without one.
    public let stamp: [UInt8]?

    init(head: LogHead, statement: String, stamp: [UInt8]? = nil) {
        (self.head, self.statement, self.stamp) = (head, statement, stamp)
    }
}

/// Signs and reads heads of the tenants' logs.
public struct CustodyHeadStore: Sendable {
    public static let maximumPageSize = 500

    let pool: PostgresPool
    private let owner: InstanceID
    private let source: String
    private let wakeRelay: @Sendable () -> Void

    /// `owner`'s relay publishes the heads, and `wakeRelay` wakes it. `source` is the attribute of events.
    public init(
        pool: PostgresPool, owner: InstanceID, source: String = "/docket/gateway", wakeRelay: @escaping @Sendable () -> Void = {}
    ) {
        (self.pool, self.owner, self.source, self.wakeRelay) = (pool, owner, source, wakeRelay)
    }

    // MARK: - Signing

    /// Tenants after `tenant`, in order, whose log has leaves without a head, or whose last head is of an earlier era.
    public func due(after tenant: String = "", limit: Int) async throws(StoreError) -> [TenantID] {
        try await StoreError.wrapping("look for logs to sign") {
            try await pool.query(
                """
                select t.tenant from custody_trees t left join lateral (
                    select size, era from custody_heads h where h.tenant = t.tenant order by number desc limit 1
                ) h on true
                where t.tenant > \(tenant) and (t.size > coalesce(h.size, 0) or h.era < current_event_era())
                order by t.tenant limit \(limit)
                """
            ).map { try $0.decodeValue("tenant") }
        }
    }

    /// Signs the current log of a tenant, unless the last head covers it, and publishes the head. Nothing is locked while the
    /// signer is asked: of several who sign the same leaves, one stores its head, and the others return nil.
    ///
    /// - Throws: `StoreError`, or the signer's error.
    public func sign(_ tenant: TenantID, with key: any Signer, at time: Timestamp) async throws -> SignedHead? {
        guard let next = try await next(tenant, at: time) else { return nil }
        let head = SignedHead(head: next.head, statement: try await next.head.signed(with: key))
        guard try await store(head, of: tenant, tree: next.tree) else { return nil }
        wakeRelay()
        return head
    }

    /// The head to be signed, and the tree's id; nil if the last one covers all leaves.
    private func next(
        _ tenant: TenantID, at time: Timestamp
    ) async throws(StoreError) -> (head: LogHead, tree: UUID)? {
        try await StoreError.wrapping("read a log to be signed") {
            try await pool.withTransaction(.repeatableRead) { transaction in
                try await next(tenant, at: time, over: transaction)
            }
        }
    }

    private func next(
        _ tenant: TenantID, at time: Timestamp, over transaction: PostgresTransaction
    ) async throws -> (head: LogHead, tree: UUID)? {
        let answers = try await transaction.pipeline([
            "select id, size from custody_trees where tenant = \(tenant.rawValue)",
            "select current_event_era() as era",
            "select statement from custody_heads where tenant = \(tenant.rawValue) order by number desc limit 1",
        ])
        guard let tree = answers[0].first else { return nil }
        let (size, era) = (try tree.decode("size", as: Int.self), try answers[1][0].decode("era", as: Int.self))
        let previous = try answers[2].first.map { row in
            let statement = try row.decode("statement", as: String.self)
            guard let head = LogHead(unverified: statement) else {
                throw StoreError.corrupt("the last head of \(tenant) is none: see docket verify --log")
            }
            return SignedHead(head: head, statement: statement)
        }
        if let previous, previous.head.size == size, previous.head.era == era { return nil }
        guard previous != nil || size > 0 else { return nil }
        let tiles = try await CustodyTiles.read(LogTiles.ofRoot(size: size), of: tenant.rawValue, over: transaction)
        guard let root = tiles.root(size: size) else {
            throw StoreError.corrupt("the tiles of the log of \(tenant) do not hold its \(size) leaves: see docket verify --log")
        }
        let head = LogHead(
            tenant: tenant.rawValue, era: era, number: (previous?.head.number ?? 0) + 1, size: size, root: root, time: time,
            previous: previous.map { $0.head.asPrevious(signedAs: $0.statement) })
        return (head, try tree.decode("id"))
    }

    /// Whether it was stored: not if there is one of this number, or if a restore has begun another era since it was read.
    private func store(_ signed: SignedHead, of tenant: TenantID, tree: UUID) async throws(StoreError) -> Bool {
        let head = signed.head
        let id = EventID.timeOrdered(at: head.time.date)
        let event = CustodyHeadEvent(
            id: id, source: source, time: head.time, tenant: tenant, sequence: head.number,
            data: CustodyHeadContent(
                era: head.era, size: head.size, root: head.root.description, head: signed.statement))
        return try await StoreError.wrapping("store a head") {
            let stored = try await pool.query(
                """
                with head as (
                    insert into custody_heads (tenant, number, era, size, root, signed_at, statement, position, event)
                    select \(tenant.rawValue), \(head.number), \(head.era), \(head.size), \(head.root.bytes), \(head.time.date),
                        \(signed.statement), nextval(pg_get_serial_sequence('events', 'position')),
                        \(Bytes(try event.encoded()))
                    where current_event_era() = \(head.era)
                    on conflict (tenant, number) do nothing
                    returning position
                )
                insert into outbox (position, event_id, submission_id, sequence, topic, owner)
                select position, \(id.uuid), \(tree), \(head.number), \(Topic.custody.rawValue), \(owner.rawValue)
                from head returning position
                """)
            return !stored.isEmpty
        }
    }

    // MARK: - Reading

    /// A tenant's heads after this number, the oldest first.
    public func heads(of tenant: TenantID, after number: Int, limit: Int) async throws(StoreError) -> [SignedHead] {
        try await read("h.number > \(number) order by h.number limit \(min(max(limit, 1), Self.maximumPageSize + 1))", tenant)
    }

    public func latest(of tenant: TenantID) async throws(StoreError) -> SignedHead? {
        try await read("true order by h.number desc limit 1", tenant).first
    }

    private func read(_ condition: SQL, _ tenant: TenantID) async throws(StoreError) -> [SignedHead] {
        try await StoreError.wrapping("read heads") {
            try await pool.query(
                "select h.statement, h.stamp from custody_heads h where h.tenant = \(tenant.rawValue) and \(condition)"
            ).map { try SignedHead($0) }
        }
    }

    /// The age in seconds of the last head of the log that has waited longest for its next one; 0 if none waits.
    public func oldestUnsigned() async throws(StoreError) -> Double {
        try await StoreError.wrapping("look at the age of heads") {
            try await pool.query(
                """
                select greatest(coalesce(extract(epoch from now() - min(h.signed_at)), 0), 0)::float8 as seconds
                from custody_trees t join lateral (
                    select size, signed_at from custody_heads h where h.tenant = t.tenant order by number desc limit 1
                ) h on true
                where t.size > h.size
                """)[0].decode("seconds")
        }
    }
}
