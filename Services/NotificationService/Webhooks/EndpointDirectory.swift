import Domain
import EventLoop
import FoundationEssentials
import PostgresStore
import Shared
import Synchronization

/// The webhook endpoints of tenants.
protocol EndpointDirectory: Sendable {
    /// A tenant's endpoints, including disabled ones.
    func endpoints(of tenant: TenantID) async throws(StoreError) -> [WebhookEndpoint]
}

/// The endpoints of the store and of the configuration, cached for a second. That long a message may be signed with a
/// replaced key, which the overlap of a rotation covers.
final class StoredEndpoints: EndpointDirectory {
    private static let lifetime = Duration.seconds(1)
    private static let remembered = 1000

    private let store: WebhookEndpointStore
    private let configured: [WebhookEndpoint]
    private let terms: WebhookTerms
    private let time: any TimeSource
    private let cache = Mutex<[TenantID: (readAt: Date, endpoints: [WebhookEndpoint])]>([:])

    init(
        _ store: WebhookEndpointStore, beside configured: [WebhookEndpoint], terms: WebhookTerms,
        time: any TimeSource = SystemTime()
    ) {
        (self.store, self.configured, self.terms, self.time) = (store, configured, terms, time)
    }

    func endpoints(of tenant: TenantID) async throws(StoreError) -> [WebhookEndpoint] {
        // Load tests are nobody's business.
        guard !tenant.isShadow else { return [] }
        let now = time.now
        if let known = cache.withLock({ $0[tenant] }), now.timeIntervalSince(known.readAt) < Self.lifetime.seconds,
            now >= known.readAt
        {
            return known.endpoints
        }
        let found = try await store.signingEndpoints(of: tenant).map { WebhookEndpoint($0, terms) } + installation(of: tenant)
        cache.withLock { cache in
            if cache.count >= Self.remembered { cache = [:] }
            cache[tenant] = (now, found)
        }
        return found
    }

    /// What the configuration names hears of real submissions alone: whoever takes outcomes there may not know that one is a test.
    private func installation(of tenant: TenantID) -> [WebhookEndpoint] { tenant.isSandbox ? [] : configured }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
