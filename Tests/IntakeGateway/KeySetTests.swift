import Crypto
import EventLoop
import ServiceRuntime
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// When an issuer's keys are read again.
@Suite struct KeySetRefreshTests {
    @Test func keysAreFetchedWhenThereAreNone() {
        var refresh = KeySetRefresh()
        #expect(refresh.need(at: 0, isKeyKnown: false) == .now)
        refresh.begin(at: 0)
        // The issuer did not answer: not every token that comes now asks it again.
        #expect(refresh.need(at: 29, isKeyKnown: false) == .none)
        #expect(refresh.need(at: 30, isKeyKnown: false) == .now)
    }

    @Test func oldKeysAreReplacedBesideTheirUse() {
        var refresh = KeySetRefresh()
        refresh.begin(at: 0)
        refresh.succeed(at: 0)
        #expect(refresh.need(at: 599, isKeyKnown: true) == .none)
        #expect(refresh.need(at: 600, isKeyKnown: true) == .soon)
        refresh.begin(at: 600)
        #expect(refresh.need(at: 629, isKeyKnown: true) == .none)
        #expect(refresh.need(at: 630, isKeyKnown: true) == .soon)
    }

    @Test func inventedNamesOfKeysCauseFewFetches() {
        var refresh = KeySetRefresh()
        refresh.begin(at: 0)
        refresh.succeed(at: 0)
        let fetches = (0..<3_000).filter { tenth in
            let now = Double(tenth) / 10
            guard refresh.need(at: now, isKeyKnown: false) == .now else { return false }
            refresh.begin(at: now)
            refresh.succeed(at: now)
            return true
        }
        #expect(fetches.count == 9)
    }
}

@Suite(.timeLimit(.minutes(1))) struct KeySetProviderTests {
    private struct Unreachable: Error {}

    @Test func aNewKeyIsFoundAndOldOnesOutliveTheirIssuer() async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "keys")
        let (old, new) = (try TokenIssuer(id: "old"), try TokenIssuer(id: "new"))
        let answer = Mutex<String?>(try old.keySet)
        let fetches = Mutex(0)
        let clock = Mutex(0.0)
        let provider = KeySetProvider(on: group.loops[0], logger: .silent, now: { clock.withLock { $0 } }) {
            fetches.withLock { $0 += 1 }
            guard let text = answer.withLock({ $0 }) else { throw Unreachable() }
            return Array(text.utf8)
        }
        try await RunningParts.run([provider]) {
            // Many at once cause one fetch.
            await withTaskGroup(of: Bool.self) { asking in
                for _ in 0..<20 { asking.addTask { await provider.held(knowing: "old")?.keys.knows(id: "old") == true } }
                for await isKnown in asking { #expect(isKnown) }
            }
            #expect(fetches.withLock { $0 } == 1)

            answer.withLock { $0 = try? new.keySet }
            clock.withLock { $0 = 40 }
            #expect(await provider.held(knowing: "new")?.keys.knows(id: "new") == true)
            #expect(fetches.withLock { $0 } == 2)

            answer.withLock { $0 = nil }
            clock.withLock { $0 = 5_000 }
            #expect(await provider.held(knowing: "new")?.keys.knows(id: "new") == true)
            #expect(await provider.held(knowing: "invented")?.keys.knows(id: "new") == true)
        }
        await group.shutdown()
    }

    @Test func withoutKeysNobodyIsBelieved() async throws {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1, name: "keys")
        let provider = KeySetProvider(on: group.loops[0], logger: .silent, now: { 0 }) { throw Unreachable() }
        try await RunningParts.run([provider]) {
            #expect(await provider.held(knowing: nil) == nil)
            #expect(await provider.held(knowing: nil) == nil)
        }
        await group.shutdown()
    }
}
