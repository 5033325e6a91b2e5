import Crypto
import Shared

/// What somebody may be here by the claims of a sign-in: of which tenant, and with which roles.
///
/// Who runs the installation is of no tenant, so that a token of theirs need not name one. What they do stands in the trail of the
/// standard tenant where it is about no other; no role of a tenant's counts then.
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
