import EventLoop
import Testing

@testable import HTTPServer

/// How long the sender of a body is kept waiting.
@Suite(.timeLimit(.minutes(1)))
struct PauseTests {
    private let start = LoopInstant.now
    private let limit = Duration.seconds(1)

    @Test func thePauseBeforeTheFirstByteCountsFromTheHeadOn() {
        let watch = PauseWatch(limit: limit, at: start)
        #expect(watch.verdict(at: start) == .lookAgain(after: .seconds(1)))
        #expect(watch.verdict(at: start + .milliseconds(400)) == .lookAgain(after: .milliseconds(600)))
        #expect(watch.verdict(at: start + .milliseconds(999)) == .lookAgain(after: .milliseconds(1)))
        #expect(watch.verdict(at: start + .seconds(1)) == .exceeded)
    }

    @Test func waitingForTheSenderIsNoPauseHoweverLongItTakes() {
        var watch = PauseWatch(limit: limit, at: start)
        watch.beganReading()
        #expect(watch.verdict(at: start + .seconds(3600)) == .lookAgain(after: limit))
    }

    @Test func eachPauseIsMeasuredByItselfAndFoundByTheNextLookAtTheLatest() {
        var watch = PauseWatch(limit: limit, at: start)
        var now = start
        for _ in 0..<100 {
            watch.beganReading()
            now = now + .milliseconds(10)
            watch.tookBytes(at: now)
            now = now + .milliseconds(900)
            #expect(watch.verdict(at: now) == .lookAgain(after: .milliseconds(100)))
        }
        #expect(watch.verdict(at: now + .milliseconds(100)) == .exceeded)
    }

    @Test func aBodyThatHasEndedKeepsNobodyWaiting() {
        var watch = PauseWatch(limit: limit, at: start)
        watch.beganReading()
        watch.end()
        watch.tookBytes(at: start)
        #expect(watch.verdict(at: start + .seconds(5)) == .over)
    }

    @Test func aHandlerThatTakesNothingIsGivenUpAndTheClientReadsTheRefusal() async throws {
        let (release, later) = (AsyncSignal<Void>(), AsyncSignal<RequestBodyError.Code?>())
        try await ServerFixture.run {
            $0.on(.put, "/") { request, _ in
                try await request.pausing(atMost: .milliseconds(50)) { request in
                    _ = try await request.body.next()
                    await release.waitUncancelled()
                    do {
                        _ = try await request.body.next()
                        later.send(nil)
                    } catch {
                        later.send((error as? RequestBodyError)?.code)
                    }
                    return .noContent
                }
            }
        } _: { fixture in
            try await fixture.connected { client in
                let length = 8_000_000
                try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
                try await client.send([UInt8](repeating: 0x61, count: length))
                let answer = try await client.readResponse()
                #expect(answer.head.hasPrefix("HTTP/1.1 503 "))
                #expect(answer.head.contains("Retry-After: 2\r\n"))
                #expect(answer.head.contains("Connection: close\r\n"))
            }
            release.send()
            #expect(try await later.wait() == .closed)
        }
    }

    @Test func oneThatWaitsForItsClientOrHasReadEverythingIsLeftInPeace() async throws {
        let (begun, pause) = (AsyncSignal<Void>(), Duration.milliseconds(50))
        try await ServerFixture.run {
            $0.on(.put, "/") { request, _ in
                try await request.pausing(atMost: pause) { request in
                    var count = 0
                    while let piece = try await request.body.next() {
                        count += piece.count
                        begun.send()
                    }
                    try await EventLoop.current?.sleep(for: pause * 4)
                    return .text("\(count)")
                }
            }
        } _: { fixture in
            try await fixture.connected { client in
                try await client.send("PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\na")
                try await begun.wait()
                try await client.socket.loop.sleep(for: pause * 4)
                try await client.send([UInt8](repeating: 0x61, count: 99_999))
                #expect(try await client.readResponse().body == "100000")
            }
        }
    }

    @Test func aConnectionThatIsCutCancelsTheHandler() async throws {
        let cancelled = AsyncSignal<Void>()
        try await ServerFixture.run {
            $0.on(.put, "/fails") { request, _ in
                try await request.pausing(atMost: .seconds(60)) { _ in throw Problem(status: 409, type: "conflict") }
            }
            $0.on(.put, "/waits") { request, _ in
                try await request.pausing(atMost: .seconds(60)) { request in
                    do { while try await request.body.next() != nil {} } catch { cancelled.send() }
                    return .noContent
                }
            }
        } _: { fixture in
            let answer = try await fixture.exchange("PUT /fails HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\na")
            #expect(answer.hasPrefix("HTTP/1.1 409 "))
            try await fixture.connected { client in
                try await client.send("PUT /waits HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\na")
                client.close()
            }
            try await cancelled.wait()
        }
    }
}
