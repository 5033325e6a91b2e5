/// Sends requests to a gateway: over `HTTPClient` on a server, over the system's client in an app, or to a double in a
/// test.
public protocol GatewayTransport: Sendable {
    /// Sends a request and returns the answer, whatever its status.
    func send(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse

    /// Sends a request and passes the body of a successful answer (2xx) to the sink, piece by piece, waiting for it each
    /// time. The response has the body of any other answer.
    func download(
        _ request: GatewayRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(IntakeClientError) -> GatewayResponse
}

public struct GatewayRequest: Sendable {
    public enum Body: Sendable {
        case none
        case bytes([UInt8])
        case file(UploadFile)
    }

    public var method: String
    /// Absolute.
    public var url: String
    /// Names in lower case.
    public var headers: [String: String]
    public var body: Body
    /// Called while the body is sent.
    public var progress: UploadProgressHandler?

    public init(
        method: String, url: String, headers: [String: String] = [:], body: Body = .none, progress: UploadProgressHandler? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.progress = progress
    }
}

extension GatewayRequest {
    /// The same with an idempotency key (`Idempotency-Key`): the gateway carries out repetitions only once.
    func under(_ key: String?) -> GatewayRequest {
        guard let key else { return self }
        var request = self
        request.headers["idempotency-key"] = "\"\(key)\""
        return request
    }
}

/// The number of bytes sent, and the total.
public typealias UploadProgressHandler = @Sendable (_ sent: Int64, _ total: Int64) -> Void

public struct GatewayResponse: Sendable {
    public let status: Int
    /// Names in lower case.
    public let headers: [String: String]
    public let body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var isSuccess: Bool { (200..<300).contains(status) }
}
