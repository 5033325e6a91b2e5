import Crypto
import Domain
import HTTPServer
import Shared

/// Answers by draft-ietf-httpbis-resumable-upload, in the iteration of the request.
struct ResumableDialect: UploadDialect {
    static let contentType = "application/partial-upload"

    let reading: ResumableRequest
    let limits: UploadLimits

    init(_ request: HTTPRequest, limits: UploadLimits) {
        reading = ResumableRequest(request)
        self.limits = limits
    }

    private var version: InteropVersion? { reading.version }

    func creation(_ request: HTTPRequest, document: DocumentID?) throws(Problem) -> UploadCreation {
        try reading.creation(document: document)
    }

    func append(_ request: HTTPRequest) throws(Problem) -> UploadAppend { try reading.append() }

    /// Draft 01, section 5: a request for the offset has none itself.
    func check(_ request: HTTPRequest) throws(Problem) {
        guard version == .three, request.method == .head else { return }
        for name in ["Upload-Offset", "Upload-Incomplete"] where request.headers.contains(name) {
            throw .invalidHeader(name, "left out of HEAD")
        }
    }

    // MARK: - Answers

    func created(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse {
        switch outcome {
        case .page(let upload, _, let submission): return page(upload, submission, address, status: 201)
        case .open(let upload), .part(let upload):
            return HTTPResponse(status: 201, headers: state(of: upload, isComplete: false, location: address.upload))
        }
    }

    func appended(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse {
        switch outcome {
        case .page(let upload, _, let submission): return page(upload, submission, address, status: 201)
        case .part(let upload):
            return HTTPResponse(status: version?.appendedStatus ?? 204, headers: state(of: upload, isComplete: true))
        case .open(let upload):
            return HTTPResponse(status: version?.appendedStatus ?? 204, headers: state(of: upload, isComplete: false))
        }
    }

    /// The answer to the completing request: the page, as if the file had come in one request.
    private func page(_ upload: Upload, _ submission: Submission, _ address: UploadAddress, status: Int) -> HTTPResponse {
        let ownLocation = version?.completionHasOwnLocation ?? true
        var headers = state(
            of: upload, isComplete: true, location: ownLocation ? address.page ?? address.upload : address.upload)
        headers["Content-Location"] = address.page
        headers["ETag"] = "\"v\(submission.version)\""
        return .bytes(address.body, status: status, contentType: "application/json", headers: headers)
    }

    func state(of upload: Upload, _ metadata: String?, _ address: UploadAddress) -> HTTPResponse {
        var headers = state(of: upload, isComplete: upload.state == .completed)
        headers["Content-Location"] = address.page
        return HTTPResponse(status: 204, headers: headers)
    }

    private func state(of upload: Upload, isComplete: Bool, location: String? = nil) -> HTTPHeaders {
        var headers = HTTPResponse.privateHeaders
        headers["Cache-Control"] = "no-store"
        headers["Location"] = location
        headers["Upload-Offset"] = String(upload.offset)
        if version?.saysIncomplete ?? false {
            headers["Upload-Incomplete"] = isComplete ? "?0" : "?1"
        } else {
            headers["Upload-Complete"] = isComplete ? "?1" : "?0"
        }
        if let length = upload.length ?? (isComplete ? upload.offset : nil) { headers["Upload-Length"] = String(length) }
        if let digest = upload.digest { headers["Repr-Digest"] = "sha-256=:\(Base64.encode(digest.bytes)):" }
        if upload.state == .open { headers["Upload-Limit"] = limit(of: upload) }
        return headers
    }

    func cancelled() -> HTTPResponse { HTTPResponse(status: 204, headers: ["Cache-Control": "no-store"]) }

    func refused(_ problem: Problem) -> Problem {
        var problem = problem
        problem.headers["Cache-Control"] = "no-store"
        if problem.status == 413 { problem.headers["Upload-Limit"] = Self.limit(limits, remaining: nil) }
        // Draft 01 knows no 410: an upload that is not active is not found.
        if version == .three, problem.status == 410 { problem.status = 404 }
        return problem
    }

    // MARK: - Interim answers

    /// Section 5. Only for a request with a known version, and with that version: other clients, such as Python's
    /// http.client, take a 104 for the final answer.
    func announcements(_ interim: InterimResponses) -> UploadAnnouncements {
        guard let version else { return .none }
        let common: HTTPHeaders = ["Upload-Draft-Interop-Version": String(version.rawValue)]
        return UploadAnnouncements { upload, address in
            var headers = common
            headers["Location"] = address.upload
            headers["Upload-Limit"] = limit(of: upload)
            try? await interim.send(status: 104, headers: headers)
        } offset: { offset in
            guard version.announcesOffsets else { return }
            try? await interim.send(status: 104, headers: common.merging(["Upload-Offset": String(offset)]))
        }
    }

    // MARK: - Limits (section 4.1.4)

    private func limit(of upload: Upload) -> String? {
        guard version?.knowsPartialUpload ?? true else { return nil }
        let left = (upload.expiresAt.millisecondsSinceEpoch - limits.now.millisecondsSinceEpoch) / 1000
        return Self.limit(limits, remaining: (version?.ageKey ?? "max-age", max(0, Int(left))))
    }

    static func limit(_ limits: UploadLimits, remaining: (key: String, seconds: Int)?) -> String {
        let (key, seconds) = remaining ?? ("max-age", Int(limits.expiry.components.seconds))
        return "max-size=\(limits.maximumBytes), \(key)=\(seconds)"
    }
}
