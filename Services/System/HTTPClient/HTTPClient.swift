public import EventLoop
import Synchronization
public import Telemetry

/// Sends HTTP requests on one event loop, over connections that it keeps.
///
/// It uses no proxy and nothing else from the environment, follows no redirects, and bounds every time and size. Callable
/// from any task; the work is done on the loop. Cancelling the calling task removes the request at once.
///
/// If the server has closed an idle connection, the client notices it on the next use and sends the request again on a
/// new one, provided that no byte of an answer had come.
public final class HTTPClient: Sendable {
    public let loop: EventLoop
    private let configuration: HTTPClientConfiguration
    private let connections: Mutex<Connections>
    private let requests: Counter?
    private let durations: Histogram?

    /// Requests with a guard have their own connections: one opened for another guard was not checked for this one.
    private struct Connections {
        var byGuard: [AddressGuard: CurlMulti] = [:]
        var isClosed = false
    }

    public init(loop: EventLoop, configuration: HTTPClientConfiguration = .init(), metrics: MetricsRegistry? = nil) {
        self.loop = loop
        self.configuration = configuration
        connections = Mutex(Connections())
        requests = metrics?.counter(
            "docket_http_client_requests_total", "Requests sent, by status class or error.", labels: ["outcome"])
        durations = metrics?.histogram("docket_http_client_request_seconds", "Time until the answer was complete.")
    }

    /// Sends a request and collects the answer.
    public func send(_ request: ClientRequest) async throws(HTTPClientError) -> ClientResponse {
        try await exchange(request, streams: { _ in false }, sink: { _ in })
    }

    /// Sends a request and passes the body of a successful answer to `sink`, piece by piece, in order. The next piece
    /// follows when the sink has returned; the server waits meanwhile. The body of any other answer is in the response.
    public func download(
        _ request: ClientRequest, to sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(HTTPClientError) -> ClientResponse {
        try await exchange(request, streams: { (200..<300).contains($0) }, sink: sink)
    }

    /// Ends the requests in progress with `closed`, and closes the connections. Later requests fail in the same way.
    public func close() async {
        let multis = connections.withLock { connections in
            defer { connections = Connections(byGuard: [:], isClosed: true) }
            return Array(connections.byGuard.values)
        }
        // Fails only when the loop has ended, and with it every request.
        try? await loop.run { for multi in multis { multi.close() } }
    }

    private func exchange(
        _ request: ClientRequest, streams: @escaping @Sendable (Int) -> Bool,
        sink: @escaping @Sendable ([UInt8]) async throws -> Void
    ) async throws(HTTPClientError) -> ClientResponse {
        let clock = ContinuousClock()
        let start = clock.now
        do {
            let response =
                loop.isCurrent
                ? try await exchangeOnLoop(request, streams, sink)
                : try await loop.run { try await self.exchangeOnLoop(request, streams, sink) }
            requests?.increment(["\(response.status / 100)xx"])
            durations?.observe(clock.now - start)
            return response
        } catch {
            let failure = Self.typed(error)
            requests?.increment([failure.code.rawValue])
            throw failure
        }
    }

    private func exchangeOnLoop(
        _ request: ClientRequest, _ streams: @escaping @Sendable (Int) -> Bool,
        _ sink: @Sendable ([UInt8]) async throws -> Void
    ) async throws(HTTPClientError) -> ClientResponse {
        try request.validate()
        let multi = try multi(for: request.addressGuard)
        let transfer = try Transfer(request, easy: EasyHandle(), streams: streams)
        try transfer.prepare(configuration)
        return try await multi.perform(transfer, sink: sink)
    }

    private func multi(for guarded: AddressGuard) throws(HTTPClientError) -> CurlMulti {
        let made = connections.withLock { connections -> Result<CurlMulti, HTTPClientError> in
            if connections.isClosed { return .failure(.closed) }
            if let existing = connections.byGuard[guarded], existing.isUsable { return .success(existing) }
            do throws(HTTPClientError) {
                let new = try CurlMulti(on: loop, configuration: configuration)
                connections.byGuard[guarded] = new
                return .success(new)
            } catch {
                return .failure(error)
            }
        }
        return try made.get()
    }

    private static func typed(_ error: any Error) -> HTTPClientError {
        switch error {
        case let error as HTTPClientError: error
        case is CancellationError: .cancelled
        default: .closed
        }
    }
}
