import HTTPServer
import Shared

/// `/openapi.json`, `/asyncapi.json`, `/docs`, and the addresses of problem types. Public, and made once.
struct DescriptionHandlers: Sendable {
    private let document: [UInt8]
    private let operators = JSON.bytes(of: OpenAPIDocument.ofOperators.value)
    private let events = JSON.bytes(of: AsyncAPIDocument().value)
    private let page: DocsPage

    init(journeys: [JourneyID], publicURL: String?) {
        let document = OpenAPIDocument(journeys: journeys, publicURL: publicURL)
        self.document = JSON.bytes(of: document.value)
        page = DocsPage(document)
    }

    func openAPI(_ request: HTTPRequest) -> HTTPResponse { Self.json(document, request) }
    func operatorsAPI(_ request: HTTPRequest) -> HTTPResponse { Self.json(operators, request) }
    func asyncAPI(_ request: HTTPRequest) -> HTTPResponse { Self.json(events, request) }

    private static func json(_ bytes: [UInt8], _ request: HTTPRequest) -> HTTPResponse {
        .content(of: bytes, contentType: "application/json", etag: tag(of: bytes), for: request, headers: headers)
    }

    func docs(_ request: HTTPRequest) -> HTTPResponse {
        .content(
            of: page.bytes, contentType: "text/html; charset=utf-8", etag: Self.tag(of: page.bytes), for: request,
            headers: Self.headers.merging(["Content-Security-Policy": page.contentSecurityPolicy]))
    }

    /// The address of a problem's type: redirects to its line on the page.
    func problem(_ parameters: PathParameters) -> HTTPResponse {
        guard let name = parameters["problem"], ProblemType.allCases.contains(where: { $0.name == name }) else {
            return Problem.notFound.response
        }
        return HTTPResponse(status: 303, headers: ["Location": "/docs#problem-\(name)"])
    }

    private static let headers: HTTPHeaders = ["Cache-Control": "no-cache"]

    private static func tag(of bytes: [UInt8]) -> ETag { ETag(String(ContentDigest(of: bytes).hex.prefix(16))) }
}
