import HTTPServer
import ServiceRuntime
import Shared
import Telemetry

/// Which handler answers for which endpoint of the table. Who may is said there, and nothing is added here without it.
struct Routes: Sendable {
    let gateway: GatewayServices
    let health: HealthRegistry

    func router() -> GuardedRouter {
        var router = GuardedRouter(gateway: gateway)
        addService(&router)
        addSubmissions(&router)
        addPages(&router)
        addLinks(&router)
        addEndpoints(&router)

        let events = EventStreamHandlers(gateway: gateway)
        router.follow(.followSubmission, reading: .view("submission.follow"), events.ofSubmission)
        router.follow(.followEvents, reading: .view("events.follow"), events.ofTenant)
        router.on(.listAudit, reading: .view("audit.view"), AuditHandlers(gateway: gateway).list)
        return router
    }

    private func addService(_ router: inout GuardedRouter) {
        let health = HealthHandlers(registry: health)
        router.open(.isAlive, accessLog: .debug) { _, _ in health.live() }
        router.open(.isReady, accessLog: .debug) { _, _ in health.ready() }

        let description = DescriptionHandlers(
            journeys: gateway.journeys.offered.map(\.id), publicURL: gateway.links.base.isEmpty ? nil : gateway.links.base)
        router.open(.readDescription) { request, _ in description.openAPI(request) }
        router.open(.readDocumentation) { request, _ in description.docs(request) }
        router.open(.explainProblem) { _, parameters in description.problem(parameters) }
    }

    private func addSubmissions(_ router: inout GuardedRouter) {
        let journeys = JourneyHandlers(gateway: gateway)
        router.on(.listJourneys, journeys.list)
        router.on(.readJourney, journeys.show)
        router.on(.checkFiles, CheckHandler(gateway: gateway).check)

        let submissions = SubmissionHandlers(gateway: gateway)
        router.once(.createSubmission, .json, submissions.create)
        router.on(.listSubmissions, reading: .view("submission.list"), SubmissionListing(gateway: gateway).list)
        router.on(.readSubmission, reading: .view("submission.view"), submissions.show)
        router.on(.withdrawSubmission, submissions.withdraw)
        router.once(.submit, .json, submissions.submit)
        router.once(.decide, .json, DecisionHandler(gateway: gateway).decide)
        router.on(.readScreen, reading: .view("submission.view"), ScreenHandler(gateway: gateway).show)
        router.on(.readManifest, reading: .view("submission.view"), submissions.manifest)
    }

    private func addPages(_ router: inout GuardedRouter) {
        let documents = DocumentHandlers(gateway: gateway)
        router.once(.addDocument, .json, documents.add)
        router.on(.readDocument, reading: .view("document.view"), documents.show)
        router.on(.changeDocument, documents.change)
        router.on(.removeDocument, documents.remove)
        router.on(.orderPages, documents.reorder)

        let pages = PageHandlers(gateway: gateway)
        router.once(.addPage, .file, pages.add)
        router.on(.readPage, reading: .view("page.view"), pages.show)
        router.on(.turnPage, pages.rotate)
        router.on(.removePage, pages.remove)
        router.on(.replacePage, pages.replace)

        let uploads = UploadHandlers(gateway: gateway)
        router.on(.createUpload, uploads.create)
        router.on(.uploadOffset, uploads.offset)
        router.on(.readUpload, uploads.show)
        router.on(.appendToUpload, uploads.append)
        router.on(.cancelUpload, uploads.cancel)
        router.on(.overrideUploadMethod, uploads.override)
        router.open(.uploadOptions) { _, _ in uploads.options(ofOne: false) }
        router.open(.oneUploadsOptions) { _, _ in uploads.options(ofOne: true) }

        let results = ResultHandlers(gateway: gateway)
        router.on(.readPDF, reading: .download("document.download"), results.pdf)
        router.on(.readImage, reading: .download("page.download"), results.image)
        router.on(.readPreview, reading: .download("page.download"), results.preview)
        router.on(.readOriginal, reading: .download("page.download"), results.original)
    }

    private func addLinks(_ router: inout GuardedRouter) {
        let links = LinkHandlers(gateway: gateway)
        // Not kept for an idempotency key: a link's token is stored nowhere.
        router.once(.createLink, .jsonForSecret, links.create)
        router.on(.listLinks, links.list)
        router.on(.revokeLink, links.revoke)

        let submissions = SubmissionHandlers(gateway: gateway)
        let browser = BrowserHandlers(
            gateway: gateway, pages: BrowserPages(words: BrowserWords(BrowserFiles.all), frames: gateway.frames))
        router.on(.openLink, reading: .view("submission.view"), browser: browser) { call in
            Browser.wantsPage(call.request) ? try await browser.show(call) : try await submissions.show(call)
        }
        router.on(.openStatus, reading: .view("submission.view"), browser: browser, browser.status)
        router.on(.sendForm, browser: browser, browser.act)
        router.on(.sendFileForm, browser: browser, browser.take)
        router.open(.readAsset) { request, parameters in BrowserFiles.answer(request, parameters) }
        router.once(.addDocumentByLink, .json, DocumentHandlers(gateway: gateway).add)
        router.once(.addPageByLink, .file, PageHandlers(gateway: gateway).add)
    }

    private func addEndpoints(_ router: inout GuardedRouter) {
        let endpoints = EndpointHandlers(gateway: gateway)
        // Not kept for an idempotency key: the answer has a secret.
        router.on(.createEndpoint, endpoints.create)
        router.on(.listEndpoints, endpoints.list)
        router.on(.readEndpoint, endpoints.show)
        router.on(.changeEndpoint, endpoints.change)
        router.on(.removeEndpoint, endpoints.remove)
        router.on(.rotateEndpoint, endpoints.rotate)
        router.on(.testEndpoint, endpoints.test)
        router.on(.recoverEndpoint, endpoints.recover)

        let deliveries = DeliveryHandlers(gateway: gateway)
        router.on(.listDeliveries, deliveries.list)
        router.on(.readDelivery, deliveries.show)
        router.on(.retryDelivery, deliveries.retry)
    }
}
