import Crypto
import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import HTTPServer
import Shared
import Support
import Synchronization
import Telemetry
import Testing
import Webhooks

@testable import NotificationService

@Suite(.timeLimit(.minutes(1))) struct DeliveryLoopTests {
    @Test func anEventIsDeliveredOnceAndSigned() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group)
            let run = try await DeliveryRun.start(group, url: receiver.url)
            let submission = try run.submission()
            let event = try await run.plan(submission, last: 1)[0]
            #expect(try await run.store.memory.plan([run.key(event)]) == 0)
            #expect(try await run.store.ends(1).map(\.end) == [.delivered(status: 204)])
            await run.stop()

            #expect(receiver.arrivals.count == 1)
            let arrival = try #require(receiver.arrivals.first)
            #expect(arrival.body == event.payload && arrival.id == event.id.description)
            #expect(arrival.headers["content-type"] == "application/cloudevents+json")
            let timestamp = try #require(arrival.headers["webhook-timestamp"].flatMap { Int($0) })
            #expect(
                try arrival.headers["webhook-signature"]
                    == Samples.signer().signature(id: arrival.id, timestamp: timestamp, body: arrival.body))
            #expect(run.metrics.contains(#"docket_delivery_tries_total{channel="webhook",end="delivered"} 1"#))
            #expect(run.metrics.contains(#"docket_deliveries_in_progress{channel="webhook"} 0"#))
            await receiver.stop()
        }
    }

    /// From the event's cause to the webhook's own `traceparent`.
    @Test func aTryIsASpanOfItsEventsTrace() async throws {
        SpanRecorder.shared.start(sampler: .alwaysOn, capacity: 1_000_000)
        try await withGroup { group in
            let receiver = try Receiver(group)
            let cause = TraceContext.root(sampled: true)
            let event = try Samples.outcome(traceparent: cause.traceparent)
            let endpoint = try Samples.endpoint(receiver.url)
            let loop = group.next()
            let client = HTTPClient(loop: loop)
            let channel = WebhookChannel(
                FixedEndpoints(endpoints: [endpoint]),
                WebhookSender(decision: DeliveryDecision(schedule: .standard), client: client))
            let key = DeliveryKey(eventID: event.id, channel: channel.name, endpoint: endpoint.id)
            let told = try await loop.run { await channel.deliver(ClaimedDelivery(key: key, attempt: 1, event: event)) }
            #expect(told?.end == .delivered(status: 204))
            let arrival = try #require(receiver.arrivals.first)
            await client.close()
            await receiver.stop()
            let handed = try #require(arrival.headers["traceparent"].flatMap { TraceContext(traceparent: $0) })
            let spans = SpanRecorder.shared.recorded.filter { $0.context.traceID == cause.traceID }
            let own = try #require(spans.first { $0.context.spanID == handed.spanID })
            #expect(own.kind == .client && own.parent == cause.spanID && !own.isError)
            #expect(own.attributes["http.response.status_code"] == 204 && own.attributes["docket.attempt"] == 1)
        }
    }

    @Test func aFailureIsTriedAgainUnderTheSameID() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { $0 == 1 ? HTTPResponse(status: 500) : .noContent }
            let run = try await DeliveryRun.start(group, url: receiver.url)
            let event = try await run.plan(run.submission(), last: 1)[0]
            let ends = try await run.store.ends(2).map(\.end)
            guard case .retry(_, status: 500, _) = ends[0] else {
                Issue.record("the first try ended \(ends[0])")
                return
            }
            #expect(ends[1] == .delivered(status: 204))
            #expect(receiver.arrivals.map(\.id) == [event.id.description, event.id.description])
            #expect(try await run.summary(of: event).attempts == 2)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func gonePutsAnEndToIt() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { _ in HTTPResponse(status: 410) }
            let run = try await DeliveryRun.start(group, url: receiver.url)
            let event = try await run.plan(run.submission(), last: 1)[0]
            _ = try await run.store.ends(1)
            let summary = try await run.summary(of: event)
            #expect(summary.state == .givenUp && summary.lastStatus == 410 && summary.nextAt == nil)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func theReceiverSaysWhenItIsBack() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { _ in HTTPResponse(status: 503, headers: ["Retry-After": "600"]) }
            let run = try await DeliveryRun.start(group, url: receiver.url)
            _ = try await run.plan(run.submission(), last: 1)
            guard case .retry(.seconds(600), status: 503, _) = try await run.store.ends(1)[0].end else {
                Issue.record("not put off by ten minutes")
                return
            }
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func afterTheLastTryItIsGivenUp() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { _ in HTTPResponse(status: 500) }
            let run = try await DeliveryRun.start(
                group, url: receiver.url, schedule: [.zero, .milliseconds(1), .milliseconds(1)])
            let event = try await run.plan(run.submission(), last: 1)[0]
            _ = try await run.store.ends(3)
            let summary = try await run.summary(of: event)
            #expect(summary.state == .givenUp && summary.attempts == 3)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func aReceiverThatWasDownGetsEverything() async throws {
        try await withGroup { group in
            let first = try Receiver(group)
            await first.stop()
            let run = try await DeliveryRun.start(group, url: first.url)
            let event = try await run.plan(run.submission(), last: 1)[0]
            guard case .retry(_, status: nil, _) = try await run.store.ends(1)[0].end else {
                Issue.record("delivered to nobody")
                return
            }
            let second = try Receiver(group, port: first.port)
            #expect(try await second.arrivals(1).map(\.id) == [event.id.description])
            await run.stop()
            await second.stop()
        }
    }

    @Test func eventsOfASubmissionComeInOrder() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { $0.isMultiple(of: 2) ? .noContent : HTTPResponse(status: 500) }
            let run = try await DeliveryRun.start(group, url: receiver.url, isPaused: true)
            let events = try await run.plan(run.submission(), last: 3)
            run.resume()
            _ = try await run.store.ends(6)
            #expect(events.count == 3)
            #expect(receiver.arrivals.map(\.id) == events.flatMap { [$0.id.description, $0.id.description] })
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func aSlowEndpointHoldsNoMoreThanItsShare() async throws {
        try await withGroup { group in
            let release = AsyncSignal<Void>()
            let receiver = try Receiver(group) { _ in
                try await release.wait()
                return .noContent
            }
            let run = try await DeliveryRun.start(group, url: receiver.url, limit: 3)
            for _ in 0..<10 { _ = try await run.plan(run.submission(), last: 1) }
            _ = try await receiver.arrivals(3)
            #expect(run.metrics.contains(#"docket_deliveries_in_progress{channel="webhook"} 3"#))
            release.send()
            _ = try await run.store.ends(10)
            #expect(run.store.mostInProgress == 3)
            #expect(Set(receiver.arrivals.map(\.id)).count == 10)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func whatFallsDueWhileAllPlacesAreTakenBeginsWithTheFirstEnd() async throws {
        try await withGroup { group in
            let release = AsyncSignal<Void>()
            let receiver = try Receiver(group) { number in
                if number == 1 { return HTTPResponse(status: 500) }
                if number == 2 { try await release.wait() }
                return .noContent
            }
            let time = TimeWithoutLongSleeps()
            let run = try await DeliveryRun.start(
                group, url: receiver.url, schedule: [.zero, .seconds(1), .zero], limit: 1, time: time, isPaused: true)
            for _ in 0..<2 { _ = try await run.plan(run.submission(), last: 1) }
            run.resume()
            _ = try await receiver.arrivals(2)
            // The first one has fallen due again, and there is no place for it.
            try await time.beginsLongSleep.wait()
            release.send()
            _ = try await run.store.ends(3)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func anEndpointThatDoesNotAnswerRunsIntoItsTimeout() async throws {
        try await withGroup { group in
            let release = AsyncSignal<Void>()
            let receiver = try Receiver(group) { _ in
                try await release.wait()
                return .noContent
            }
            let run = try await DeliveryRun.start(
                group, endpoint: Samples.endpoint(receiver.url, timeout: .milliseconds(200)), schedule: [.zero, .seconds(3600)])
            _ = try await run.plan(run.submission(), last: 1)
            guard case .retry(_, status: nil, let error) = try await run.store.ends(1)[0].end else {
                Issue.record("no time-out")
                return
            }
            #expect(error.contains("too long"))
            release.send()
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func aHugeAnswerIsNotRead() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { _ in
                HTTPResponse(status: 200, body: .bytes([UInt8](repeating: 0, count: 4 * WebhookMessage.answerLimit)))
            }
            let run = try await DeliveryRun.start(group, url: receiver.url, schedule: [.zero, .seconds(3600)])
            _ = try await run.plan(run.submission(), last: 1)
            guard case .retry(_, status: nil, let error) = try await run.store.ends(1)[0].end else {
                Issue.record("delivered")
                return
            }
            #expect(error.contains("larger than allowed"))
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        try await withGroup { group in
            let other = try Receiver(group)
            let receiver = try Receiver(group) { [url = other.url] _ in HTTPResponse(status: 302, headers: ["Location": url]) }
            let run = try await DeliveryRun.start(group, url: receiver.url, schedule: [.zero, .seconds(3600)])
            _ = try await run.plan(run.submission(), last: 1)
            guard case .retry(_, status: 302, _) = try await run.store.ends(1)[0].end else {
                Issue.record("followed")
                return
            }
            #expect(other.arrivals.isEmpty)
            await run.stop()
            await receiver.stop()
            await other.stop()
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "2130706433"])
    func anAddressOfTheMachineIsRefusedUnlessAllowed(host: String) async throws {
        try await withGroup { group in
            let receiver = try Receiver(group)
            let endpoint = try Samples.endpoint("http://\(host):\(receiver.port)/hook", addressGuard: .publicOnly)
            let run = try await DeliveryRun.start(group, endpoint: endpoint, schedule: [.zero, .seconds(3600)])
            _ = try await run.plan(run.submission(), last: 1)
            guard case .retry(_, status: nil, let error) = try await run.store.ends(1)[0].end else {
                Issue.record("delivered")
                return
            }
            #expect(error.contains("public internet"))
            #expect(receiver.arrivals.isEmpty)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func aDatabaseThatIsAwayLosesNothing() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group)
            let run = try await DeliveryRun.start(group, url: receiver.url, isPaused: true)
            run.store.fail(.claim, times: 2)
            run.store.fail(.end, times: 2)
            let event = try await run.plan(run.submission(), last: 1)[0]
            run.resume()
            #expect(try await run.store.ends(1).map(\.end) == [.delivered(status: 204)])
            // The end is recorded again and again; the receiver is not told again.
            #expect(receiver.arrivals.map(\.id) == [event.id.description])
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func whatWasClaimedUnheardIsTriedByTheSameProcess() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group)
            let run = try await DeliveryRun.start(group, url: receiver.url, isPaused: true)
            run.store.fail(.claimReply, times: 1)
            let event = try await run.plan(run.submission(), last: 1)[0]
            run.resume()
            #expect(try await run.store.ends(1).map(\.end) == [.delivered(status: 204)])
            #expect(receiver.arrivals.map(\.id) == [event.id.description])
            #expect(try await run.summary(of: event).attempts == 1)
            await run.stop()
            await receiver.stop()
        }
    }

    @Test func aStopDoesNotWaitForADatabaseThatWasNeverThere() async throws {
        try await withGroup { group in
            let asked = AsyncSignal<Void>()
            let loop = DeliveryLoop(
                WebhookChannel(
                    FixedEndpoints(endpoints: []),
                    WebhookSender(
                        decision: DeliveryDecision(schedule: .standard),
                        client: HTTPClient(loop: group.loops[0]))),
                store: ObservedDeliveryStore(),
                lease: {
                    asked.send()
                    _ = try await AsyncSignal<Void>().wait()
                    throw CancellationError()
                }, limits: DeliveryLimits(total: 1), on: group.loops[0], logger: .silent, metrics: MetricsRegistry())
            let run = group.loops[0].spawn { try? await loop.run() }
            try await asked.wait()
            await loop.stop()
            await run.value
        }
    }

    @Test func aStopWaitsForTheTryUnderWay() async throws {
        try await withGroup { group in
            let release = AsyncSignal<Void>()
            let receiver = try Receiver(group) { _ in
                try await release.wait()
                return .noContent
            }
            let run = try await DeliveryRun.start(group, url: receiver.url)
            _ = try await run.plan(run.submission(), last: 1)
            _ = try await receiver.arrivals(1)
            async let stopped: Void = run.stop()
            release.send()
            await stopped
            #expect(run.store.ends.map(\.end) == [.delivered(status: 204)])
            await receiver.stop()
        }
    }

    @Test func whatAKilledProcessLeftIsDeliveredUnderTheSameID() async throws {
        try await withGroup { group in
            let receiver = try Receiver(group) { number in
                if number == 1 { try await AsyncSignal<Void>().wait() }
                return .noContent
            }
            let first = try await DeliveryRun.start(group, url: receiver.url)
            let event = try await first.plan(first.submission(), last: 1)[0]
            _ = try await receiver.arrivals(1)
            try await first.kill()
            #expect(first.store.ends.isEmpty)

            let second = try await DeliveryRun.start(group, url: receiver.url, store: first.store)
            #expect(try await second.store.ends(1).map(\.end) == [.delivered(status: 204)])
            #expect(receiver.arrivals.map(\.id) == [event.id.description, event.id.description])
            #expect(try await second.summary(of: event).attempts == 2)
            await second.stop()
            await receiver.stop()
        }
    }
}

/// Whoever sleeps for four seconds or longer sleeps on: then only what is told of goes on.
private final class TimeWithoutLongSleeps: TimeSource {
    let beginsLongSleep = AsyncPulse()

    var now: Date { Date() }

    func sleep(for duration: Duration) async throws {
        guard duration >= .seconds(4) else { return try await SystemTime().sleep(for: duration) }
        beginsLongSleep.notify()
        try await AsyncSignal<Void>().wait()
    }
}
