import Crypto
import Shared

/// The tenant and the roles that the claims of a sign-in give.
///
/// An operator belongs to no tenant, so an operator's token need not name one. Their acts are in the standard tenant's
/// audit trail, unless they concern another tenant. A tenant's roles do not count without a tenant.
struct ClaimedRoles: Sendable, Hashable {
    enum Fault: String, Error, Sendable {
        case tenant, roles

        var words: String {
            switch self {
            case .tenant: "names no tenant"
            case .roles: "names no role that is known here"
            }
        }
    }

    let tenant: TenantID
    let roles: Set<Role>

    init(_ claims: TokenClaims, _ names: TokenClaimNames) throws(Fault) {
        // Roles of other applications may stand beside ours.
        let known = Set(claims.strings(names.roles).compactMap(Role.init(rawValue:)))
        guard !known.isEmpty else { throw .roles }
        if claims.has(names.tenant) {
            guard let tenant = claims.string(names.tenant).flatMap(TenantID.init(rawValue:)) else { throw .tenant }
            (self.tenant, roles) = (tenant, known)
        } else {
            guard known.contains(.operator) else { throw .tenant }
            (tenant, roles) = (.standard, [.operator])
        }
    }
}
