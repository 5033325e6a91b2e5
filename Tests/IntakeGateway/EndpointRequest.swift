import BlobStore
import Crypto
import Custody
import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

extension Endpoint {
    struct NoSuch: Error { let id: String }

    static func named(_ id: String) throws -> Endpoint {
        guard let endpoint = all.first(where: { $0.id == id }) else { throw NoSuch(id: id) }
        return endpoint
    }
}

/// A good request for an endpoint, about things of the tenant `acme` that were made for it: some endpoints end them. An endpoint
/// that is new has to be given one here.
struct EndpointRequest {
    let id: String
    /// With `{link}` where the secret of a link goes.
    var path: String
    var headers: [(String, String)] = []
    var body: [UInt8]?
    var isConfirmed = false
    /// The id that it names and others must not learn of, where it names one.
    var thing: String?
    /// The path of the submission that it is about, where it is about one.
    var submission: String?
    /// What shows whether it had an effect.
    var watched: [String] = []

    /// The submission is `person`'s, or nobody's.
    static func make(
        for id: String, _ gateway: GatewayUnderTest, by person: WireClient? = nil
    ) async throws -> EndpointRequest {
        try await Maker(id: id, gateway: gateway, person: person).request()
    }

    func json(_ text: String) -> EndpointRequest { with([("Content-Type", "application/json")], Array(text.utf8)) }

    func with(_ headers: [(String, String)], _ body: [UInt8]?) -> EndpointRequest {
        var request = self
        (request.headers, request.body) = (headers, body)
        return request
    }

    func confirmed() -> EndpointRequest {
        var request = self
        request.isConfirmed = true
        return request
    }

    /// The same of a thing that never was.
    var ofNothing: EndpointRequest? {
        guard let thing else { return nil }
        let other = SubmissionID.random().description
        var request = self
        request.path = path.replacing(thing, with: other)
        request.body = body.map { Array(String(decoding: $0, as: UTF8.self).replacing(thing, with: other).utf8) }
        return request
    }
}

/// Things of the tenant `acme`: a draft with one document of one page.
struct DraftThings {
    let submission: String
    let document: String
    let page: String

    static func make(_ gateway: GatewayUnderTest, by person: WireClient? = nil) async throws -> DraftThings {
        let draft = try await gateway.draft(as: person)
        let document = try await gateway.document(draft)
        return DraftThings(submission: "/v1/submissions/\(draft)", document: document, page: try await gateway.page(document))
    }

    var submissionID: String { Self.id(submission) }
    var documentID: String { Self.id(document) }
    var pageID: String { Self.id(page) }

    private static func id(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }
}

private struct Maker {
    let id: String
    let gateway: GatewayUnderTest
    let person: WireClient?

    func request() async throws -> EndpointRequest {
        switch id {
        case "listJourneys", "createSubmission", "listSubmissions", "listScreen", "followEvents", "listAudit", "listEndpoints",
            "listDeliveries", "listMail", "listIntegrationAudit", "listRefusedRequests", "listPortalLinks", "createPortalLink",
            "openPortal", "readPortalSession", "endPortalSession",
            "readDeskSession", "endDeskSession", "finishSignIn", "openDesk", "listReviewQueue", "claimNext", "followReviewQueue",
            "readReviewNumbers", "readUsage",
            "isAlive", "isReady", "readSigningKeys", "readDescription", "readEventDescription", "readDocumentation",
            "uploadOptions":
            let request = plain(try Endpoint.named(id).pattern)
            if id == "createPortalLink" { return request.json("{}") }
            return id == "createSubmission" ? request.json(#"{"journey": "identity"}"#) : request
        case "readJourney": return plain("/v1/journeys/identity")
        case "checkFiles":
            return plain("/v1/journeys/identity/check").with(
                [("Content-Type", "multipart/form-data; boundary=b")], Array("--b--\r\n".utf8))
        case "beginSignIn": return plain("/desk/sign-in")
        case "openDeskSession":
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .reviewer), by: AuditOrigin(actor: "operator:erna"))
            return plain("/desk/session").json(#"{"key": "\#(token.text)"}"#)
        case "openPortalSession":
            return plain("/portal/session").json(#"{"link": "\#(try await TestPortalLink.make(gateway).token)"}"#)
        case "openPortalView": return plain("/portal/logs")
        case "readPortalAsset": return plain("/assets/0123456789abcdef/portal/portal.css")
        case "revokePortalLink":
            let link = try await TestPortalLink.make(gateway)
            var request = plain("/v1/portal-links/\(link.id)")
            (request.thing, request.watched) = (link.id, ["/v1/portal-links"])
            return request
        case "readLook": return plain(SampleLook.look.files[0].path)
        case "readAsset": return plain("/assets/0123456789abcdef/page.css")
        case "readElement": return plain("/embed/intake.js")
        case "readDeskAsset": return plain("/assets/0123456789abcdef/desk/desk.css")
        case "openDeskView": return plain("/desk/review")
        case "openDeskItem": return plain("/desk/review/numbers")
        case "explainProblem": return plain("/problems/too-large")
        case "oneUploadsOptions": return plain("/v1/uploads/\(UUID())")
        case "pagesOptions": return plain("/v1/submissions/\(UUID())/documents/\(UUID())/pages")
        case "listCustodyHeads", "readLatestCustodyHead", "proveConsistency":
            _ = try await gateway.signedEntry()
            return plain(try Endpoint.named(id).pattern)
        case "proveInclusion":
            return plain("/v1/custody/proofs/inclusion?audit=\(try await gateway.signedEntry())")
        case "createEndpoint": return plain("/v1/webhook-endpoints").json(#"{"url": "https://127.0.0.1:9"}"#)
        case "readEndpoint", "changeEndpoint", "removeEndpoint", "rotateEndpoint", "testEndpoint", "recoverEndpoint",
            "readDelivery",
            "retryDelivery":
            return try await endpointRequest()
        case "readMail", "readMailFile", "assignMail", "discardMail": return try await mailRequest()
        case "decide", "takeBackDecision", "claimSubmission", "releaseSubmission", "readReview", "readDecisionDraft",
            "keepDecisionDraft", "removeDecisionDraft":
            return try await reviewRequest()
        case "createUpload", "uploadOffset", "readUpload", "appendToUpload", "cancelUpload", "overrideUploadMethod":
            return try await uploadRequest(try await DraftThings.make(gateway, by: person))
        default: return try await draftRequest(try await DraftThings.make(gateway, by: person))
        }
    }

    private func plain(_ path: String) -> EndpointRequest { EndpointRequest(id: id, path: path) }

    private func draftRequest(_ things: DraftThings) async throws -> EndpointRequest {
        func of(_ path: String) -> EndpointRequest {
            var request = plain(path)
            (request.thing, request.submission, request.watched) = (things.submissionID, things.submission, [things.submission])
            return request
        }
        /// By a link, which names the submission: what it could name of others is the document.
        func byLink(_ path: String, naming document: Bool) -> EndpointRequest {
            var request = of(path)
            request.thing = document ? things.documentID : nil
            return request
        }
        let (submission, document, page) = (things.submission, things.document, things.page)
        let file = [("Content-Type", "image/jpeg")]
        let newDocument = #"{"type": "utility-bill", "issueDate": "\#(CalendarDate.today.adding(days: -3))"}"#
        switch id {
        case "readSubmission": return of(submission)
        case "followSubmission": return of("\(submission)/events")
        case "readScreen": return of("\(submission)/screen")
        case "checkSubmission": return of("\(submission)/check")
        case "readFacts": return of("\(submission)/facts")
        case "readManifest": return of("\(submission)/manifest")
        case "readCustody":
            _ = try await gateway.signedEntry()
            return of("\(submission)/custody")
        case "readErasure":
            try await gateway.certifiedErasure(of: things.submissionID)
            return of("\(submission)/erasure")
        case "readSignedManifest": return of("\(submission)/manifest/signed")
        case "listLinks": return of("\(submission)/links")
        case "withdrawSubmission": return of(submission).confirmed()
        case "submit": return of("\(submission)/submit")
        case "addDocument": return of("\(submission)/documents").json(newDocument)
        case "readDocument": return of(document)
        case "changeDocument": return of(document).json(#"{"source": "camera"}"#)
        case "removeDocument": return of(document).confirmed()
        case "orderPages": return of("\(document)/order").json(#"{"pages": ["\#(things.pageID)"]}"#)
        case "addPage": return of("\(document)/pages").with(file, SampleFiles.jpeg(9))
        case "readPage": return of(page)
        case "changePage": return of(page).json(#"{"rotation": 90}"#)
        case "removePage": return of(page).confirmed()
        case "replacePage": return of("\(page)/content").with(file, SampleFiles.jpeg(9)).confirmed()
        case "readPDF", "readImage", "readPreview":
            try await addResults(to: things)
            return of(["readPDF": "\(document)/pdf", "readImage": "\(page)/image"][id] ?? "\(page)/preview")
        case "readCoverSheet": return of("\(submission)/sheets/utility-bill")
        case "readOriginal": return of("\(page)/original")
        case "passTime": return of("\(submission)/clock").json(#"{"advance": 60}"#)
        case "createLink": return of("\(submission)/links").json(#"{"purpose": "status"}"#)
        case "revokeLink":
            let made = try await gateway.client.send("POST", "\(submission)/links", json: #"{"purpose": "status"}"#)
            return of(try #require(made.headers["location"]))
        case "openLink": return byLink("/u/{link}", naming: false)
        case "readIntake": return byLink("/v1/intake", naming: false)
        case "openStatus": return byLink("/u/{link}/status", naming: false)
        case "sendForm":
            let form = "do=change&document=\(things.documentID)&issueDate=\(CalendarDate.today.adding(days: -4))"
            return byLink("/u/{link}/form", naming: true).with(
                [("Content-Type", "application/x-www-form-urlencoded")], Array(form.utf8))
        case "sendFileForm": return byLink("/u/{link}/form/\(things.documentID)", naming: true).with(file, SampleFiles.jpeg(9))
        case "addDocumentByLink": return byLink("/u/{link}/documents", naming: false).json(newDocument)
        case "addPageByLink":
            return byLink("/u/{link}/documents/\(things.documentID)/pages", naming: true).with(file, SampleFiles.jpeg(9))
        default: throw Endpoint.NoSuch(id: id)
        }
    }

    /// On an endpoint with a delivery that was given up.
    private func endpointRequest() async throws -> EndpointRequest {
        let made = try #require(
            try await WebhookEndpointStore(pool: gateway.pool).create(
                NewWebhookEndpoint(tenant: "acme", url: "https://127.0.0.1:9"), by: AuditOrigin(actor: "operator:erna")))
        let path = "/v1/webhook-endpoints/\(made.record.id)"
        let event = try await SampleOutcome.record(over: gateway.pool, tenant: "acme")
        let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: made.record.id.description)
        #expect(try await PostgresDeliveryStore(pool: gateway.pool, keys: nil).plan([key]) == 1)
        var filter = DeliveryFilter()
        filter.event = event.id
        let delivery = try #require(try await DeliveryHistory(pool: gateway.pool, keys: nil).deliveries(filter, limit: 1).first)
        func of(_ path: String, _ thing: some CustomStringConvertible) -> EndpointRequest {
            var request = plain(path)
            let parts = path.split(separator: "/").prefix(3)
            (request.thing, request.watched) = (thing.description, ["/" + parts.joined(separator: "/")])
            return request
        }
        switch id {
        case "readEndpoint": return of(path, made.record.id)
        case "changeEndpoint": return of(path, made.record.id).json(#"{"name": "books", "enabled": false}"#)
        case "removeEndpoint": return of(path, made.record.id).confirmed()
        case "rotateEndpoint": return of("\(path)/rotate", made.record.id).json(#"{"overlap": 60}"#)
        case "testEndpoint": return of("\(path)/test", made.record.id).json(#"{"sample": "com.docket.submission.accepted.v1"}"#)
        case "recoverEndpoint": return of("\(path)/recover", made.record.id).json(#"{"since": "2026-01-01T00:00:00Z"}"#)
        case "readDelivery": return of("/v1/deliveries/\(delivery.id)", delivery.id)
        case "retryDelivery": return of("/v1/deliveries/\(delivery.id)/retry", delivery.id)
        default: throw Endpoint.NoSuch(id: id)
        }
    }

    /// On a message with one picture that waits.
    private func mailRequest() async throws -> EndpointRequest {
        let mail = try await gateway.waitingMail()
        var request = plain("/v1/mail/\(mail.id)")
        (request.thing, request.watched) = (mail.id.description, [request.path])
        switch id {
        case "readMailFile":
            request.path += "/files/\(try #require(mail.files.first).digest)"
            return request
        case "assignMail":
            request.path += "/assignment"
            return request.json(#"{"submission": "\#(try await gateway.draft())", "type": "utility-bill"}"#)
        case "discardMail": return request.confirmed()
        default: return request
        }
    }

    private func uploadRequest(_ things: DraftThings) async throws -> EndpointRequest {
        let content = SampleFiles.jpeg(7, size: 5_000)
        let tus = ("Tus-Resumable", "1.0.0")
        let creation = plain("/v1/uploads?document=\(things.documentID)").with([tus, ("Upload-Length", "\(content.count)")], nil)
        func of(_ path: String, _ thing: String, _ headers: [(String, String)], _ body: [UInt8]? = nil) -> EndpointRequest {
            var request = plain(path).with(headers, body)
            (request.thing, request.submission, request.watched) = (thing, things.submission, [things.submission])
            return request
        }
        if id == "createUpload" { return of(creation.path, things.documentID, creation.headers) }
        let created = try await gateway.client.send("POST", creation.path, headers: creation.headers)
        let path = try #require(created.headers["location"])
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let patch = [tus, ("Upload-Offset", "0"), ("Content-Type", "application/offset+octet-stream")]
        var request =
            switch id {
            case "readUpload": of(path, name, [])
            case "uploadOffset", "cancelUpload": of(path, name, [tus])
            case "appendToUpload": of(path, name, patch, content)
            case "overrideUploadMethod": of(path, name, patch + [("X-HTTP-Method-Override", "PATCH")], content)
            default: throw Endpoint.NoSuch(id: id)
            }
        request.watched.append(path)
        return request
    }

    /// On a submission that the two workers have let pass.
    private func reviewRequest() async throws -> EndpointRequest {
        let draft = try await gateway.draft(EndpointJourney.reviewed.id.rawValue, as: person)
        let added = try await gateway.client.send("POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "letter"}"#)
        let document = try #require(try added.json()["id"]?.string)
        _ = try await gateway.page(try #require(added.headers["location"]))
        #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
        try await WorkersWork.pass(draft, gateway)
        let path = "/v1/submissions/\(draft)"
        let judged = #""documents": {"\#(document)": {"verdict": "accepted"}}"#
        var request: EndpointRequest
        switch id {
        case "decide": request = plain("\(path)/decision").json("{\(judged)}")
        case "takeBackDecision":
            let held = try await gateway.client.send("POST", "\(path)/decision", json: "{\(judged), \"holdFor\": 60}")
            #expect(held.status == 202)
            request = plain("\(path)/decision")
        case "claimSubmission", "releaseSubmission": request = plain("\(path)/claim")
        case "readReview": request = plain("\(path)/review")
        case "keepDecisionDraft": request = plain("\(path)/decision-draft").json("{\(judged)}")
        default:
            // One's own alone: each who may has one.
            for actor in ["user:rosa", "user:program", "token:acme"] {
                try await gateway.pool.execute(
                    "insert into review_drafts (submission_id, actor, draft) values (\(draft)::text::uuid, \(actor), \(JSONText(#"{"documents": {}}"#)))"
                )
            }
            request = plain("\(path)/decision-draft")
        }
        (request.thing, request.submission, request.watched) = (draft, path, [path])
        return request
    }

    /// A preview, a clean page and a PDF.
    private func addResults(to things: DraftThings) async throws {
        let (document, page) = try (#require(DocumentID(things.documentID)), #require(PageID(things.pageID)))
        let submission = try #require(SubmissionID(things.submissionID))
        let space = BlobSpace(tenant: "acme", submission: submission)
        let made = try await gateway.blobs.put(Array("made".utf8), in: space)
        let digest = Bytes(made.key.digest.bytes)
        try await gateway.pool.query(
            """
            update pages set preview_digest = \(digest), preview_size = 4, preview_media_type = 'image/jpeg',
                preview_width = 10, preview_height = 20 where id = \(page.uuid)
            """)
        try await gateway.pool.query(
            """
            insert into page_images (page_id, number, submission_id, digest, size, media_type, width, height)
            values (\(page.uuid), 1, \(submission.uuid), \(digest), 4, 'image/jpeg', 100, 200)
            """)
        try await gateway.pool.query(
            """
            update documents set pdf_digest = \(digest), pdf_size = 4, pdf_media_type = 'application/pdf'
            where id = \(document.uuid)
            """)
        try await gateway.pool.query("update submissions set previews = previews + 1 where id = \(submission.uuid)")
    }
}

/// The journey that the gateway has to know for a decision.
enum EndpointJourney {
    static let reviewed = JourneyDefinition(
        id: "reviewed", title: "Reviewed", summary: "A person looks.", documentTypes: SampleSubmissions.journey.documentTypes,
        documents: CountRange(1...2), review: .always)
}

extension GatewayUnderTest {
    /// Writes down that a submission was erased, which is there all the same: links to it can be made.
    func certifiedErasure(of submission: String) async throws {
        let id = try #require(SubmissionID(submission))
        let certificate = ErasureCertificate(
            tenant: "acme", submission: id, at: Timestamp(Date()),
            request: .init(basis: "policy", actor: "retention", overrulesMinimum: false),
            erased: .init(documents: 1, pages: 1, blobs: 1), key: nil)
        try await pool.execute(
            """
            insert into erasures (submission_id, tenant, basis, actor, erased_at, certificate)
            values (\(id.uuid), 'acme', 'policy', 'retention', now(), \(String(decoding: certificate.bytes, as: UTF8.self)))
            """)
    }

    /// Writes an entry of the trail of `acme`, has it collected, and a head signed over it; its number.
    func signedEntry() async throws -> Int64 {
        let acts = [
            AuditAct(
                tenant: "acme", action: "test.custody", resource: "things/1", origin: AuditOrigin(actor: "user:ann"),
                time: Timestamp(Date()))
        ]
        try await AuditStore(pool: pool).record(acts)
        let newest = try await pool.query("select max(id) as id from audit where action = 'test.custody'")[0]
        let (number, collector) = (try newest.decode("id", as: Int64.self), CustodyCollector(pool: pool))
        let heads = CustodyHeadStore(pool: pool, owner: InstanceID(UUID()))
        let key = try SigningKey(pem: SigningKey.makePEM())
        try await eventually("the entry is covered by a head") {
            while try await collector.collect(limit: 500) > 0 {}
            _ = try await heads.sign("acme", with: key, at: Timestamp(Date()))
            let leaf = try await CustodyProofStore(pool: pool).leaf(of: .audit(number), tenant: "acme")
            guard let leaf, let head = try await heads.latest(of: "acme") else { return false }
            return leaf.index < head.head.size
        }
        return number
    }
}
