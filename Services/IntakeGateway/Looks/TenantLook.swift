import HTTPServer
import Shared

/// The look of the page of a tenant's links: name, logo, colour, and help for a person.
struct TenantLook: Sendable {
    /// A file of the look, named by its digest.
    struct File: Sendable {
        let name: String
        let bytes: [UInt8]
        let contentType: String

        init(_ bytes: [UInt8], _ ending: String, _ contentType: String) {
            name = "\(ContentDigest(of: bytes).hex.prefix(16)).\(ending)"
            self.bytes = bytes
            self.contentType = contentType
        }

        var path: String { "/looks/\(name)" }
    }

    var name: String?
    var logo: File?
    var style: File?
    /// An https address.
    var help: String?
    var footer: String?
    /// Texts that replace the page's own, by language and then by key.
    var texts: [String: [String: String]] = [:]

    var files: [File] { [logo, style].compactMap { $0 } }
}

/// The looks of all tenants that have one.
struct TenantLooks: Sendable {
    private let byTenant: [TenantID: TenantLook]
    private let files: [String: TenantLook.File]

    init(_ looks: [TenantID: TenantLook] = [:]) {
        byTenant = looks
        files = Dictionary(looks.values.flatMap(\.files).map { ($0.name, $0) }) { first, _ in first }
    }

    /// A sandbox without a look has its tenant's.
    subscript(tenant: TenantID) -> TenantLook { byTenant[tenant] ?? byTenant[tenant.owner] ?? TenantLook() }

    /// `GET /looks/{file}`: public, named by its digest, and cached for a year. A drawing opened by itself runs no
    /// script.
    func answer(_ request: HTTPRequest, _ parameters: PathParameters) -> HTTPResponse {
        guard let file = parameters["file"].flatMap({ files[$0] }) else { return Problem.notFound.response }
        return .content(
            of: file.bytes, contentType: file.contentType, etag: ETag(file.name), for: request,
            headers: [
                "Cache-Control": "public, max-age=31536000, immutable", "Cross-Origin-Resource-Policy": "same-origin",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ])
    }
}

extension Endpoint {
    static let ofLooks: [Endpoint] = [
        Endpoint(
            "readLook", .get, "/looks/{file}", .everybody, in: .service, summary: "A tenant's logo or colours",
            parameters: [.path("file", .string(pattern: "^[0-9a-f]{16}\\.[a-z]{3}$"), "Its digest and its kind."), .ifNoneMatch],
            answers: [
                Answer(
                    status: 200, summary: "A picture or a style.",
                    content: [("image/svg+xml", .string()), ("image/png", .string()), ("text/css", .string())]),
                .empty(304, "The client has it."),
            ], problems: [.notFound],
            responder: .open { gateway in
                { request, parameters in gateway.pages.looks.answer(request, parameters) }
            })
    ]
}
