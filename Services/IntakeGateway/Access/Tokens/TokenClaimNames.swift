import Configuration

/// The names of the claims with the tenant and the roles.
struct TokenClaimNames: Sendable, Hashable {
    var tenant = "tenant"
    var roles = "roles"

    init() {}

    init(reading reader: inout ConfigurationReader) {
        tenant = reader.string("DOCKET_JWT_TENANT_CLAIM", default: tenant, "The claim that names the tenant")
        roles = reader.string(
            "DOCKET_JWT_ROLES_CLAIM", default: roles, "The claim that names roles: person, reviewer, auditor, backend, operator")
    }
}
