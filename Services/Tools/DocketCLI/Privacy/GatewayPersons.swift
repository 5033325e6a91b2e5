import CommandLine
import Domain
import Operations
import Shared

/// Finds and erases personal data over the gateway, with the same answers as over the database.
struct GatewayPersons: Sendable {
    let gateway: AdminGateway

    struct Found: Decodable, Sendable {
        let submission: SubmissionID
        let tenant: TenantID
        let erasedAt: String?
    }

    /// The matching submissions of one tenant.
    func submissions(_ arguments: ParsedArguments, _ who: String) async throws -> [Found] {
        let tenant = arguments[PersonalDataAccess.tenant]
        if !arguments[PersonalDataAccess.subjectOnly], SubmissionID(who) != nil {
            let found = try await list([("submission", who), ("tenant", tenant?.rawValue)])
            if !found.isEmpty { return found }
        }
        let found = try await list([("subject", who), ("tenant", tenant?.rawValue)])
        let tenants = Set(found.map(\.tenant)).sorted { $0.rawValue < $1.rawValue }
        if tenants.count > 1 { throw PersonalDataAccess.several(who, tenants) }
        guard !found.isEmpty else { throw PersonalDataAccess.nobody(who, tenant) }
        return found
    }

    private func list(_ query: [(String, String?)]) async throws -> [Found] {
        let found: AdminGateway.Items<Found> = try await gateway.get("/v1/admin/exports", query)
        return found.items
    }

    /// The result for one submission; nil if the id does not exist.
    func erase(_ id: SubmissionID, minimum: MinimumRule) async throws -> ErasureRun.Result? {
        let body: [String: JSONValue] = ["submission": .string("\(id)"), "overruleMinimum": .boolean(minimum == .overruled)]
        let done: AdminGateway.Items<ErasureRun.Result>? = try await gateway.doneIfThere(
            "POST", "/v1/admin/erasures", .object(body))
        return done?.items.first
    }
}
