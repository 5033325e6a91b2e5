import EventLoop
import Glibc
import HTTPClient
import Synchronization
import XML

/// Sends signed requests, and retries those that may succeed.
struct S3Client: Sendable {
    let configuration: S3Configuration
    private let http: HTTPClient
    /// Further requests wait here, without a running time-out.
    private let turns = AsyncSemaphore(permits: 48)

    init(_ configuration: S3Configuration, on loop: EventLoop) {
        self.configuration = configuration
        var limits = HTTPClientConfiguration()
        limits.maximumConnections = 64
        limits.maximumConnectionsPerHost = 64
        limits.certificateAuthorities = configuration.certificateAuthorities
        http = HTTPClient(loop: loop, configuration: limits)
    }

    var loop: EventLoop { http.loop }

    /// An object's key in the bucket.
    func key(_ path: String) -> String { configuration.prefix + path }

    /// The answer of a successful request. `attempts` overrides the number of attempts.
    func send(_ request: S3Request, attempts: Int? = nil) async throws(BlobError) -> ClientResponse {
        try await repeating(request, attempts) { (signed) throws(HTTPClientError) in try await http.send(signed) }
    }

    /// Downloads an object. A failed attempt discards the target of `sink`; the next one gets a new target.
    func download<Target: Sendable>(
        _ request: S3Request, into make: @escaping @Sendable () async throws(BlobError) -> Target,
        sink: @escaping @Sendable (Target, [UInt8]) async throws -> Void
    ) async throws(BlobError) -> Target {
        // One try is one target: what had come of the last one is not gone on with.
        let made = Mutex<Target?>(nil)
        // What went wrong here, and not there.
        let fault = Mutex<BlobError?>(nil)
        do throws(BlobError) {
            _ = try await repeating(request, nil) { (signed) throws(HTTPClientError) in
                let target: Target
                do throws(BlobError) { target = try await make() } catch {
                    fault.withLock { $0 = error }
                    throw HTTPClientError(code: .sinkFailed, description: error.description, detail: error.detail)
                }
                made.withLock { $0 = target }
                return try await http.download(signed) { piece in
                    do { try await sink(target, piece) } catch let error as BlobError {
                        fault.withLock { $0 = error }
                        throw error
                    }
                }
            }
        } catch {
            throw fault.withLock { $0 } ?? error
        }
        guard let target = made.withLock({ $0 }) else { throw BlobError(.inputOutput, detail: "S3: nothing was downloaded") }
        return target
    }

    private func repeating(
        _ request: S3Request, _ attempts: Int?, _ exchange: (ClientRequest) async throws(HTTPClientError) -> ClientResponse
    ) async throws(BlobError) -> ClientResponse {
        var attempt = 1
        while true {
            let (error, isTransient) = await once(request, exchange)
            switch error {
            case .success(let response): return response
            case .failure(let error):
                guard isTransient, attempt < attempts ?? configuration.attempts else { throw error }
            }
            try await pause(behind: attempt)
            attempt += 1
        }
    }

    private func once(
        _ request: S3Request, _ exchange: (ClientRequest) async throws(HTTPClientError) -> ClientResponse
    ) async -> (Result<ClientResponse, BlobError>, isTransient: Bool) {
        do { try await turns.acquire() } catch {
            return (.failure(BlobError(.unavailable, detail: "S3 \(request.subject): cancelled")), false)
        }
        defer { turns.release() }
        let now = time(nil)
        do throws(HTTPClientError) {
            let response = try await exchange(request.signed(configuration, at: now))
            // Copies and completions begin their answer before they know how they end.
            let isLateError = response.isSuccess && Self.isError(response.body)
            if response.isSuccess, !isLateError { return (.success(response), false) }
            let failure = S3Failure(status: response.status, headers: response.headers, body: response.body, now: now)
            return (.failure(BlobError(failure, request.subject)), failure.isTransient)
        } catch {
            let detail = "S3 \(request.subject): \(error.description) (\(error.detail))"
            return (.failure(BlobError(.unavailable, detail: detail)), error.isRetriable)
        }
    }

    private static func isError(_ body: [UInt8]) -> Bool {
        !body.isEmpty && body.count < 65_536 && XMLElement(parsing: body)?.name == "Error"
    }

    /// Random and growing, so that processes do not retry together: up to 0.1, 0.2, 0.4 … 5 s.
    private func pause(behind attempt: Int) async throws(BlobError) {
        let most = min(5_000, 100 << min(attempt - 1, 10))
        // in order: most is 100 at least
        do { try await loop.sleep(for: .milliseconds(Int.random(in: most / 4...most))) } catch {
            throw BlobError(.unavailable, detail: "S3: cancelled while waiting to ask again")
        }
    }
}
