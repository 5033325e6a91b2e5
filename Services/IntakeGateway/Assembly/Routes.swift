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

        let description = DescriptionHandlers(
            journeys: gateway.journeys.offered.map(\.id), publicURL: gateway.links.base.isEmpty ? nil : gateway.links.base)
        router.on(.get, "/openapi.json") { request, _ in description.openAPI(request) }
        router.on(.get, "/docs") { request, _ in description.docs(request) }
        router.on(.get, "/problems/{problem}") { _, parameters in description.problem(parameters) }

        let journeys = JourneyHandlers(gateway: gateway)
        on(.get, "/v1/journeys", needs: .status, &router, journeys.list)
        on(.get, "/v1/journeys/{journey}", needs: .status, &router, journeys.show)
        on(.post, "/v1/journeys/{journey}/check", &router, CheckHandler(gateway: gateway).check)

        let submission = "/v1/submissions/{submission}"
        let submissions = SubmissionHandlers(gateway: gateway)
        post("/v1/submissions", .json, &router, submissions.create)
        on(.get, "/v1/submissions", reading: .view("submission.list"), &router, SubmissionListing(gateway: gateway).list)
        on(.get, submission, needs: .status, reading: .view("submission.view"), &router, submissions.show)
        on(.delete, submission, needs: .arrange, &router, submissions.withdraw)
        post("\(submission)/submit", .json, needs: .arrange, &router, submissions.submit)
        post("\(submission)/decision", .json, needs: .decide, &router, DecisionHandler(gateway: gateway).decide)
        on(
            .get, "\(submission)/screen", needs: .status, reading: .view("submission.view"), &router,
            ScreenHandler(gateway: gateway).show)
        on(.get, "\(submission)/manifest", reading: .view("submission.view"), &router, submissions.manifest)

        let document = "\(submission)/documents/{document}"
        let documents = DocumentHandlers(gateway: gateway)
        post("\(submission)/documents", .json, needs: .upload, &router, documents.add)
        on(.get, document, needs: .status, reading: .view("document.view"), &router, documents.show)
        on(.patch, document, needs: .arrange, &router, documents.change)
        on(.delete, document, needs: .arrange, &router, documents.remove)
        on(.put, "\(document)/order", needs: .arrange, &router, documents.reorder)

        let page = "\(document)/pages/{page}"
        let pages = PageHandlers(gateway: gateway)
        post("\(document)/pages", .file, needs: .upload, &router, pages.add)
        on(.get, page, needs: .status, reading: .view("page.view"), &router, pages.show)
        on(.patch, page, needs: .arrange, &router, pages.rotate)
        on(.delete, page, needs: .arrange, &router, pages.remove)
        on(.put, "\(page)/content", needs: .arrange, &router, pages.replace)

        let upload = "/v1/uploads/{upload}"
        let uploads = UploadHandlers(gateway: gateway)
        on(.post, "/v1/uploads", needs: .upload, &router, uploads.create)
        on(.head, upload, needs: .upload, &router, uploads.offset)
        on(.get, upload, needs: .upload, &router, uploads.show)
        on(.patch, upload, needs: .upload, &router, uploads.append)
        on(.delete, upload, needs: .upload, &router, uploads.cancel)
        on(.post, upload, needs: .upload, &router, uploads.override)
        router.on(.options, "/v1/uploads") { _, _ in uploads.options(ofOne: false) }
        router.on(.options, upload) { _, _ in uploads.options(ofOne: true) }

        let results = ResultHandlers(gateway: gateway)
        on(.get, "\(document)/pdf", reading: .download("document.download"), &router, results.pdf)
        on(.get, "\(page)/image", needs: .preview, reading: .download("page.download"), &router, results.image)
        on(.get, "\(page)/preview", needs: .preview, reading: .download("page.download"), &router, results.preview)
        on(.get, "\(page)/original", reading: .download("page.download"), &router, results.original)

        let links = LinkHandlers(gateway: gateway)
        // Not kept for an idempotency key: a link's token is stored nowhere.
        post("\(submission)/links", .jsonForSecret, needs: .administer, &router, links.create)
        on(.get, "\(submission)/links", needs: .administer, &router, links.list)
        on(.delete, "\(submission)/links/{link}", needs: .administer, &router, links.revoke)
        let opened = "/u/{link}"
        let browser = BrowserHandlers(
            gateway: gateway, pages: BrowserPages(words: BrowserWords(BrowserFiles.all), frames: gateway.frames))
        on(.get, opened, needs: .status, reading: .view("submission.view"), by: .link, browser: browser, &router) { call in
            Browser.wantsPage(call.request) ? try await browser.show(call) : try await submissions.show(call)
        }
        on(
            .get, "\(opened)/status", needs: .status, reading: .view("submission.view"), by: .link, browser: browser, &router,
            browser.status)
        on(.post, "\(opened)/form", needs: .arrange, by: .link, browser: browser, &router, browser.act)
        on(.post, "\(opened)/form/{document}", needs: .upload, by: .link, browser: browser, &router, browser.take)
        router.on(.get, "/assets/{file}") { request, parameters in BrowserFiles.answer(request, parameters) }
        post("\(opened)/documents", .json, needs: .upload, by: .link, &router, documents.add)
        post("\(opened)/documents/{document}/pages", .file, needs: .upload, by: .link, &router, pages.add)

        let events = EventStreamHandlers(gateway: gateway)
        follow("\(submission)/events", needs: .status, reading: .view("submission.follow"), &router, events.ofSubmission)
        follow("/v1/events", needs: .read, reading: .view("events.follow"), &router, events.ofTenant)

        addEndpoints(&router)

        let audit = AuditHandlers(gateway: gateway)
        on(.get, "/v1/audit", needs: .audit, reading: .view("audit.view"), &router, audit.list)
        return router
    }

    private func addEndpoints(_ router: inout Router) {
        let endpoint = "/v1/webhook-endpoints/{endpoint}"
        let endpoints = EndpointHandlers(gateway: gateway)
        // Not kept for an idempotency key: the answer has a secret.
        on(.post, "/v1/webhook-endpoints", needs: .administer, &router, endpoints.create)
        on(.get, "/v1/webhook-endpoints", needs: .administer, &router, endpoints.list)
        on(.get, endpoint, needs: .administer, &router, endpoints.show)
        on(.patch, endpoint, needs: .administer, &router, endpoints.change)
        on(.delete, endpoint, needs: .administer, &router, endpoints.remove)
        on(.post, "\(endpoint)/rotate", needs: .administer, &router, endpoints.rotate)
        on(.post, "\(endpoint)/test", needs: .administer, &router, endpoints.test)
        on(.post, "\(endpoint)/recover", needs: .administer, &router, endpoints.recover)

        let deliveries = DeliveryHandlers(gateway: gateway)
        on(.get, "/v1/deliveries", needs: .administer, &router, deliveries.list)
        on(.get, "/v1/deliveries/{delivery}", needs: .administer, &router, deliveries.show)
        on(.post, "/v1/deliveries/{delivery}/retry", needs: .administer, &router, deliveries.retry)
    }

    /// Where a route finds who makes a request.
    private enum Credentials { case header, link }

    /// Adds a route that may be told to have its effect once only.
    private func post(
        _ pattern: String, _ content: IdempotencyGate.Content, needs permission: Permission = .write,
        by credentials: Credentials = .header, _ router: inout Router,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        on(.post, pattern, needs: permission, by: credentials, &router) { [gateway] call in
            try await gateway.idempotency.pass(call, content, handler)
        }
    }

    /// Adds a route whose answer is a stream that lasts, which counts as one of its tenant's streams and as none of its requests.
    private func follow(
        _ pattern: String, needs permission: Permission, reading: AuditTrail.Reading, _ router: inout Router,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        add(
            .get, pattern, Terms(permission: permission, reading: reading, credentials: .header, isFollowed: true), &router,
            handler)
    }

    /// Adds a route for known principals who may; whatever its handler throws becomes a problem. `reading` is what the audit
    /// trail says of its answers.
    private func on(
        _ method: HTTPMethod, _ pattern: String, needs permission: Permission? = nil, reading: AuditTrail.Reading? = nil,
        by credentials: Credentials = .header, browser: BrowserHandlers? = nil, _ router: inout Router,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        let terms = Terms(
            permission: permission ?? (method == .get ? .read : .write), reading: reading, credentials: credentials,
            isFollowed: false)
        add(method, pattern, terms, browser: browser, &router, handler)
    }

    private func add(
        _ method: HTTPMethod, _ pattern: String, _ terms: Terms, browser: BrowserHandlers? = nil, _ router: inout Router,
        _ handler: @escaping @Sendable (Call) async throws -> HTTPResponse
    ) {
        let boundary = ErrorBoundary(logger: gateway.logger, browser: browser)
        router.on(method, pattern, answersLast: terms.isFollowed) { [self] request, parameters in
            try await boundary.run(request) {
                try await request.pausing(atMost: gateway.longestPause) { request in
                    try await answer(to: request, parameters, terms, handler)
                }
            }
        }
    }

    /// What a route asks of who comes, and what is remembered of its answers.
    private struct Terms {
        let permission: Permission
        let reading: AuditTrail.Reading?
        let credentials: Credentials
        /// Whether the answer is a stream of what happens.
        let isFollowed: Bool
    }

    /// Finds out who asks, and lets the handler answer if they may.
    private func answer(
        to request: HTTPRequest, _ parameters: PathParameters, _ terms: Terms,
        _ handler: @Sendable (Call) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        // Before anybody is asked who they are: guessing has its limit, too.
        let fromAddress = try gateway.admission.enter(request)
        let (principal, parameters) = try await identify(request, parameters, by: terms.credentials)
        try gateway.deaths.note(principal, request)
        guard principal.permissions.contains(terms.permission) else {
            if principal.hasEnded { throw Problem.linkEnded(.ended) }
            throw Problem.forbidden("Your token allows no “\(terms.permission.rawValue)”. Use one with a role that does.")
        }
        let ofTenant = try gateway.admission.enter(principal.tenant)
        let bounded = try gateway.admission.bounded(request, principal.tenant)
        let place = terms.isFollowed ? try gateway.admission.follow(principal.tenant) : ofTenant
        var call = Call(request: bounded, parameters: parameters, principal: principal)
        call.known = try await gateway.checkOwner(call)
        let response = try await gateway.explainingConflicts(of: call) { [call] in try await handler(call) }
        if let reading = terms.reading { try await gateway.trail.note(reading, call) }
        return fromAddress.holding(place.holding(response))
    }

    private func identify(
        _ request: HTTPRequest, _ parameters: PathParameters, by credentials: Credentials
    ) async throws(Problem) -> (Principal, PathParameters) {
        switch credentials {
        case .header: (try await gateway.authenticator.authenticate(request), parameters)
        case .link: try await gateway.open(link: parameters)
        }
    }
}

extension GatewayServices {
    /// Who comes by a link has its secret in the path, where it names the submission as well.
    fileprivate func open(link parameters: PathParameters) async throws(Problem) -> (Principal, PathParameters) {
        guard let token = parameters["link"].flatMap({ OpaqueToken($0) }), token.kind == .link else { throw .notFound }
        let principal = try await linkAccess.principal(of: token)
        var values = ["link": "-"]
        values["submission"] = principal.scope?.description
        values["document"] = parameters["document"]
        return (principal, PathParameters(values))
    }
}
