#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif
public import Shared

/// A client of an intake gateway, for `docket upload`, load tests and apps.
///
/// ```swift
/// let client = try IntakeClient(baseURL: "http://127.0.0.1:8080", token: nil, transport: HTTPClientTransport(http))
/// let submission = try await client.createSubmission(NewSubmission(journey: "proof-of-address"))
/// let document = try await client.addDocument(NewDocument(type: "utility-bill", issueDate: day), to: submission.id)
/// try await client.addPage(UploadFile(path: "bill.heic"), to: document.id, of: submission.id)
/// try await client.submit(submission.id)
/// let outcome = try await client.waitUntilEnded(submission.id, timeout: .seconds(60))
/// ```
public struct IntakeClient: Sendable {
    public let baseURL: String
    /// The requested language of answers; nil for the gateway's choice, such as the submission's own language.
    public let language: Language?
    let transport: any GatewayTransport
    let time: any ClientTime
    let token: String?
    private let clock = GatewayClock()

    /// `baseURL` is the gateway's address without `/v1`. `token` is from its operator; nil if none is needed. Answers are
    /// requested in `language`.
    ///
    /// - Throws: `invalidAddress` for anything but an absolute http or https URL, or a token that cannot be in a header.
    public init(
        baseURL: String, token: String?, transport: any GatewayTransport, language: Language? = nil,
        time: any ClientTime = SystemClientTime()
    ) throws(IntakeClientError) {
        var base = baseURL
        while base.hasSuffix("/") { base.removeLast() }
        guard let url = URL(string: base), ["http", "https"].contains(url.scheme?.lowercased() ?? ""),
            url.host()?.isEmpty == false, url.query() == nil, url.fragment() == nil
        else {
            throw IntakeClientError(
                code: .invalidAddress, description: "The gateway's address must be a URL such as http://127.0.0.1:8080.")
        }
        guard token?.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) != false else {
            throw IntakeClientError(code: .invalidAddress, description: "The token has blanks or characters that no token has.")
        }
        self.baseURL = base
        self.token = token
        self.language = language
        self.transport = ClockedTransport(base: transport, clock: clock, time: time)
        self.time = time
    }

    /// The gateway's current time, as far as its answers tell.
    public var now: Date { clock.now(by: time) }

    // MARK: - Requests

    func request(_ method: String, _ path: String, headers: [String: String] = [:]) -> GatewayRequest {
        var headers = headers
        if let token { headers["authorization"] = "Bearer \(token)" }
        if let language { headers["accept-language"] = headers["accept-language"] ?? language.tag }
        // Every POST may be sent again: by this client, or by the layer below on a connection that had died.
        if method == "POST" { headers["idempotency-key"] = "\"\(UUID())\"" }
        headers["accept"] = headers["accept"] ?? "application/json, application/problem+json"
        return GatewayRequest(method: method, url: baseURL + path, headers: headers)
    }

    func request(_ method: String, _ path: String, json value: some Encodable) throws(IntakeClientError) -> GatewayRequest {
        var request = request(method, path, headers: ["content-type": "application/json"])
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            request.body = .bytes(Array(try encoder.encode(value)))
        } catch {
            throw IntakeClientError(
                code: .invalidRequest, description: "The request cannot be written as JSON.", detail: String(describing: error))
        }
        return request
    }

    /// Sends a request, and throws any answer but a success.
    @discardableResult
    func answer(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
        try Self.successful(try await repeating(request))
    }

    static func successful(_ response: GatewayResponse) throws(IntakeClientError) -> GatewayResponse {
        if response.isSuccess { return response }
        if response.status >= 400 { throw IntakeClientError(GatewayProblem(response)) }
        throw .unexpected("it redirects, or answers a question that was not asked", status: response.status)
    }

    /// Sends a request, and decodes the answer.
    func answer<View: Decodable>(_ request: GatewayRequest, as type: View.Type) async throws(IntakeClientError) -> View {
        try Self.decode(type, from: try await answer(request))
    }

    static func decode<View: Decodable>(_ type: View.Type, from response: GatewayResponse) throws(IntakeClientError) -> View {
        do {
            return try JSONDecoder().decode(type, from: Data(response.body))
        } catch {
            // The coding path alone: a value may be personal.
            let path = (error as? DecodingError).map(Self.path) ?? ""
            throw IntakeClientError(
                code: .unexpectedAnswer, description: "The gateway's answer cannot be understood.",
                detail: "\(type) at \(path), status \(response.status)")
        }
    }

    private static func path(_ error: DecodingError) -> String {
        let context: DecodingError.Context? =
            switch error {
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
                .dataCorrupted(let context):
                context
            @unknown default: nil
            }
        let missing = if case .keyNotFound(let key, _) = error { [key.stringValue] } else { [String]() }
        return ((context?.codingPath.map(\.stringValue) ?? []) + missing).joined(separator: "/")
    }
}
