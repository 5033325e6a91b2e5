import HTTPServer
import Shared

extension Endpoint {
    /// The table of all that the gateway answers to, and who may.
    static let all = ID.allCases.map(\.endpoint)

    /// The names by which the description and generated clients know them.
    enum ID: String, CaseIterable, Sendable {
        case listJourneys, readJourney, checkFiles
        case createSubmission, listSubmissions, readSubmission, withdrawSubmission, submit, decide, readScreen
        case addDocument, readDocument, changeDocument, removeDocument, orderPages
        case addPage, readPage, turnPage, removePage, replacePage
        case createUpload, uploadOffset, readUpload, appendToUpload, cancelUpload, overrideUploadMethod
        case uploadOptions, oneUploadsOptions
        case readManifest, readPDF, readImage, readPreview, readOriginal
        case createLink, listLinks, revokeLink
        case openLink, openStatus, sendForm, sendFileForm, addDocumentByLink, addPageByLink
        case followSubmission, followEvents, listAudit
        case createEndpoint, listEndpoints, readEndpoint, changeEndpoint, removeEndpoint
        case rotateEndpoint, testEndpoint, recoverEndpoint
        case listDeliveries, readDelivery, retryDelivery
        case isAlive, isReady, readDescription, readDocumentation, readAsset, explainProblem
    }

    static let link = "/u/{link}"
    private static let submission = "/v1/submissions/{submission}"
    private static let document = "\(submission)/documents/{document}"
    private static let page = "\(document)/pages/{page}"
    private static let upload = "/v1/uploads/{upload}"
    private static let webhook = "/v1/webhook-endpoints/{endpoint}"
    private static let delivery = "/v1/deliveries/{delivery}"

    /// One line for each: method, path, who may.
    fileprivate init(_ id: ID) {
        switch id {
        case .listJourneys: self.init(id, .get, "/v1/journeys", .bearer(.status, of: .nobody))
        case .readJourney: self.init(id, .get, "/v1/journeys/{journey}", .bearer(.status, of: .nobody))
        case .checkFiles: self.init(id, .post, "/v1/journeys/{journey}/check", .bearer(.write, of: .nobody))

        case .createSubmission: self.init(id, .post, "/v1/submissions", .bearer(.write, of: .caller))
        case .listSubmissions: self.init(id, .get, "/v1/submissions", .bearer(.read, of: .caller))
        case .readSubmission: self.init(id, .get, Self.submission, .bearer(.status, of: .submission))
        case .withdrawSubmission: self.init(id, .delete, Self.submission, .bearer(.arrange, of: .submission))
        case .submit: self.init(id, .post, "\(Self.submission)/submit", .bearer(.arrange, of: .submission))
        case .decide: self.init(id, .post, "\(Self.submission)/decision", .bearer(.decide, of: .submission))
        case .readScreen: self.init(id, .get, "\(Self.submission)/screen", .bearer(.status, of: .submission))

        case .addDocument: self.init(id, .post, "\(Self.submission)/documents", .bearer(.upload, of: .submission))
        case .readDocument: self.init(id, .get, Self.document, .bearer(.status, of: .submission))
        case .changeDocument: self.init(id, .patch, Self.document, .bearer(.arrange, of: .submission))
        case .removeDocument: self.init(id, .delete, Self.document, .bearer(.arrange, of: .submission))
        case .orderPages: self.init(id, .put, "\(Self.document)/order", .bearer(.arrange, of: .submission))

        case .addPage: self.init(id, .post, "\(Self.document)/pages", .bearer(.upload, of: .submission))
        case .readPage: self.init(id, .get, Self.page, .bearer(.status, of: .submission))
        case .turnPage: self.init(id, .patch, Self.page, .bearer(.arrange, of: .submission))
        case .removePage: self.init(id, .delete, Self.page, .bearer(.arrange, of: .submission))
        case .replacePage: self.init(id, .put, "\(Self.page)/content", .bearer(.arrange, of: .submission))

        case .createUpload: self.init(id, .post, "/v1/uploads", .bearer(.upload, of: .upload))
        case .uploadOffset: self.init(id, .head, Self.upload, .bearer(.upload, of: .upload))
        case .readUpload: self.init(id, .get, Self.upload, .bearer(.upload, of: .upload))
        case .appendToUpload: self.init(id, .patch, Self.upload, .bearer(.upload, of: .upload))
        case .cancelUpload: self.init(id, .delete, Self.upload, .bearer(.upload, of: .upload))
        case .overrideUploadMethod: self.init(id, .post, Self.upload, .bearer(.upload, of: .upload))
        case .uploadOptions: self.init(id, .options, "/v1/uploads", .everybody)
        case .oneUploadsOptions: self.init(id, .options, Self.upload, .everybody)

        case .readManifest: self.init(id, .get, "\(Self.submission)/manifest", .bearer(.read, of: .submission))
        case .readPDF: self.init(id, .get, "\(Self.document)/pdf", .bearer(.read, of: .submission))
        case .readImage: self.init(id, .get, "\(Self.page)/image", .bearer(.preview, of: .submission))
        case .readPreview: self.init(id, .get, "\(Self.page)/preview", .bearer(.preview, of: .submission))
        case .readOriginal: self.init(id, .get, "\(Self.page)/original", .bearer(.read, of: .submission))

        case .createLink: self.init(id, .post, "\(Self.submission)/links", .bearer(.administer, of: .submission))
        case .listLinks: self.init(id, .get, "\(Self.submission)/links", .bearer(.administer, of: .submission))
        case .revokeLink: self.init(id, .delete, "\(Self.submission)/links/{link}", .bearer(.administer, of: .submission))

        case .openLink: self.init(id, .get, Self.link, .link(.status))
        case .openStatus: self.init(id, .get, "\(Self.link)/status", .link(.status))
        case .sendForm: self.init(id, .post, "\(Self.link)/form", .link(.arrange))
        case .sendFileForm: self.init(id, .post, "\(Self.link)/form/{document}", .link(.upload))
        case .addDocumentByLink: self.init(id, .post, "\(Self.link)/documents", .link(.upload))
        case .addPageByLink: self.init(id, .post, "\(Self.link)/documents/{document}/pages", .link(.upload))

        case .followSubmission: self.init(id, .get, "\(Self.submission)/events", .bearer(.status, of: .submission))
        case .followEvents: self.init(id, .get, "/v1/events", .bearer(.read, of: .tenant))
        case .listAudit: self.init(id, .get, "/v1/audit", .bearer(.audit, of: .tenant))

        case .createEndpoint: self.init(id, .post, "/v1/webhook-endpoints", .bearer(.administer, of: .tenant))
        case .listEndpoints: self.init(id, .get, "/v1/webhook-endpoints", .bearer(.administer, of: .tenant))
        case .readEndpoint: self.init(id, .get, Self.webhook, .bearer(.administer, of: .tenant))
        case .changeEndpoint: self.init(id, .patch, Self.webhook, .bearer(.administer, of: .tenant))
        case .removeEndpoint: self.init(id, .delete, Self.webhook, .bearer(.administer, of: .tenant))
        case .rotateEndpoint: self.init(id, .post, "\(Self.webhook)/rotate", .bearer(.administer, of: .tenant))
        case .testEndpoint: self.init(id, .post, "\(Self.webhook)/test", .bearer(.administer, of: .tenant))
        case .recoverEndpoint: self.init(id, .post, "\(Self.webhook)/recover", .bearer(.administer, of: .tenant))
        case .listDeliveries: self.init(id, .get, "/v1/deliveries", .bearer(.administer, of: .tenant))
        case .readDelivery: self.init(id, .get, Self.delivery, .bearer(.administer, of: .tenant))
        case .retryDelivery: self.init(id, .post, "\(Self.delivery)/retry", .bearer(.administer, of: .tenant))

        case .isAlive: self.init(id, .get, "/health/live", .everybody)
        case .isReady: self.init(id, .get, "/health/ready", .everybody)
        case .readDescription: self.init(id, .get, "/openapi.json", .everybody)
        case .readDocumentation: self.init(id, .get, "/docs", .everybody)
        case .readAsset: self.init(id, .get, "/assets/{file}", .everybody)
        case .explainProblem: self.init(id, .get, "/problems/{problem}", .everybody)
        }
    }
}

extension Endpoint.ID {
    var endpoint: Endpoint { Endpoint(self) }
}
