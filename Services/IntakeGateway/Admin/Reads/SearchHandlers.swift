import Domain
import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/admin/search`: finds by an id, the prefix of a key, or a person's id.
struct SearchHandlers: Sendable {
    let gateway: GatewayServices

    struct Found: Encodable {
        let kind: String
        let id: String
        let tenant: String
        let title: String
    }

    func search(_ call: Call) async throws -> HTTPResponse {
        var faults = QueryFaults(call.request.query, known: ["q", "tenant"])
        let tenant = faults.tenant()
        let text = faults.read("q", "a text of 1 to 256 characters") { PlainText.isValid($0, length: 1...256) ? $0 : nil }
        try faults.check("Nothing can be found like this; `errors` says why.")
        guard let text else {
            throw Problem(
                .invalidParameter, detail: "Say what is looked for with `q`: an id, the prefix of a key, a person's id.")
        }
        let all = try await ofID(text) + key(text) + person(text, tenant)
        return .whole(all.filter { tenant == nil || $0.tenant == tenant?.rawValue })
    }

    @inline(never)
    private func ofID(_ text: String) async throws -> [Found] {
        var found: [Found] = []
        if let id = SubmissionID(text), let submission = try await gateway.operations.personal.submission(id) {
            found.append(Found(submission))
        }
        if let id = EventID(text), let event = try await gateway.events.log.events(ids: [id]).first {
            found.append(
                Found(
                    kind: "event", id: text, tenant: event.tenant.rawValue,
                    title: "\(event.type.rawValue) #\(event.sequence) of \(event.submission)"))
        }
        if let id = DeliveryID(text), let delivery = try await gateway.endpoints.deliveries.record(id) {
            found.append(
                Found(
                    kind: "delivery", id: text, tenant: delivery.tenant.rawValue,
                    title: "\(delivery.type.rawValue), \(delivery.state.rawValue)"))
        }
        if let id = WebhookEndpointID(text), let endpoint = try await gateway.endpoints.endpoints.endpoint(id)?.record {
            found.append(
                Found(kind: "endpoint", id: text, tenant: endpoint.tenant.rawValue, title: endpoint.name ?? "a webhook endpoint"))
        }
        return found
    }

    @inline(never)
    private func key(_ text: String) async throws -> [Found] {
        let prefix = OpaqueToken(text)?.prefix ?? text
        guard OpaqueToken.isPrefix(prefix), let key = try await gateway.operations.keys.key(prefix)?.key else { return [] }
        return [Found(kind: "key", id: key.prefix, tenant: key.tenant.rawValue, title: key.name ?? key.role.rawValue)]
    }

    @inline(never)
    private func person(_ text: String, _ tenant: TenantID?) async throws -> [Found] {
        try await gateway.operations.personal.submissions(of: text, tenant: tenant).prefix(100).map { Found($0) }
    }
}

extension SearchHandlers.Found {
    fileprivate init(_ found: PersonalDataStore.Found) {
        self.init(
            kind: "submission", id: found.submission.description, tenant: found.tenant.rawValue,
            title: found.erasedAt == nil ? found.state.rawValue : "erased")
    }
}
