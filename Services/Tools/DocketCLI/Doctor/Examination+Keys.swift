import CommandSupport
import Crypto
import Custody
import EventLoop
import Postgres
import PostgresStore
import Sealing
import Telemetry

extension Examination {
    /// Lets the provider of keys wrap one and open it; where the database answers, also the newest key of a tenant.
    func keys(
        _ sealing: SealingConfiguration, _ database: PostgresConfiguration, _ seen: Observations.Database?
    ) async -> Observations.Keys? {
        guard let place = sealing.place, let provider = sealing.makeProvider(context.group) else { return nil }
        var found = Observations.Keys(provider: place)
        do throws(SealingError) {
            if case .reached(_, let server)? = seen, server.schema == .current {
                found.hasOpenedOne = try await check(sealing, database)
            } else {
                try await provider.check()
            }
        } catch {
            found.fault = error.description
        }
        return found
    }

    /// Lets the key that signs evidence sign something.
    func signing(_ keys: SigningKeys?) async -> Observations.Signing? {
        guard let key = keys?.current else { return nil }
        var found = Observations.Signing(id: key.publicKey.id)
        do throws(CryptoError) { _ = try await key.sign([]) } catch { found.fault = error.description }
        return found
    }

    /// Whether there was a tenant's key to open.
    private func check(_ sealing: SealingConfiguration, _ database: PostgresConfiguration) async throws(SealingError) -> Bool {
        var configuration = database
        configuration.applicationName = "docket-doctor"
        configuration.minimumConnections = 0
        let pool = PostgresPool(
            configuration: configuration, group: context.group, logger: Logger(label: "postgres", level: .critical))
        return try await ending(with: pool.close) { () throws(SealingError) in
            let store = SealingKeyStore(pool: pool, sealing)
            try await store.check()
            return try await store.hasTenantKeys()
        }
    }
}
