import EventLoop
import PostgresStore
import ServiceRuntime
import Telemetry

/// Logs at the start who has access, if only keys of the database give access: nobody, before the first key.
struct FirstKeyNotice: ServiceComponent {
    let name = "first-key-notice"
    private let keys: APIKeyStore
    private let isAlone: Bool
    private let loop: EventLoop
    private let logger: Logger
    private let stopping = StopSignal()

    /// The pause between two attempts to reach the database.
    private static let patience = Duration.seconds(5)

    init(_ keys: APIKeyStore, isAlone: Bool, on loop: EventLoop, logger: Logger) {
        (self.keys, self.isAlone, self.loop, self.logger) = (keys, isAlone, loop, logger)
    }

    func run() async throws {
        while isAlone, !stopping.isOver {
            if let hasKeys = try? await keys.hasActive() {
                tell(hasKeys)
                break
            }
            await stopping.rest(for: Self.patience, on: loop)
        }
        // A component that returns has ended the service's work.
        await stopping.waitUncancelled()
    }

    private func tell(_ hasKeys: Bool) {
        if hasKeys {
            logger.info("API keys alone let anybody in: neither DOCKET_TOKENS nor DOCKET_JWT_ISSUER is set")
        } else {
            logger.warning(
                "nobody can come in yet: make the first key with “docket keys create --tenant NAME”, or set DOCKET_TOKENS, or DOCKET_JWT_ISSUER and its companions"
            )
        }
    }

    func stop() async { stopping.send() }
}
