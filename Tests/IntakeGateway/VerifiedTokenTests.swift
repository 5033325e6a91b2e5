import Crypto
import EventLoop
import FoundationEssentials
import HTTPServer
import ServiceRuntime
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// A token that was accepted once is so no longer than if it were verified each time.
@Suite(.timeLimit(.minutes(1))) struct VerifiedTokenTests {
    private struct World {
        let authenticator: TokenAuthenticator
        /// Seconds from now.
        let clock: ClockHand
        let keySet: KeySetText

        func problem(of token: String) async throws -> String? {
            let request = try HTTPRequest(method: .get, path: "/", headers: ["Authorization": "Bearer \(token)"])
            do {
                _ = try await authenticator.authenticate(request)
                return nil
            } catch {
                return error.detail
            }
        }
    }

    private final class ClockHand: Sendable {
        private let start = Date().timeIntervalSince1970
        private let offset = Mutex(0.0)
        var now: Double { start + offset.withLock { $0 } }
        func set(_ seconds: Double) { offset.withLock { $0 = seconds } }
    }

    private final class KeySetText: Sendable {
        private let text: Mutex<String>
        init(_ text: String) { self.text = Mutex(text) }
        var value: String {
            get { text.withLock { $0 } }
            set { text.withLock { $0 = newValue } }
        }
    }

    private func run(_ keys: String, _ body: @Sendable (World) async throws -> Void) async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "tokens")
        let (clock, keySet) = (ClockHand(), KeySetText(keys))
        let provider = KeySetProvider(on: group.loops[0], logger: .silent, now: { clock.now }) { Array(keySet.value.utf8) }
        let access = TokenAccess(
            verifier: TokenVerifier(issuer: "https://sign-in.example", audiences: ["docket"]), keys: .file("unused"))
        let authenticator = TokenAuthenticator(access, keys: provider, metrics: MetricsRegistry(), now: { clock.now })
        try await RunningParts.run([provider]) {
            try await body(World(authenticator: authenticator, clock: clock, keySet: keySet))
        }
        await group.shutdown()
    }

    @Test func itExpires() async throws {
        let issuer = try TokenIssuer()
        try await run(try issuer.keySet) { world in
            let now = try #require(VerifiedTokens.moment(world.clock.now))
            let token = try issuer.token("ann", ["person"], expiresIn: 20, at: now)
            // At 60 it is verified anew, and is remembered still when its time is over.
            for seconds in [0.0, 1, 60, 79] {
                world.clock.set(seconds)
                #expect(try await world.problem(of: token) == nil, "after \(seconds) s")
            }
            world.clock.set(81)
            #expect(try await world.problem(of: token)?.contains("expired") == true)
        }
    }

    @Test func itEndsWithItsKey() async throws {
        let (old, new) = (try TokenIssuer(id: "old"), try TokenIssuer(id: "new"))
        try await run(try old.keySet) { world in
            let (first, second) = (try old.token("ann", ["person"]), try new.token("ann", ["person"]))
            #expect(try await world.problem(of: first) == nil)
            #expect(try await world.problem(of: first) == nil)
            world.keySet.value = try new.keySet
            // The name of a new key has the keys read again.
            world.clock.set(31)
            #expect(try await world.problem(of: second) == nil)
            #expect(try await world.problem(of: first)?.contains("not accepted") == true)
        }
    }

    /// A change of any letter is another token.
    @Test func nothingIsBelievedForItsLikeness() async throws {
        let issuer = try TokenIssuer()
        try await run(try issuer.keySet) { world in
            let token = try issuer.token("ann", ["person"])
            #expect(try await world.problem(of: token) == nil)
            for place in [10, token.utf8.count / 2, token.utf8.count - 3] {
                var bytes = Array(token.utf8)
                bytes[place] = bytes[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
                #expect(try await world.problem(of: String(decoding: bytes, as: UTF8.self)) != nil)
            }
            #expect(try await world.problem(of: token) == nil)
        }
    }
}
