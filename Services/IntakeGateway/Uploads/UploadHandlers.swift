import Domain
import HTTPServer
import PostgresStore
import Shared

/// `/v1/uploads` and `/v1/uploads/{upload}`, in every dialect.
struct UploadHandlers: Sendable {
    let gateway: GatewayServices
    let service: UploadService

    init(gateway: GatewayServices) {
        self.gateway = gateway
        service = UploadService(gateway: gateway, uploads: gateway.uploads, writers: gateway.writers)
    }

    private var limits: UploadLimits {
        UploadLimits(maximumBytes: gateway.maximumFileBytes, expiry: service.uploads.expiry, now: gateway.now())
    }

    private func dialect(of request: HTTPRequest) -> any UploadDialect {
        Tus.isMeant(by: request) ? TusDialect(limits: limits) : ResumableDialect(request, limits: limits)
    }

    /// Carries out a request in its dialect, which also words problems.
    private func speaking(
        _ call: Call, _ handle: (any UploadDialect) async throws -> HTTPResponse
    ) async throws -> HTTPResponse {
        let dialect = dialect(of: call.request)
        do {
            return try await handle(dialect)
        } catch let problem as Problem {
            throw dialect.refused(problem)
        } catch let error as any ProblemConvertible {
            throw dialect.refused(error.problem)
        }
    }

    // MARK: - The collection

    func create(_ call: Call) async throws -> HTTPResponse {
        guard call.request.headers.contains(IdempotencyKey.header) else { return try await createOnce(call) }
        // Under a key an upload can be created twice without harm; its bytes need no key, for they have offsets.
        guard call.request.body.declaredLength == 0 else {
            throw Problem(
                .idempotencyKeyInvalid,
                detail: "Create the upload by a request without content, under the key, and send its bytes to its address.")
        }
        return try await gateway.idempotency.pass(call, .json) { call in try await createOnce(call) }
    }

    private func createOnce(_ call: Call) async throws -> HTTPResponse {
        try await speaking(call) { dialect in try await create(call, in: dialect, document: nil) }
    }

    /// Creates an upload for a document if the request supports resumption.
    func create(_ call: Call, document: DocumentID) async throws -> HTTPResponse {
        try await speaking(call) { dialect in try await create(call, in: dialect, document: document) }
    }

    private func create(_ call: Call, in dialect: any UploadDialect, document: DocumentID?) async throws -> HTTPResponse {
        let creation = try dialect.creation(call.request, document: document)
        let announcements = dialect.announcements(call.request.interim)
        if case .joined(let parts) = creation.concatenation {
            let (outcome, status) = try await service.join(parts, creation, for: call)
            return dialect.created(outcome, try address(of: outcome)).with(gateway.quotas.told(status))
        }
        let (upload, type, status) = try await service.create(creation, for: call)
        let left = gateway.quotas.told(status)
        let address = UploadAddress(upload: gateway.links.upload(upload.id), page: nil)
        await announcements.created?(upload, address)
        guard let content = creation.content else { return dialect.created(.open(upload), address).with(left) }
        do {
            let outcome = try await service.transfer(
                content, into: upload, as: type, for: call, announce: announcements.offset
            ) { [self] outcome in dialect.created(outcome, try self.address(of: outcome)) }
            return dialect.created(outcome, try self.address(of: outcome)).with(left)
        } catch {
            // Whoever does not know where it is cannot go on with it.
            if announcements.created == nil { await service.abandon(upload, after: error, for: call) }
            throw error
        }
    }

    // MARK: - One upload

    func append(_ call: Call) async throws -> HTTPResponse {
        try await speaking(call) { dialect in
            let append = try dialect.append(call.request)
            let outcome = try await service.append(
                append, for: call, announce: dialect.announcements(call.request.interim).offset)
            return dialect.appended(outcome, try address(of: outcome))
        }
    }

    /// HEAD: the offset, while nothing writes.
    func offset(_ call: Call) async throws -> HTTPResponse {
        try await speaking(call) { dialect in
            try dialect.check(call.request)
            let upload = try await service.settled(call)
            let metadata = try await gateway.uploads.metadata(of: upload)
            switch upload.state {
            case .open:
                // A client that sees the end reached believes the upload to be whole: it has to be.
                if upload.offset == upload.length, upload.kind != .joined {
                    let outcome = try await service.completeLate(call, upload)
                    return dialect.state(of: outcome.upload, metadata, try address(of: outcome))
                }
                return dialect.state(of: upload, metadata, address(of: upload, page: nil))
            case .completed:
                let page = upload.kind == .part ? nil : try await service.page(of: upload)
                return dialect.state(of: upload, metadata, address(of: upload, page: page?.page.id))
            case .refused, .aborted: throw Problem.uploadEnded(upload.state)
            }
        }
    }

    /// GET: the whole upload, for people and their programs.
    func show(_ call: Call) async throws -> HTTPResponse {
        let upload = try await service.upload(of: call)
        let page = upload.state == .completed ? try await service.page(of: upload)?.page.id : nil
        return .resource(UploadResource(upload: upload, address: address(of: upload, page: page), links: gateway.links))
    }

    func cancel(_ call: Call) async throws -> HTTPResponse {
        try await speaking(call) { dialect in
            try dialect.check(call.request)
            try await service.cancel(call)
            return dialect.cancelled()
        }
    }

    /// POST with `X-HTTP-Method-Override`, for clients that cannot send the method itself (tus).
    func override(_ call: Call) async throws -> HTTPResponse {
        switch call.request.headers["x-http-method-override"] {
        case "PATCH": return try await append(call)
        case "HEAD": return try await offset(call)
        case "DELETE": return try await cancel(call)
        default:
            let detail = "POST is not possible here but with “X-HTTP-Method-Override: PATCH”, HEAD or DELETE."
            throw Problem(status: 405, type: "method-not-allowed", detail: detail, headers: ["Allow": Self.allow])
        }
    }

    static let allow = "DELETE, GET, HEAD, OPTIONS, PATCH, POST"

    /// OPTIONS, public: the supported features, in the headers of every dialect.
    func options(_ allow: String) -> HTTPResponse {
        HTTPResponse(
            status: 204,
            headers: [
                "Allow": allow, "Tus-Resumable": Tus.version, "Tus-Version": Tus.version,
                "Tus-Extension": Tus.extensions, "Tus-Max-Size": String(limits.maximumBytes),
                "Tus-Checksum-Algorithm": Tus.checksumAlgorithms,
                "Accept-Patch": "\(Tus.contentType), \(ResumableDialect.contentType)",
                "Upload-Limit": ResumableDialect.limit(limits, remaining: nil),
            ])
    }

    // MARK: - Addresses

    private func address(of upload: Upload, page: PageID?) -> UploadAddress {
        UploadAddress(
            upload: gateway.links.upload(upload.id),
            page: page.map { gateway.links.page(upload.submission, upload.document, $0) })
    }

    private func address(of outcome: UploadService.Outcome) throws -> UploadAddress {
        guard case .page(let upload, let page, _) = outcome else { return address(of: outcome.upload, page: nil) }
        var address = address(of: upload, page: page.id)
        if let location = address.page { address.body = JSON.written(PageResource(page: page, address: location)) }
        return address
    }
}
