import HTTPServer
import PostgresStore
import Shared

extension Endpoint {
    static let ofGlass: [Endpoint] = [
        .acting(
            "adminBreakGlass", .post, "/v1/admin/glass", "See what a submission holds, for a quarter of an hour",
            body: .request(
                .required("submission", .named("Identifier")),
                .required("reason", .text(Glass.reasons), "It is in the tenant's audit trail.")),
            answers: [.described(201, "Until when.")]
        ) { GlassHandlers(gateway: $0).breakGlass }
    ]
}

/// `POST /v1/admin/glass`.
struct GlassHandlers: Sendable {
    let gateway: GatewayServices

    private struct Broken: Encodable {
        let submission, tenant, reason, until: String
    }

    func breakGlass(_ call: Call) async throws -> HTTPResponse {
        let (id, reason) = try await read(call)
        guard let found = try await gateway.operations.personal.submission(id), found.erasedAt == nil else {
            throw Problem.notFound
        }
        let until = try await gateway.glass.open(id, of: found.tenant, because: reason, by: call.origin)
        return .resource(
            Encoded(Broken(submission: "\(id)", tenant: "\(found.tenant)", reason: reason, until: "\(until)")), status: 201)
    }

    @inline(never)
    private func read(_ call: Call) async throws -> (SubmissionID, String) {
        var object = try await call.request.jsonObject()
        let id = object.submission()
        let reason = object.reason()
        try object.finish()
        guard let id, let reason else {
            throw Problem(.invalidRequest, detail: "Name the `submission` whose contents you need to see, and the `reason`.")
        }
        return (id, reason)
    }
}
