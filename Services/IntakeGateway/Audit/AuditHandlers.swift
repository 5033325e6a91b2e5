import Domain
import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/audit`: the acts, newest first, filtered, in parts.
struct AuditHandlers: Sendable {
    let gateway: GatewayServices

    private static let defaultLimit = 50
    private static let limits = 1...500

    func list(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        let limit = try query.integer("limit", in: Self.limits) ?? Self.defaultLimit
        let filter = try AuditQuery.filter(query)
        let parts = ListingParts(of: "audit", under: filter.fingerprinted, at: gateway.links.audit)
        let place = try parts.place(in: query) { Int64($0).flatMap { $0 > 0 ? $0 : nil } }
        let read = { @Sendable [gateway, tenant = call.tenant] (place: Int64?, limit: Int) in
            let entries = try await gateway.audit.entries(tenant: tenant, matching: filter, limit: limit + 1, below: place)
            let shown = entries.prefix(limit)
            return (shown.map { AuditResource(entry: $0) }, entries.count > limit ? shown.last?.number : nil)
        }
        if let export = ListingExport.wanted(by: call.request) {
            guard query["limit"] == nil else { throw ListingExport.hasNoLimit }
            return try await export.answer(from: place) { try await read($0, Self.limits.upperBound) }
        }
        let (items, next) = try await read(place, limit)
        return parts.answer(items, next: next.map(String.init), query, limit: limit)
    }
}

/// The filters of the trail as query parameters.
enum AuditQuery {
    private static let names: Set<String> = ["submission", "actor", "action", "after", "before", "limit", "cursor"]
    private static let maximumActions = 50

    /// Names all faults at once.
    static func filter(_ query: QueryParameters) throws(Problem) -> AuditFilter {
        var faults = QueryFaults(query, known: names)
        return try filter(&faults)
    }

    /// The same for all tenants' trails, with an optional tenant.
    static func filterOfAll(_ query: QueryParameters) throws(Problem) -> (AuditFilter, TenantID?) {
        var faults = QueryFaults(query, known: names.union(["tenant"]))
        let tenant = faults.tenant()
        return (try filter(&faults), tenant)
    }

    private static func filter(_ faults: inout QueryFaults) throws(Problem) -> AuditFilter {
        var filter = AuditFilter()
        filter.submission = faults.read("submission", "an id") { SubmissionID($0) }
        filter.actor = faults.read("actor", "a text of 1 to 300 characters, without control characters") { text in
            PlainText.isValid(text, length: 1...300) ? text : nil
        }
        let actions = faults.read("action", "a list of actions, separated by commas, at most \(maximumActions)") { text in
            let actions = text.split(at: ",", omittingEmptySubsequences: false).map(String.init)
            return actions.count <= maximumActions && actions.allSatisfy { PlainText.isValid($0, length: 1...64) } ? actions : nil
        }
        filter.actions = actions ?? []
        filter.after = faults.moment("after")
        filter.before = faults.moment("before")
        try faults.check("The audit trail cannot be filtered like this; `errors` says why.")
        return filter
    }
}

extension AuditFilter {
    /// The values that bind a cursor.
    var fingerprinted: [String] {
        [submission?.description, actor, actions.joined(separator: ","), after?.description, before?.description].map { $0 ?? "" }
    }
}

/// An entry of the trail as its tenant sees it.
struct AuditResource: Resource {
    let entry: AuditEntry

    static let shape = Shape<Self>(
        .required("id", .string()) { String($0.entry.number) },
        .required("time", .named("Timestamp")) { $0.entry.act.time.description },
        .required("actor", .string(), "Such as `user:jane`, `key:0123456789ab`, `link:…`; of a policy its name.") {
            $0.entry.act.origin.actor
        },
        .required("basis", .string(), "`person`, or `policy` for what the clock did.") { $0.entry.act.basis.rawValue },
        .required("action", .string()) { $0.entry.act.action },
        .required("resource", .string()) { $0.entry.act.resource },
        .optional("submission", .named("Identifier")) { $0.entry.act.submission?.description },
        .optional("event", .named("Identifier"), "The event that told of it, by the id that it has everywhere.") {
            $0.entry.act.event?.description
        },
        .optional("address", .string()) { $0.entry.act.origin.address },
        .optional("note", .string()) { $0.entry.act.note })
}
