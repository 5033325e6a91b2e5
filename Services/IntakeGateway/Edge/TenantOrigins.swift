import HTTPServer
import Shared

/// The origins whose pages may call from a browser: the operator's for every tenant, and a tenant's own hosts with a
/// token of that tenant. A preflight has no token, so browsers are told all of them. `admit` distinguishes them once the
/// tenant is known.
struct TenantOrigins: Sendable {
    private let named: CORSPolicy?
    private let hosts: ReturnHosts

    init(named: CORSPolicy?, hosts: ReturnHosts) {
        (self.named, self.hosts) = (named, hosts)
    }

    /// The CORS policy for browsers.
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
