import FoundationEssentials
import Shared
import Testing

@testable import ServiceRuntime

/// When a stage begins work, and which failures count.
@Suite struct StageBreakerTests {
    private let full = Outage(of: .blobs, isProven: true)
    private let away = Outage(of: .blobs)

    private func at(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test func `what a health check finds away opens it, and one item that ends well closes it`() {
        var breaker = StageBreaker()
        #expect(breaker.state == .closed && breaker.limit == nil)
        breaker.found(.blobs, away: "no bucket", at: at(10))
        #expect(breaker.state == .open && breaker.limit == 0)
        #expect(breaker.troubles == [StageTrouble(dependency: .blobs, reason: "no bucket", since: at(10))])
        #expect(breaker.rest(from: at(10)) == nil, "somebody will tell when it is back")
        breaker.found(.blobs, away: "no answer", at: at(20))
        #expect(breaker.troubles == [StageTrouble(dependency: .blobs, reason: "no answer", since: at(10))])
        breaker.found(.blobs, away: nil, at: at(30))
        #expect(breaker.state == .trying && breaker.limit == 1 && breaker.troubles.isEmpty)
        let isClosed = breaker.succeeded()
        #expect(isClosed)
        #expect(breaker.state == .closed && breaker.limit == nil)
        let isClosedAgain = breaker.succeeded()
        #expect(!isClosedAgain)
    }

    @Test func `it stays open until the last thing is back`() {
        var breaker = StageBreaker()
        breaker.found(.decoderJail, away: "replaced", at: at(1))
        breaker.found(.blobs, away: "full", at: at(2))
        #expect(breaker.troubles.map(\.dependency) == [.blobs, .decoderJail])
        breaker.found(.decoderJail, away: nil, at: at(3))
        #expect(breaker.state == .open && breaker.troubles.map(\.dependency) == [.blobs])
        breaker.found(.blobs, away: nil, at: at(4))
        #expect(breaker.state == .trying)
    }

    @Test func `an attempt does not count that met an outage, whenever it ends`() {
        var breaker = StageBreaker()
        breaker.found(.blobs, away: "full", at: at(10))
        let counts = breaker.failed(away, "full", begunAt: at(9), at: at(11))
        #expect(!counts)
        breaker.found(.blobs, away: nil, at: at(20))
        let countsToo = breaker.failed(away, "full", begunAt: at(19), at: at(21))
        #expect(!countsToo)
        #expect(breaker.state == .trying, "what began before says nothing of now")
        _ = breaker.succeeded()
        let countsAtLast = breaker.failed(away, "full", begunAt: at(19), at: at(60))
        #expect(!countsAtLast)
        #expect(breaker.state == .closed)
    }

    @Test func `a failure for want of what is there is the item's own, and holds nobody up`() {
        var breaker = StageBreaker()
        let counts = breaker.failed(away, "cannot be used", begunAt: at(1), at: at(2))
        #expect(counts)
        #expect(breaker.state == .closed && breaker.troubles.isEmpty)
        // Nor does it help that something else was away before.
        breaker.found(.decoderJail, away: "replaced", at: at(3))
        breaker.found(.decoderJail, away: nil, at: at(4))
        _ = breaker.succeeded()
        let countsToo = breaker.failed(away, "cannot be used", begunAt: at(2), at: at(5))
        #expect(countsToo)
    }

    @Test func `a full disk counts against no item, and items are tried ever less often`() {
        var breaker = StageBreaker(pace: StageBreaker.Pace(first: .seconds(1), longest: .seconds(4)))
        var now = 100.0
        for pause in [1.0, 2, 4, 4, 4] {
            let counts = breaker.failed(full, "no room", begunAt: at(now), at: at(now))
            #expect(!counts)
            #expect(breaker.state == .open && breaker.troubles.map(\.since) == [at(100)])
            #expect(breaker.rest(from: at(now)) == .seconds(pause))
            breaker.proceed(at: at(now + pause - 0.1))
            #expect(breaker.state == .open)
            now += pause
            breaker.proceed(at: at(now))
            // It is told until an item has shown that it is over.
            #expect(breaker.state == .trying && breaker.troubles.count == 1)
        }
        let isClosed = breaker.succeeded()
        #expect(isClosed && breaker.troubles.isEmpty)
        let countsToo = breaker.failed(full, "no room", begunAt: at(now), at: at(now))
        #expect(!countsToo)
        #expect(breaker.rest(from: at(now)) == .seconds(1))
    }

    @Test func `a trial that fails though all seems to be there counts, and the next one waits`() {
        var breaker = StageBreaker()
        breaker.found(.blobs, away: "away", at: at(1))
        breaker.found(.blobs, away: nil, at: at(2))
        let counts = breaker.failed(away, "cannot be used", begunAt: at(3), at: at(4))
        #expect(counts)
        #expect(breaker.state == .open && breaker.rest(from: at(4)) == .seconds(1))
        #expect(breaker.troubles.map(\.reason) == ["cannot be used"])
        breaker.proceed(at: at(5))
        #expect(breaker.state == .trying)
        // Away again while it is tried.
        breaker.found(.blobs, away: "away", at: at(6))
        #expect(breaker.state == .open)
        let countsToo = breaker.failed(away, "away", begunAt: at(5), at: at(7))
        #expect(!countsToo)
    }
}
