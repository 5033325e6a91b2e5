internal import Custody
internal import Postgres
internal import Shared

/// Reads covered rows in their canonical form: PostgreSQL itself formats the columns, so every reader gets the same.
enum CustodyRows {
    /// Of a row `a` of `audit`; all null without a row.
    static let auditColumns: SQL = """
        a.id as audit_number, a.tenant as audit_tenant, a.submission_id::text as audit_submission, a.action, a.resource, a.basis,
            a.actor, \(time("a")) as audit_time, a.event_id::text as audit_event, a.address, a.note
        """

    /// Of a row `e` of `events`. Only the database reads the event's bytes.
    static let eventColumns: SQL = """
        e.position as event_number, e.id::text as event_id, e.submission_id::text as event_submission, e.tenant as event_tenant,
            e.sequence, e.type, e.topic, \(time("e")) as event_time, e.traceparent, sha256(e.payload) as payload_digest
        """

    private static func time(_ table: String) -> SQL {
        "to_char(\(raw: table).time at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')"
    }

    /// Nil without a row.
    static func audit(_ row: Row) throws -> CoveredRow? {
        guard let number = try row.decodeIfPresent("audit_number", as: Int64.self) else { return nil }
        return .audit(
            number: number, tenant: try row.decode("audit_tenant"), submission: try row.decodeIfPresent("audit_submission"),
            action: try row.decode("action"), resource: try row.decode("resource"), basis: try row.decode("basis"),
            actor: try row.decode("actor"), time: try row.decode("audit_time"), event: try row.decodeIfPresent("audit_event"),
            address: try row.decodeIfPresent("address"), note: try row.decodeIfPresent("note"))
    }

    static func event(_ row: Row) throws -> CoveredRow? {
        guard let number = try row.decodeIfPresent("event_number", as: Int64.self) else { return nil }
        return .event(
            number: number, id: try row.decode("event_id"), submission: try row.decode("event_submission"),
            tenant: try row.decode("event_tenant"), sequence: try row.decode("sequence"), type: try row.decode("type"),
            topic: try row.decodeIfPresent("topic"), time: try row.decode("event_time"),
            traceparent: try row.decodeIfPresent("traceparent"), payload: try row.decodeDigest("payload_digest"))
    }
}

extension CustodyRows {
    /// Leaves `l` with their salts `s` and their rows.
    static let joined = joined(
        salts: "lateral (select salt from docket_keys.custody_salts where tenant = l.tenant and leaf = l.leaf limit 1) s on true")

    /// The same with `salts` for the join with these, where more are wanted than are looked up one by one.
    static func joined(salts: SQL) -> SQL {
        """
        from custody_leaves l left join \(salts)
            left join audit a on l.kind = 'audit' and a.id = l.number
            left join events e on l.kind = 'event' and e.position = l.number
        """
    }

    static let leafColumns: SQL = """
        l.leaf, l.kind as leaf_kind, l.number as leaf_number, l.submission_id::text as leaf_submission, l.commitment, s.salt,
            \(auditColumns), \(eventColumns)
        """

    /// With the bytes of outcomes.
    static let provenLeafColumns: SQL = "\(leafColumns), case when \(isOutcome) then e.payload end as outcome"

    private static let isOutcome: SQL = "e.type = any(\(SubmissionOutcome.eventTypes.map(\.rawValue).sorted()))"

    /// Nil if the stored commitment is malformed. `withOutcome` for a row of `provenLeafColumns`.
    static func leaf(_ row: Row, withOutcome: Bool = false) throws -> LogLeaf? {
        let commitment = try row.decode("commitment", as: [UInt8].self)
        guard commitment.count == CoveredRow.commitmentLength else { return nil }
        let kind: CoveredRow.Kind = try row.decodeCase("leaf_kind")
        return LogLeaf(
            index: try row.decode("leaf"), kind: kind, number: try row.decode("leaf_number"),
            submission: try row.decodeIfPresent("leaf_submission"), commitment: commitment,
            salt: try row.decodeIfPresent("salt", as: [UInt8].self),
            row: kind == .audit ? try CustodyRows.audit(row) : try CustodyRows.event(row),
            outcome: withOutcome ? try row.decodeIfPresent("outcome") : nil)
    }
}
