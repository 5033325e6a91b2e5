import BlobStore
import Domain
import HTTPServer
import PostgresStore
import Shared
import Telemetry

/// `…/pages` and `…/pages/{page}`: the files of a document.
struct PageHandlers: Sendable {
    let gateway: GatewayServices

    private var receiver: FileReceiver {
        FileReceiver(blobs: gateway.blobs, maximumBytes: gateway.maximumFileBytes, limits: gateway.fileLimits)
    }

    /// Accepts a file: the body itself, or the part of a form. Refuses before the first byte if possible.
    func add(_ call: Call) async throws -> HTTPResponse {
        let (submission, document) = try await gateway.document(of: call)
        // A client that can resume is given an upload for its request, and the same answer in the end.
        if Tus.isMeant(by: call.request) || ResumableRequest.isOffered(by: call.request) {
            return try await UploadHandlers(gateway: gateway).create(call, document: document.id)
        }
        let type = try await openType(of: document, in: submission, for: call)
        guard document.pages.count < type.pages.max else { throw Problem.tooManyPages(limit: type.pages.max) }
        let budget = try await budget(of: submission, for: call)
        // Before its bytes come: the order of pages is the one in which they were begun.
        let page = PageID.timeOrdered(at: gateway.now().date)
        let file = try await receive(call, as: type, in: submission, besides: nil)
        let now = gateway.now()
        call.attempt?.received(call.fingerprint(file.blob.key.digest))
        let keeping = call.keeping { changed, _ in try added(page, to: document.id, of: changed) }
        let original = file.original(at: now)
        let changed = try await gateway.discarding(original.digest, of: submission) {
            try gateway.quotas.counting(
                try await gateway.store.addPage(
                    page, original, to: document.id, of: submission.id, tenant: call.tenant,
                    version: try call.requiredVersion(), traceparent: call.traceparent, keeping: keeping,
                    charge: QuotaCharge(bytes: original.size, under: budget.terms))
            ).made()
        }
        call.note(
            "page received", in: submission.id, gateway.logger,
            ["document": .string(document.id.description), "page": .string(page.description), "bytes": LogValue(file.blob.size)])
        return told(try added(page, to: document.id, of: changed), budget.usage, after: original.size)
    }

    /// Adds the rest of the budgets to the answer. Omits it if other requests have used more meanwhile.
    private func told(_ answer: HTTPResponse, _ usage: QuotaUsage, after bytes: Int) -> HTTPResponse {
        guard let left = try? usage.adding(bytes: bytes) else { return answer }
        return answer.with(gateway.quotas.told(left))
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        let (submission, document, page) = try await gateway.page(of: call)
        return try answer(page.id, of: document.id, in: submission)
    }

    /// Sets the rotation: `{"rotation": 90}`, clockwise, in total; or sets the part of the photo that is the page.
    func change(_ call: Call) async throws -> HTTPResponse {
        let (submission, document, page) = try await gateway.page(of: call)
        let patch = try PagePatch(reading: try await call.request.jsonObject())
        let changed = try await gateway.store.changePage(
            page.id, of: document.id, patch, in: submission.id, tenant: call.tenant, version: try call.requiredVersion(),
            traceparent: call.traceparent
        ).made()
        return try answer(page.id, of: document.id, in: changed)
    }

    /// Replaces its file, after a confirmation. It asks before it reads the first byte.
    func replace(_ call: Call) async throws -> HTTPResponse {
        let (submission, document, page) = try await gateway.page(of: call)
        let type = try await openType(of: document, in: submission, for: call)
        guard let current = page.original else { throw Problem.notFound }
        try await gateway.ask(try await preparation(of: call, with: current), for: call)
        let budget = try await budget(of: submission, for: call)
        let file = try await receive(call, as: type, in: submission, besides: page.id).original(at: gateway.now())
        let charge = QuotaCharge(bytes: file.size, under: budget.terms)
        let changed = try await gateway.discarding(file.digest, of: submission) {
            try await gateway.carryOut(try await preparation(of: call, with: file, charge: charge), for: call)
        }
        return told(try answer(page.id, of: document.id, in: changed), budget.usage, after: file.size)
    }

    /// Removes it with its file, after a confirmation.
    func remove(_ call: Call) async throws -> HTTPResponse {
        let preparation = try await gateway.store.acting(for: call.origin).removePage(
            try call.page(), of: try call.document(), in: try call.submission(), tenant: call.tenant,
            version: try call.requiredVersion(), traceparent: call.traceparent)
        return .removed(from: try await gateway.carryOut(preparation, for: call))
    }

    private func preparation(
        of call: Call, with file: OriginalFile, charge: QuotaCharge? = nil
    ) async throws -> Preparation {
        try await gateway.store.acting(for: call.origin).replacePage(
            try call.page(), of: try call.document(), with: file, in: try call.submission(), tenant: call.tenant,
            version: try call.requiredVersion(), traceparent: call.traceparent, charge: charge)
    }

    /// The budget that the file counts against. Throws before the upload if nothing is left, or the tenant's quota is used up.
    private func budget(
        of submission: Submission, for call: Call
    ) async throws -> (terms: QuotaTerms, usage: QuotaUsage) {
        try await gateway.monthlyQuotas.admit(MonthlyQuota.ofFiles, for: submission)
        let terms = gateway.quotas.terms(for: call, try await gateway.store.journey(of: submission))
        let usage = try await gateway.uploads.usage(of: submission.id, tenant: call.tenant, under: terms)
        do throws(QuotaRefusal) {
            _ = try usage.adding(bytes: 1)
        } catch {
            throw gateway.quotas.problem(error)
        }
        return (terms, usage)
    }

    /// The type of a document that may be changed now. Throws before the file is sent.
    private func openType(of document: Document, in submission: Submission, for call: Call) async throws -> DocumentType {
        guard submission.state.allowsChanges else { throw Problem.notADraft(submission.state) }
        guard document.state.allowsChanges else { throw Problem.documentClosed(document.state) }
        if let version = try call.requiredVersion(), version != submission.version {
            throw Problem.preconditionFailed(submission)
        }
        let journey = try await gateway.store.journey(of: submission)
        guard let type = journey.documentType(document.type) else { throw Problem.unknownDocumentType(in: journey) }
        return type
    }

    private func receive(
        _ call: Call, as type: DocumentType, in submission: Submission, besides replaced: PageID?
    ) async throws -> ReceivedFile {
        let space = BlobSpace(tenant: submission.tenant, submission: submission.id)
        let file = try await receiver.receive(call.request, as: type, into: space)
        guard type.duplicates == .refuse else { return file }
        for page in submission.documents.flatMap(\.pages) where page.id != replaced {
            if page.original?.digest == file.blob.key.digest { throw Problem.duplicateFile(of: page.id) }
        }
        return file
    }

    private func added(_ id: PageID, to document: DocumentID, of submission: Submission) throws(Problem) -> HTTPResponse {
        try answer(
            id, of: document, in: submission, status: 201, location: gateway.links.page(submission.id, document, id))
    }

    private func answer(
        _ id: PageID, of document: DocumentID, in submission: Submission, status: Int = 200, location: String? = nil
    ) throws(Problem) -> HTTPResponse {
        guard let page = submission.document(document)?.page(id) else { throw .notFound }
        let resource = PageResource(page: page, address: gateway.links.page(submission.id, document, id))
        return gateway.answer(part: resource, of: submission, status: status, location: location)
    }
}

extension PagePatch {
    /// `{"rotation": 90, "crop": [[0, 0], [10000, 0], [10000, 10000], [0, 10000]]}`, or one of them.
    init(reading object: RequestObject) throws(Problem) {
        var object = object
        let isCropped = object.contains("crop")
        let degrees = object.optionalInteger("rotation", oneOf: Rotation.allCases.map(\.degrees))
        let crop = object.crop("crop")
        if degrees == nil, !isCropped { object.fault("rotation", "Say how to turn or to crop it.", rule: "required") }
        try object.finish()
        self.init(rotation: degrees.flatMap(Rotation.init(rawValue:)), crop: isCropped ? .some(crop) : nil)
    }
}
