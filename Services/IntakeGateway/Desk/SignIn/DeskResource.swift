import Domain
import HTTPServer
import Shared

/// The signed-in person, for the desk's pages.
struct DeskResource: Resource {
    let name: String
    let actor: String
    let tenant: TenantID?
    let roles: [Role]
    let signedInBy: String
    let endsAt: Timestamp?
    let idleEndsAt: Timestamp?

    init(_ session: DeskSession, idle: Duration) {
        (name, actor, tenant, roles) = (session.name, session.actor, session.tenant, session.knownRoles)
        signedInBy = session.means.rawValue
        (endsAt, idleEndsAt) = (session.endsAt, session.idleEnd(idle))
    }

    /// For development, where nobody has to sign in.
    init(development principal: Principal) {
        (name, actor, tenant, roles) = (principal.actor, principal.actor, principal.tenant, [.backend])
        signedInBy = Self.development
        (endsAt, idleEndsAt) = (nil, nil)
    }

    private static let development = "development"

    /// The role with the most permissions.
    private var role: Role? { roles.max { $0.permissions.count < $1.permissions.count } }

    private var permissions: [String] {
        Permission.allCases.filter { permission in roles.contains { $0.permissions.contains(permission) } }.map(\.rawValue)
    }

    static let shape = Shape<Self>(
        .required("name", .string(), "What people call them.") { $0.name },
        .required("actor", .string(), "As the audit trail names them.") { $0.actor },
        .required("tenant", .nullable(.string()), "Null for whoever belongs to none.") { Encoded($0.tenant?.rawValue) },
        .required("role", .nullable(.choice(Role.self)), "The one that may most, of those they have.") {
            Encoded($0.role?.rawValue)
        },
        .required("permissions", .array(of: .choice(Permission.self))) { $0.permissions },
        .required("signedInBy", .string(oneOf: DeskSession.Means.allCases.map(\.rawValue) + [development])) { $0.signedInBy },
        .required("endsAt", .nullable(.named("Timestamp")), "However much it is used.") { Encoded($0.endsAt?.description) },
        .required("idleEndsAt", .nullable(.named("Timestamp")), "If it is not used until then.") {
            Encoded($0.idleEndsAt?.description)
        })
}

/// The remaining step after signing out.
struct SignedOutResource: Resource {
    /// The issuer's page that ends its own session.
    let signOutAt: String?

    static let shape = Shape<Self>(
        .required(
            "signOutAt", .nullable(.string(format: "uri")), "Where the issuer's own session is ended; null where there is none."
        ) {
            Encoded($0.signOutAt)
        })
}

extension Schemas {
    static let deskParts: [String: Schema] = [
        "DeskSession": DeskResource.schema,
        "NewDeskSession": .request(.required("key", .text(1...100), "A key, as `docket keys create` shows it once.")),
        "SignedOut": SignedOutResource.schema,
    ]
}
