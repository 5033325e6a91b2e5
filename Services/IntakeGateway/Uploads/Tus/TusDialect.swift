import Domain
import HTTPServer
import Shared

/// Answers by tus.
struct TusDialect: UploadDialect {
    let limits: UploadLimits

    /// Every answer has “Tus-Resumable”.
    private static let common: HTTPHeaders = ["Tus-Resumable": Tus.version, "Cache-Control": "no-store"]

    func creation(_ request: HTTPRequest, document: DocumentID?) throws(Problem) -> UploadCreation {
        try Tus.checkVersion(request)
        return try TusRequest.creation(request, document: document)
    }

    func append(_ request: HTTPRequest) throws(Problem) -> UploadAppend {
        try Tus.checkVersion(request)
        return try TusRequest.append(request)
    }

    func check(_ request: HTTPRequest) throws(Problem) { try Tus.checkVersion(request) }

    func created(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse {
        var headers = headers(of: outcome, address)
        headers["Location"] = address.upload
        return HTTPResponse(status: 201, headers: headers)
    }

    func appended(_ outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPResponse {
        HTTPResponse(status: 204, headers: headers(of: outcome, address))
    }

    private func headers(of outcome: UploadService.Outcome, _ address: UploadAddress) -> HTTPHeaders {
        var headers = Self.common.merging(expiry(outcome.upload))
        headers["Upload-Offset"] = String(outcome.upload.offset)
        if case .page(_, _, let submission) = outcome {
            headers["Content-Location"] = address.page
            headers["ETag"] = "\"v\(submission.version)\""
        }
        return headers
    }

    func state(of upload: Upload, _ metadata: String?, _ address: UploadAddress) -> HTTPResponse {
        var headers = Self.common.merging(expiry(upload))
        headers["Upload-Offset"] = String(upload.offset)
        if let length = upload.length {
            headers["Upload-Length"] = String(length)
        } else {
            headers["Upload-Defer-Length"] = "1"
        }
        headers["Upload-Metadata"] = metadata
        headers["Upload-Concat"] = upload.concatenation
        headers["Content-Location"] = address.page
        return HTTPResponse(status: 200, headers: headers)
    }

    func cancelled() -> HTTPResponse { HTTPResponse(status: 204, headers: Self.common) }

    func refused(_ problem: Problem) -> Problem { Self.refused(problem) }

    static func refused(_ problem: Problem) -> Problem {
        var problem = problem
        problem.headers = common.merging(problem.headers)
        return problem
    }

    func announcements(_ interim: InterimResponses) -> UploadAnnouncements { .none }

    /// Section “Expiration”.
    private func expiry(_ upload: Upload) -> HTTPHeaders {
        guard upload.state == .open else { return [:] }
        return ["Upload-Expires": HTTPDate.format(Int(upload.expiresAt.millisecondsSinceEpoch / 1000))]
    }
}
