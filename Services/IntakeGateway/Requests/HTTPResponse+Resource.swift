import HTTPServer
import Shared

extension HTTPResponse {
    /// The headers of answers about a person: only the client may store them.
    static let privateHeaders: HTTPHeaders = ["Cache-Control": "private, no-store"]

    /// A resource as JSON.
    static func resource(_ value: some JSONWritable, status: Int = 200, headers: HTTPHeaders = [:]) -> HTTPResponse {
        .bytes(
            JSON.written(value), status: status, contentType: "application/json", headers: privateHeaders.merging(headers))
    }

    /// The answer to the removal of a part: the new version of the whole.
    static func removed(from submission: Submission) -> HTTPResponse {
        HTTPResponse(status: 204, headers: privateHeaders.merging(["ETag": "\"v\(submission.version)\""]))
    }

    func with(_ headers: HTTPHeaders) -> HTTPResponse {
        var response = self
        response.headers = response.headers.merging(headers)
        return response
    }
}
