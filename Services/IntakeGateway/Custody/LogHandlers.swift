import Custody
import HTTPServer
import Operations
import PostgresStore
import Shared

/// Handlers of a tenant's custody log.
struct LogHandlers: Sendable {
    let gateway: GatewayServices

    private static let defaultLimit = 50

    func heads(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        try Self.check(query, known: ["after", "limit"])
        let after = try query.integer("after", in: 0 ... .max) ?? 0
        let limit = try query.integer("limit", in: 1...CustodyHeadStore.maximumPageSize) ?? Self.defaultLimit
        let heads = try await gateway.custody.heads.heads(of: call.tenant, after: after, limit: limit + 1)
        var answer: [String: JSONValue] = ["items": .array(heads.prefix(limit).map(\.json))]
        if heads.count > limit, let last = heads.prefix(limit).last { answer["next"] = .number(Double(last.head.number)) }
        return Self.json(answer)
    }

    func latest(_ call: Call) async throws -> HTTPResponse { Self.json(try await newest(call).json) }

    func inclusion(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["event", "audit"])
        let event = faults.read("event", "the id of an event") { EventID($0) }
        let number = faults.read("audit", "the id of an entry of the audit trail") { Int64($0).flatMap { $0 > 0 ? $0 : nil } }
        try faults.check("No proof can be made like this; `errors` says why.")
        let wanted: CustodyProofStore.Wanted
        switch (event, number) {
        case (let event?, nil): wanted = .event(event)
        case (nil, let number?): wanted = .audit(number)
        default:
            throw Problem(
                .invalidParameter, detail: "Name one of `event` and `audit`.",
                errors: [ProblemItem(parameter: "event", detail: "Name one of `event` and `audit`.")])
        }
        let head = try await newest(call)
        let leaf = try await gateway.custody.proofs.leaf(of: wanted, tenant: call.tenant)
        guard let leaf, leaf.index < head.head.size else {
            let size = head.head.size
            throw Problem(.notFound, detail: "No such row of the tenant is covered by the newest head, which has \(size) leaves.")
        }
        let leaves = try await proven([leaf], in: head, call.tenant)
        return Self.json(["leaf": leaves[0], "head": head.json])
    }

    func consistency(_ call: Call) async throws -> HTTPResponse {
        let query = call.request.query
        try Self.check(query, known: ["from", "to"])
        let head = try await newest(call)
        let to = try Self.size("to", query, atMost: head.head.size) ?? head.head.size
        let from = try Self.size("from", query, atMost: to) ?? 0
        guard let proof = LogProof(consistencyOf: from, with: to) else { throw Problem.notFound }
        let hashes = try await gateway.custody.proofs.hashes(of: [proof], tenant: call.tenant)
        return Self.json([
            "from": .number(Double(from)), "to": .number(Double(to)), "proof": .strings(hashes.joined().map(\.description)),
        ])
    }

    func submission(_ call: Call) async throws -> HTTPResponse {
        try Self.check(call.request.query, known: ["from"])
        let from = try call.request.query.integer("from", in: 0 ... .max) ?? 0
        let submission = try await gateway.submission(of: call).id
        let head = try await newest(call)
        let limit = CustodyProofStore.mostLeaves
        let leaves = try await gateway.custody.proofs.leaves(of: submission, tenant: call.tenant, from: from, limit: limit + 1)
        var answer: [String: JSONValue] = [
            "leaves": .array(try await proven(Array(leaves.prefix(limit)), in: head, call.tenant)), "head": head.json,
        ]
        if leaves.count > limit, let next = leaves.last { answer["next"] = .number(Double(next.index)) }
        return Self.json(answer)
    }

    // MARK: -

    private func newest(_ call: Call) async throws -> SignedHead {
        guard let head = try await gateway.custody.heads.latest(of: call.tenant) else {
            throw Problem(
                .notFound,
                detail: gateway.signing == nil
                    ? "This installation signs nothing: its DOCKET_SIGNING_KEY is not set."
                    : "No head of the tenant's log was signed yet: that happens every minute in which something was done.")
        }
        return head
    }

    private func proven(_ leaves: [LogLeaf], in head: SignedHead, _ tenant: TenantID) async throws -> [JSONValue] {
        try await gateway.custody.reader.proven(leaves, in: head, of: tenant)
    }

    private static func size(_ name: String, _ query: QueryParameters, atMost most: Int) throws(Problem) -> Int? {
        guard let size = try query.integer(name, in: 0 ... .max) else { return nil }
        guard size <= most else {
            let detail = "must be a number of leaves up to \(most)"
            throw Problem(
                .invalidParameter, detail: "The query parameter “\(name)” cannot be used.",
                errors: [ProblemItem(parameter: name, detail: detail)])
        }
        return size
    }

    private static func check(_ query: QueryParameters, known names: Set<String>) throws(Problem) {
        try QueryFaults(query, known: names).check("This cannot be asked for like this; `errors` says why.")
    }

    private static func json(_ members: [String: JSONValue]) -> HTTPResponse { json(.object(members)) }

    private static func json(_ value: JSONValue) -> HTTPResponse {
        .bytes(JSON.bytes(of: value), contentType: "application/json", headers: HTTPResponse.privateHeaders)
    }
}
