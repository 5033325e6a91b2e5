import Shared

extension Endpoint {
    /// Whether a request needs a header that identifies the caller.
    var needsToken: Bool {
        switch access {
        case .bearer, .guest: true
        case .everybody, .link, .session: false
        }
    }

    /// The problems that the check of access may cause.
    var accessProblems: Set<ProblemType> {
        guard access != .everybody else { return [] }
        guard access != .session else { return [.unauthenticated] }
        var all = Self.commonProblemsOfAccess
        // What a link allows may come with one whose time is over.
        if partForPortal != .nothing || LinkPurpose.allCases.contains(where: { part(for: $0) != .nothing }) {
            all.insert(.linkEnded)
        }
        switch access.owner {
        case .submission, .upload: all.insert(.notFound)
        case .nobody, .caller, .tenant, .installation: break
        }
        return all
    }

    /// The access in one sentence.
    var whoMay: String {
        switch access {
        case .everybody: return "In public: it needs no token."
        case .session: return "Needs the cookie that its page has."
        case .link(let permission):
            return "Needs a link that allows “\(permission)”, whose secret is in the path: one for \(joined(purposes))."
        case .guest(let permission):
            return "Needs a link that allows “\(permission)” as its token: one for \(joined(purposes))."
        case .bearer(let permission, of: _):
            let links = purposes.isEmpty ? "" : "; or a link for \(joined(purposes))"
            let portal = partForPortal == .nothing ? "" : "; or the portal's cookie"
            return "Needs a token that allows “\(permission)”: that of \(joined(roles))\(links)\(portal)."
        }
    }

    /// For programs: the roles and links with access, and its extent.
    var accessValue: JSONValue {
        guard let permission = access.permission else { return ["public": .boolean(access == .everybody)] }
        var members: [String: JSONValue] = ["permission": .string(permission.rawValue), "public": false]
        members["roles"] = .object(
            Dictionary(uniqueKeysWithValues: Role.allCases.compactMap { role in Self.value(role.rawValue, part(for: role)) }))
        members["links"] = .object(
            Dictionary(
                uniqueKeysWithValues: LinkPurpose.allCases.compactMap { purpose in
                    Self.value(purpose.rawValue, part(for: purpose))
                }))
        members["portal"] = .boolean(partForPortal != .nothing)
        return .object(members)
    }

    private var roles: [String] {
        Role.allCases.compactMap { role in
            switch part(for: role) {
            case .nothing: nil
            case .own: "`\(role.rawValue)` (their own)"
            case .all: "`\(role.rawValue)`"
            }
        }
    }

    private var purposes: [String] { LinkPurpose.allCases.filter { part(for: $0) != .nothing }.map { "`\($0.rawValue)`" } }

    private func joined(_ names: [String]) -> String { names.joined(separator: ", ") }

    private static func value(_ name: String, _ part: Part) -> (String, JSONValue)? {
        switch part {
        case .nothing: nil
        case .own: (name, "own")
        case .all: (name, "all")
        }
    }
}
