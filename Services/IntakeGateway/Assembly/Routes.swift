import BlobStore
import DocketStore
import HTTPServer
import ServiceRuntime
import Shared
import Telemetry

/// Which address leads to which handler. The one list of the gateway's resources.
struct Routes: Sendable {
    let gateway: GatewayServices
    let health: HealthRegistry

    func router() -> Router {
        var router = Router()
        let health = HealthHandlers(registry: health)
        router.on(.get, "/health/live", accessLog: .debug) { _, _ in health.live() }
        router.on(.get, "/health/ready", accessLog: .debug) { _, _ in health.ready() }

        let journeys = JourneyHandlers(gateway: gateway)
        on(.get, "/v1/journeys", &router, journeys.list)
        on(.get, "/v1/journeys/{journey}", &router, journeys.show)
        on(.post, "/v1/journeys/{journey}/check", &router, CheckHandler(gateway: gateway).check)

        let submission = "/v1/submissions/{submission}"
        let submissions = SubmissionHandlers(gateway: gateway)
        post("/v1/submissions", .json, &router, submissions.create)
        on(.get, "/v1/submissions", &router, SubmissionListing(gateway: gateway).list)
        on(.get, submission, &router, submissions.show)
        on(.delete, submission, &router, submissions.withdraw)
        post("\(submission)/submit", .json, &router, submissions.submit)
        on(.get, "\(submission)/manifest", &router, submissions.manifest)

        let document = "\(submission)/documents/{document}"
        let documents = DocumentHandlers(gateway: gateway)
        post("\(submission)/documents", .json, &router, documents.add)
        on(.get, document, &router, documents.show)
        on(.patch, document, &router, documents.change)
        on(.delete, document, &router, documents.remove)
        on(.put, "\(document)/order", &router, documents.reorder)

        let page = "\(document)/pages/{page}"
        let pages = PageHandlers(gateway: gateway)
        post("\(document)/pages", .file, &router, pages.add)
        on(.get, page, &router, pages.show)
        on(.patch, page, &router, pages.rotate)
        on(.delete, page, &router, pages.remove)
        on(.put, "\(page)/content", &router, pages.replace)

        let upload = "/v1/uploads/{upload}"
        let uploads = UploadHandlers(gateway: gateway)
        on(.post, "/v1/uploads", &router, uploads.create)
        on(.head, upload, &router, uploads.offset)
        on(.get, upload, &router, uploads.show)
        on(.patch, upload, &router, uploads.append)
        on(.delete, upload, &router, uploads.cancel)
        on(.post, upload, &router, uploads.override)
        for path in ["/v1/uploads", upload] { router.on(.options, path) { _, _ in uploads.options() } }

        let results = ResultHandlers(gateway: gateway)
        on(.get, "\(document)/pdf", &router, results.pdf)
        on(.get, "\(page)/image", &router, results.image)
        on(.get, "\(page)/preview", &router, results.preview)
        on(.get, "\(page)/original", &router, results.original)
        return router
    }

    /// Adds a route that may be told to have its effect once only.
    private func post(
        _ pattern: String, _ content: IdempotencyGate.Content, _ router: inout Router,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        on(.post, pattern, &router) { [gateway] call in try await gateway.idempotency.pass(call, content, handler) }
    }

    /// Adds a route for known principals who may; whatever its handler throws becomes a problem.
    private func on(
        _ method: HTTPMethod, _ pattern: String, needs permission: Permission? = nil, _ router: inout Router,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        let boundary = ErrorBoundary(logger: gateway.logger)
        let permission = permission ?? (method == .get ? .read : .write)
        router.on(method, pattern) { [self] request, parameters in
            try await boundary.run(request) {
                try await request.pausing(atMost: gateway.longestPause) { request in
                    try await answer(to: request, parameters, needing: permission, handler)
                }
            }
        }
    }

    /// Finds out who asks, and lets the handler answer if they may.
    private func answer(
        to request: HTTPRequest, _ parameters: PathParameters, needing permission: Permission,
        _ handler: @Sendable (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        // Before anybody is asked who they are: guessing has its limit, too.
        let fromAddress = try gateway.admission.enter(request)
        let principal = try await gateway.authenticator.authenticate(request)
        guard principal.permissions.contains(permission) else {
            throw Problem.forbidden("Your token allows no “\(permission.rawValue)”. Use one with a role that does.")
        }
        let ofTenant = try gateway.admission.enter(principal.tenant)
        let bounded = try gateway.admission.bounded(request, principal.tenant)
        let call = Call(request: bounded, parameters: parameters, principal: principal)
        try await gateway.checkOwner(call)
        let response = try await handler(call)
        return fromAddress.holding(ofTenant.holding(response))
    }
}
