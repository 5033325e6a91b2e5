public import Domain
public import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// Names a delivery in the type system only.
public enum DeliveryTag: Sendable {}

public typealias DeliveryID = Identifier<DeliveryTag>

/// A delivery for operators and tenants.
public struct DeliveryRecord: Sendable, Hashable {
    public let id: DeliveryID
    public let key: DeliveryKey
    public let tenant: TenantID
    public let submission: SubmissionID
    public let type: EventType
    public let state: DeliveryState
    public let attempts: Int
    public let plannedAt: Timestamp
    public let changedAt: Timestamp
    public let nextAt: Timestamp?
    public let lastStatus: Int?
    public let lastError: String?
}

/// An attempt with its request and answer.
public struct DeliveryTryRecord: Sendable, Hashable {
    /// From 1.
    public let attempt: Int
    public let tried: DeliveryTry
    public let status: Int?
    public let error: String?
}

/// A filter of deliveries. All given members must match.
public struct DeliveryFilter: Sendable, Hashable {
    public var tenant: TenantID?
    public var endpoint: String?
    public var channel: String?
    public var submission: SubmissionID?
    public var event: EventID?
    public var state: DeliveryState?
    public var since: Timestamp?
    /// Only deliveries to endpoints that a tenant manages: no mail, push or call-out, and no endpoint of the installation.
    public var isOfManagedEndpoints = false

    public init() {}
}

extension DeliveryRecord {
    /// Whether it goes to an endpoint that the tenant manages.
    public var isOfManagedEndpoint: Bool { key.channel == WebhookHealth.channel && WebhookEndpointID(key.endpoint) != nil }
}

/// Reads past deliveries, and retries them.
public struct DeliveryHistory: Sendable {
    private let pool: PostgresPool
    private let keys: SealingKeyStore?
    private let now: @Sendable () -> Timestamp

    /// `keys` open what endpoints have answered about sealed submissions.
    public init(pool: PostgresPool, keys: SealingKeyStore?, now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }) {
        self.pool = pool
        self.keys = keys
        self.now = now
    }

    // MARK: - Reading

    /// Newest first, at most `limit`, after the delivery `after`.
    public func deliveries(
        _ filter: DeliveryFilter, limit: Int, after: DeliveryID? = nil
    ) async throws(StoreError) -> [DeliveryRecord] {
        var conditions = Self.conditions(filter)
        if let after {
            conditions.append(
                "(d.planned_at, d.id) < (select planned_at, id from deliveries where id = \(after.uuid))")
        }
        return try await StoreError.wrapping("list deliveries") {
            try await pool.query(
                """
                select d.*, e.type from deliveries d join events e on e.id = d.event_id
                where \(SQL.joined(conditions, separator: " and ")) order by d.planned_at desc, d.id desc limit \(limit)
                """
            ).map(Self.record)
        }
    }

    /// Nil if there is no such delivery (of this tenant).
    public func record(_ id: DeliveryID, of tenant: TenantID? = nil) async throws(StoreError) -> DeliveryRecord? {
        try await StoreError.wrapping("read a delivery") {
            try await pool.query(Self.selection(id, of: tenant)).first.map(Self.record)
        }
    }

    /// The same with its attempts, in order. What an endpoint has answered stays closed where no key can be had for it.
    public func delivery(
        _ id: DeliveryID, of tenant: TenantID? = nil
    ) async throws(StoreError) -> (delivery: DeliveryRecord, tries: [DeliveryTryRecord])? {
        try await StoreError.wrapping("read a delivery") {
            let answers = try await pool.pipeline([
                Self.selection(id, of: tenant),
                """
                select t.* from deliveries d join delivery_tries t using (event_id, channel, endpoint)
                where d.id = \(id.uuid) order by t.attempt
                """,
            ])
            guard let delivery = try answers[0].first.map(Self.record) else { return nil }
            var (tries, key): ([DeliveryTryRecord], SubmissionKey??) = ([], nil)
            for row in answers[1] {
                let response = try await SealedResponse.response(row) {
                    if let key { return key }
                    let found = try? await keys?.currentKey(of: delivery.submission, tenant: delivery.tenant)
                    key = .some(found)
                    return found
                }
                tries.append(try Self.tried(row, response))
            }
            return (delivery, tries)
        }
    }

    private static func selection(_ id: DeliveryID, of tenant: TenantID?) -> SQL {
        let scope: SQL = tenant.map { "and d.tenant = \($0.rawValue)" } ?? ""
        return "select d.*, e.type from deliveries d join events e on e.id = d.event_id where d.id = \(id.uuid) \(scope)"
    }

    // MARK: - Telling anew

    /// Makes deliveries due at once that were given up or wait for a retry, with their attempts reset. Returns their
    /// number.
    public func retry(_ filter: DeliveryFilter, only ids: [DeliveryID]? = nil, by origin: AuditOrigin) async throws(StoreError)
        -> Int
    {
        // A question that was given up is over: the submission has gone on without an answer.
        let isOver: SQL = "d.state = 'given_up' and d.channel = \(DeliveryKey.callOuts)"
        var conditions = Self.conditions(filter) + ["d.state <> 'delivered'", "d.started_by is null", "not (\(isOver))"]
        if let ids { conditions.append("d.id = any(\(ids.map(\.uuid)))") }
        return try await changing(
            "retry deliveries", "delivery.retry", origin,
            """
            update deliveries d set state = 'pending', next_at = now(), attempts_before = attempts, changed_at = now()
            where \(SQL.joined(conditions, separator: " and "))
            returning d.tenant, d.submission_id, d.event_id, d.endpoint
            """)
    }

    /// Delivers everything that an endpoint has missed since a moment: deliveries that were given up, and outcomes that
    /// were never planned because it was disabled or did not exist. Delivered ones are not repeated. Returns the number;
    /// nil if there is no such endpoint, or it is disabled.
    public func recover(
        _ endpoint: WebhookEndpointID, of tenant: TenantID? = nil, since: Timestamp, by origin: AuditOrigin
    ) async throws(StoreError) -> Int? {
        let id = endpoint.description
        let found = try await WebhookEndpointStore(pool: pool).keyless(endpoint, of: tenant)
        guard let found, found.isEnabled else { return nil }
        let types = SubmissionOutcome.eventTypes.filter(found.events.includesOutcome)
        let journeys: SQL =
            found.journeys.isEmpty
            ? "" : "and convert_from(e.payload, 'UTF8')::jsonb ->> 'journey' = any(\(found.journeys.map(\.rawValue)))"
        let fields = try await StoreError.wrapping("recover deliveries") { try JSONText(encoding: found.fields) }
        let planned = try await changing(
            "recover deliveries", "delivery.recover", origin,
            """
            insert into deliveries (event_id, channel, endpoint, tenant, submission_id, sequence, state, next_at, fields)
            select e.id, \(WebhookHealth.channel), \(id), e.tenant, e.submission_id, e.sequence, 'pending', now(), \(fields)
            from events e where e.tenant = \(found.tenant.rawValue) and e.time >= \(since.date)
                and e.type = any(\(types.map(\.rawValue))) \(journeys)
            order by e.position
            on conflict (event_id, channel, endpoint) do update set state = 'pending', next_at = now(),
                attempts_before = deliveries.attempts, changed_at = now()
            where deliveries.state = 'given_up'
            returning tenant, submission_id, event_id, endpoint
            """)
        return try await planned + EndpointHeads(pool: pool).recover(endpoint)
    }

    /// Runs a change and writes it into the audit trail, in one transaction.
    private func changing(
        _ operation: String, _ action: String, _ origin: AuditOrigin, _ statement: SQL
    ) async throws(StoreError) -> Int {
        let now = now()
        return try await StoreError.wrapping(operation) {
            let rows = try await pool.query(
                """
                with changed as (\(statement)), noted as (
                    insert into audit (tenant, submission_id, action, resource, basis, actor, time, event_id, address)
                    select tenant, submission_id, \(action), 'webhook-endpoints/' || endpoint, 'person', \(origin.actor),
                        \(now.date), event_id, \(origin.address)
                    from changed
                )
                select count(*) as changed from changed
                """)
            return try rows[0].decode("changed")
        }
    }

    private static func conditions(_ filter: DeliveryFilter) -> [SQL] {
        var conditions: [SQL] = ["true"]
        if let tenant = filter.tenant { conditions.append("d.tenant = \(tenant.rawValue)") }
        if let endpoint = filter.endpoint { conditions.append("d.endpoint = \(endpoint)") }
        if let channel = filter.channel { conditions.append("d.channel = \(channel)") }
        if let submission = filter.submission { conditions.append("d.submission_id = \(submission.uuid)") }
        if let event = filter.event { conditions.append("d.event_id = \(event.uuid)") }
        if let state = filter.state { conditions.append("d.state = \(state.rawValue)") }
        if filter.isOfManagedEndpoints {
            conditions.append(
                "d.channel = \(WebhookHealth.channel) and d.endpoint ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'")
        }
        if let since = filter.since { conditions.append("d.planned_at >= \(since.date)") }
        return conditions
    }

    private static func record(_ row: Row) throws -> DeliveryRecord {
        DeliveryRecord(
            id: try row.decodeID("id"),
            key: DeliveryKey(
                eventID: try row.decodeID("event_id"), channel: try row.decode("channel"), endpoint: try row.decode("endpoint")),
            tenant: try row.decodeValue("tenant"), submission: try row.decodeID("submission_id"),
            type: try row.decodeCase("type"), state: try row.decodeCase("state"), attempts: try row.decode("attempts"),
            plannedAt: try row.decodeTimestamp("planned_at"), changedAt: try row.decodeTimestamp("changed_at"),
            nextAt: try row.decodeTimestampIfPresent("next_at"), lastStatus: try row.decodeIfPresent("last_status"),
            lastError: try row.decodeIfPresent("last_error"))
    }

    private static func tried(_ row: Row, _ response: DeliveryTry.Response?) throws -> DeliveryTryRecord {
        DeliveryTryRecord(
            attempt: try row.decode("attempt"),
            tried: DeliveryTry(
                beganAt: try row.decode("began_at"), duration: .milliseconds(try row.decode("milliseconds", as: Int.self)),
                request: try row.decodeJSON("request"), response: response),
            status: try row.decodeIfPresent("status"), error: try row.decodeIfPresent("error"))
    }
}
