import HTTPServer
import Shared

/// Whose pages may call from a browser: those that the operator names, for every tenant; and those of a tenant's own hosts, with a
/// token of that tenant. Before it is known whose the token is, a browser is told of all of them (the CORS protocol asks for no
/// token); afterwards this tells them apart.
struct TenantOrigins: Sendable {
    private let named: CORSPolicy?
    private let hosts: ReturnHosts

    init(named: CORSPolicy?, hosts: ReturnHosts) {
        (self.named, self.hosts) = (named, hosts)
    }

    /// What browsers are told.
    var policy: CORSPolicy? {
        switch named?.origins {
        case .all?: named
        case .these(let origins)?: CrossOrigin.policy(.these(origins.union(hosts.origins)))
        case nil: hosts.origins.isEmpty ? nil : CrossOrigin.policy(.these(hosts.origins))
        }
    }

    /// - Throws: `forbidden` for a page of another tenant's host.
    func admit(_ request: HTTPRequest, of tenant: TenantID) throws(Problem) {
        guard let origin = request.headers["origin"], !Browser.isSentFromHere(request), isOfOthersAlone(origin, than: tenant)
        else { return }
        throw .forbidden(
            "This page is of a host that another tenant has named. Name it in DOCKET_RETURN_HOSTS for this one, too.")
    }

    private func isOfOthersAlone(_ origin: String, than tenant: TenantID) -> Bool {
        switch named?.origins {
        case .all?: return false
        case .these(let origins)? where origins.contains(origin): return false
        default: return hosts.origins.contains(origin) && !hosts.origins(of: tenant).contains(origin)
        }
    }
}
