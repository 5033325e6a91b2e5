public import HTTPClient
public import IntakeClient

/// A transport over `HTTPClient`.
public struct HTTPClientTransport: GatewayTransport {
    private let client: HTTPClient
    /// For requests without a file. One with a file ends when no byte moves for the client's idle time.
    private let timeout: Duration
    private let maximumDownloadBytes: Int

    /// Downloads of more than `maximumDownloadBytes` fail.
    public init(_ client: HTTPClient, timeout: Duration = .seconds(30), maximumDownloadBytes: Int = 1 << 30) {
        self.client = client
        self.timeout = timeout
        self.maximumDownloadBytes = maximumDownloadBytes
    }

    public func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
        do throws(HTTPClientError) {
            return try await response(client.send(clientRequest(request)))
        } catch {
            throw IntakeClientError(error)
        }
    }

    public func download(
        _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(IntakeClientError) -> GatewayResponse {
        var wanted = clientRequest(request)
        wanted.timeout = nil
        wanted.maximumResponseBytes = maximumDownloadBytes
        do throws(HTTPClientError) {
            return try await response(client.download(wanted, to: sink))
        } catch {
            throw IntakeClientError(error)
        }
    }

    private func clientRequest(_ request: GatewayRequest) -> ClientRequest {
        var headers = ClientHeaders()
        for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) { headers.add(name, value) }
        var result = ClientRequest(request.method, request.url, headers: headers)
        result.timeout = timeout
        switch request.body {
        case .none: break
        case .bytes(let bytes): result.body = .bytes(bytes)
        case .file(let file):
            result.body = .file(descriptor: file.descriptor, offset: 0, length: file.length)
            result.timeout = nil
        }
        if let progress = request.progress { result.progress = { progress($0.sentBytes, $0.totalBytes) } }
        return result
    }

    private func response(_ response: ClientResponse) -> GatewayResponse {
        var headers: [String: String] = [:]
        for field in response.headers { headers[field.name.lowercased()] = field.value }
        return GatewayResponse(status: response.status, headers: headers, body: response.body)
    }
}

extension IntakeClientError {
    fileprivate init(_ error: HTTPClientError) {
        let code: Code =
            switch error.code {
            case .cancelled, .closed: .cancelled
            case .bodyUnavailable: .fileUnreadable
            case .sinkFailed: .fileUnwritable
            case .invalidRequest, .addressRefused: .invalidAddress
            case .nameNotResolved, .connectionFailed, .tlsFailed, .timedOut, .connectionLost, .outOfResources: .unreachable
            case .responseTooLarge, .protocolViolation, .other: .unexpectedAnswer
            }
        self.init(
            code: code, isRetriable: error.isRetriable, description: "The gateway did not answer: \(error.description).",
            detail: error.detail.isEmpty ? error.code.rawValue : error.detail)
    }
}
