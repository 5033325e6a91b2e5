import Crypto
import EventLoop
import FoundationEssentials
import HTTPClient
import ServiceRuntime
import Synchronization
import Telemetry

/// Holds an issuer's public keys. Fetches them again when they are old, or when a token names a new one.
///
/// While the issuer is unreachable, the present keys stay valid, however old they are.
final class KeySetProvider: ServiceComponent {
    let name = "token-keys"

    private struct State {
        var refresh = KeySetRefresh()
        var keys: JSONWebKeySet?
        /// Increases with each reading of the keys.
        var edition = 0
        /// Sent at the end of the requested or running fetch.
        var fetched: AsyncSignal<Void>?
    }

    private let fetch: @Sendable () async throws -> [UInt8]
    private let loop: EventLoop
    private let logger: Logger
    private let now: @Sendable () -> Double
    private let state = Mutex(State())
    private let wanted = AsyncPulse()
    private let stopping = StopSignal()

    /// How long a request waits for required keys.
    private static let patience = Duration.seconds(6)

    init(
        on loop: EventLoop, logger: Logger, now: @escaping @Sendable () -> Double,
        fetch: @escaping @Sendable () async throws -> [UInt8]
    ) {
        (self.loop, self.logger, self.now, self.fetch) = (loop, logger, now, fetch)
    }

    /// The keys to verify a token with this key id, and a number that identifies this set of keys. Nil while there are none.
    func held(knowing id: String?) async -> (keys: JSONWebKeySet, edition: Int)? {
        let ended: AsyncSignal<Void>? = state.withLock { state in
            let isKnown = id.map { id in state.keys?.knows(id: id) ?? false } ?? true
            switch state.refresh.need(at: now(), isKeyKnown: isKnown) {
            case .none:
                // Another request's fetch may be under way that brings what this one lacks.
                return isKnown && state.keys != nil ? nil : state.fetched
            case .soon:
                _ = want(&state)
                return nil
            case .now:
                return want(&state)
            }
        }
        if let ended { _ = try? await withDeadline(Self.patience, on: loop) { try await ended.wait() } }
        return state.withLock { state in state.keys.map { ($0, state.edition) } }
    }

    private func want(_ state: inout State) -> AsyncSignal<Void> {
        if let fetched = state.fetched { return fetched }
        let fetched = AsyncSignal<Void>()
        state.fetched = fetched
        state.refresh.begin(at: now())
        wanted.notify()
        return fetched
    }

    // MARK: - The one that fetches

    func run() async throws {
        while !stopping.isOver {
            try await wanted.wait()
            guard let fetched = state.withLock({ $0.fetched }) else { continue }
            do {
                let keys = try JSONWebKeySet(await fetch())
                state.withLock { state in
                    state.keys = keys
                    state.edition += 1
                    state.refresh.succeed(at: now())
                }
                logger.info("the issuer's keys were read", ["keys": LogValue(keys.keys.count)])
            } catch {
                logger.error(
                    "the issuer's keys cannot be read; \(hasKeys ? "those that are there go on counting" : "no token is accepted")",
                    ["error": .string(OperatorWords.of(error))])
            }
            state.withLock { $0.fetched = nil }
            fetched.send(())
        }
    }

    func stop() async {
        stopping.send()
        wanted.notify()
    }

    private var hasKeys: Bool { state.withLock { $0.keys != nil } }
}

extension KeySetProvider {
    /// Reads them from the configured place.
    static func make(
        _ keys: TokenAccess.Keys, client: HTTPClient, group: EventLoopGroup, logger: Logger,
        now: @escaping @Sendable () -> Double
    ) -> KeySetProvider {
        KeySetProvider(on: group.loops[0], logger: logger, now: now) {
            switch keys {
            case .file(let path):
                return try await group.blocking.run { try [UInt8](Data(contentsOf: URL(filePath: path))) }
            case .url(let url):
                var request = ClientRequest("GET", url, headers: ["accept": "application/jwk-set+json, application/json"])
                request.timeout = .seconds(5)
                request.maximumResponseBytes = JSONWebKeySet.maximumLength
                let answer = try await client.send(request)
                guard answer.isSuccess else { throw UnexpectedAnswer(status: answer.status) }
                return answer.body
            }
        }
    }

    struct UnexpectedAnswer: Error, CustomStringConvertible {
        let status: Int
        var description: String { "the issuer answered \(status)" }
    }
}
