import EventLoop
import HTTPServer
import Shared
import Synchronization
import Telemetry

/// Admits requests within the limits of their address and their tenant.
final class AdmissionGate: Sendable {
    private let addressLimits: RequestLimits
    private let tenantLimits: TenantLimits
    private let addresses = Mutex(LimitTable<IPAddress>())
    private let tenants = Mutex(LimitTable<TenantID>())
    private let streams = Mutex(LimitTable<TenantID>())
    private let tests = Mutex(LimitTable<TenantID>())
    /// For test messages to endpoints: they call a third party, so they have limits of their own.
    private static let testLimits = RequestLimits(rate: 1, concurrency: 4)
    private let refusals: Counter
    private let now: @Sendable () -> UInt64

    /// `now` is in nanoseconds of a monotonic clock.
    init(
        addresses: RequestLimits, tenants: TenantLimits, metrics: MetricsRegistry,
        now: @escaping @Sendable () -> UInt64 = { LoopInstant.now.nanoseconds }
    ) {
        addressLimits = addresses
        tenantLimits = tenants
        refusals = metrics.counter(
            "docket_limited_requests_total", "Requests that were refused because of a limit.", labels: ["by", "limit"])
        self.now = now
    }

    /// Counts a request until its ticket is released.
    ///
    /// - Throws: ``Problem`` 429.
    func enter(_ request: HTTPRequest) throws(Problem) -> Ticket {
        // Loopback is this machine: a proxy that was not made known, and stands for everybody.
        guard let address = request.client, !address.isLoopback else { return Ticket {} }
        let client = address.customer
        let refusal = addresses.withLock { $0.admit(client, addressLimits, at: now()) }
        if let refusal { throw problem(refusal, by: "address") }
        return Ticket { [self] in addresses.withLock { $0.release(client, at: now()) } }
    }

    /// The same for the request's tenant, once it is known.
    ///
    /// - Throws: ``Problem`` 429.
    func enter(_ tenant: TenantID) throws(Problem) -> Ticket {
        let limits = tenantLimits[tenant.rawValue]
        let refusal = tenants.withLock { $0.admit(tenant, limits, at: now()) }
        if let refusal { throw problem(refusal, by: "tenant") }
        return Ticket { [self] in tenants.withLock { $0.release(tenant, at: now()) } }
    }

    /// Counts a stream of events of the tenant, separately from its requests: long streams take no place from them.
    ///
    /// - Throws: ``Problem`` 429.
    func follow(_ tenant: TenantID) throws(Problem) -> Ticket {
        let limits = RequestLimits(concurrency: tenantLimits[tenant.rawValue].streams)
        if streams.withLock({ $0.admit(tenant, limits, at: now()) }) != nil {
            refusals.increment(by: 1, ["tenant", "streams"])
            throw Self.problem("As many streams of events of this tenant are open as may be at once.", retryAfter: 10)
        }
        return Ticket { [self] in streams.withLock { $0.release(tenant, at: now()) } }
    }

    /// Counts a test message to an endpoint of the tenant, separately from its requests.
    ///
    /// - Throws: ``Problem`` 429.
    func test(_ tenant: TenantID) throws(Problem) -> Ticket {
        let refusal = tests.withLock { $0.admit(tenant, Self.testLimits, at: now()) }
        if let refusal { throw problem(refusal, by: "tenant", of: "test messages") }
        return Ticket { [self] in tests.withLock { $0.release(tenant, at: now()) } }
    }

    /// The request, whose body ends with a 413 beyond the tenant's limit.
    func bounded(_ request: HTTPRequest, _ tenant: TenantID) throws -> HTTPRequest {
        guard let limit = tenantLimits[tenant.rawValue].body else { return request }
        return try request.limitingBody(to: limit)
    }

    private func problem(_ refusal: LimitTable<some Hashable & Sendable>.Refusal, by whom: String, of what: String = "requests")
        -> Problem
    {
        let (limit, retryAfter, detail): (String, Int, String) =
            switch refusal {
            case .rate(let seconds): ("rate", seconds, "More \(what) came than this \(whom) may send.")
            case .concurrency: ("concurrency", 1, "As many \(what) of this \(whom) are being handled as may be at once.")
            case .crowded: ("crowded", 1, "More clients are asking at once than can be told apart.")
            }
        refusals.increment(by: 1, [whom, limit])
        return Self.problem(detail, retryAfter: retryAfter)
    }

    private static func problem(_ detail: String, retryAfter: Int) -> Problem {
        Problem(
            .tooManyRequests, detail: "\(detail) Try again in \(retryAfter) s.", headers: ["Retry-After": String(retryAfter)])
    }

    /// An admitted request, counted until its release.
    final class Ticket: Sendable {
        private let release: @Sendable () -> Void
        init(_ release: @escaping @Sendable () -> Void) { self.release = release }
        deinit { release() }

        /// Counts the request until its answer was streamed.
        func holding(_ response: HTTPResponse) -> HTTPResponse {
            guard case .stream(let produce) = response.body else { return response }
            var response = response
            response.body = .stream { writer in
                defer { withExtendedLifetime(self) {} }
                try await produce(writer)
            }
            return response
        }
    }
}
