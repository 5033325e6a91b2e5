import EventLoop
import Shared
import Telemetry
import Testing

@testable import HTTPServer
@testable import IntakeGateway

private let second: UInt64 = 1_000_000_000

@Suite struct LimitTableTests {
    @Test func tenSecondsWorthComeAtOnceAndThenOneForEachInterval() {
        var table = LimitTable<Int>()
        let limits = RequestLimits(rate: 2)
        for _ in 0..<20 { #expect(table.admit(1, limits, at: 0) == nil) }
        #expect(table.admit(1, limits, at: 0) == .rate(retryAfter: 1))
        #expect(table.admit(1, limits, at: second / 2) == nil)
        #expect(table.admit(1, limits, at: second / 2) == .rate(retryAfter: 1))
        // Others have a bucket of their own.
        #expect(table.admit(2, limits, at: 0) == nil)
    }

    @Test func aSlowRateNamesAllOfItsWait() {
        var table = LimitTable<Int>()
        let limits = RequestLimits(rate: 1)
        for _ in 0..<10 { #expect(table.admit(1, limits, at: 5 * second) == nil) }
        #expect(table.admit(1, limits, at: 5 * second) == .rate(retryAfter: 1))
        #expect(table.admit(1, limits, at: 20 * second) == nil)
    }

    @Test func refusedRequestsCostNothing() {
        var table = LimitTable<Int>()
        let limits = RequestLimits(rate: 1)
        for _ in 0..<1000 { _ = table.admit(1, limits, at: 0) }
        #expect(table.admit(1, limits, at: second) == nil)
    }

    @Test func soManyAtOnceAndNoMore() {
        var table = LimitTable<Int>()
        let limits = RequestLimits(concurrency: 2)
        #expect(table.admit(1, limits, at: 0) == nil)
        #expect(table.admit(1, limits, at: 0) == nil)
        #expect(table.admit(1, limits, at: 0) == .concurrency)
        table.release(1, at: 0)
        #expect(table.admit(1, limits, at: 0) == nil)
    }

    @Test func withoutLimitsEverythingPasses() {
        var table = LimitTable<Int>()
        for _ in 0..<10_000 { #expect(table.admit(1, RequestLimits(), at: 0) == nil) }
    }

    @Test func whatIsIdleIsForgotten() {
        var table = LimitTable<Int>(maximumKeys: 3)
        let limits = RequestLimits(rate: 1)
        for key in 0..<3 {
            #expect(table.admit(key, limits, at: 0) == nil)
            table.release(key, at: 0)
        }
        // Their buckets are full again after a second, not before.
        #expect(table.admit(3, limits, at: second / 2) == .crowded)
        #expect(table.count == 3)
        #expect(table.admit(3, limits, at: 2 * second) == nil)
        #expect(table.count == 1)
        table.release(3, at: 10 * second)
        #expect(table.count == 0)
    }

    @Test func whatIsBusyIsNotForgotten() {
        var table = LimitTable<Int>(maximumKeys: 1)
        #expect(table.admit(1, RequestLimits(concurrency: 1), at: 0) == nil)
        #expect(table.admit(2, RequestLimits(), at: 100 * second) == .crowded)
        #expect(table.admit(1, RequestLimits(concurrency: 1), at: 100 * second) == .concurrency)
    }
}

@Suite struct TenantLimitsTests {
    @Test func tenantsMayHaveLimitsOfTheirOwn() throws {
        let all = RequestLimits(rate: 100, concurrency: 10)
        let limits = try TenantLimits.parse(
            ["acme:rate=5:body=1000:uploads=3:upload-bytes=4000", "other:concurrency=1:streams=7"], all: all)
        #expect(limits["acme"] == RequestLimits(rate: 5, concurrency: 10, body: 1000, uploads: 3, uploadBytes: 4000))
        #expect(limits["other"] == RequestLimits(rate: 100, concurrency: 1, streams: 7))
        #expect(limits["third"] == all)
    }

    @Test(arguments: ["acme", ":rate=1", "acme:rate", "acme:rate=0", "acme:rate=-1", "acme:speed=1", "acme:rate=1=2", "acme:"])
    func whatNamesNoLimitIsRefused(entry: String) {
        #expect(throws: TenantLimits.Fault.self) { try TenantLimits.parse([entry], all: RequestLimits()) }
    }

    @Test func aTenantIsNamedOnce() {
        #expect(throws: TenantLimits.Fault.self) { try TenantLimits.parse(["a:rate=1", "a:rate=2"], all: RequestLimits()) }
    }
}

@Suite struct AdmissionGateTests {
    private func gate(_ limits: RequestLimits) -> AdmissionGate {
        AdmissionGate(addresses: limits, tenants: TenantLimits(all: limits), metrics: MetricsRegistry(), now: { 0 })
    }

    private func request(from address: String) throws -> HTTPRequest {
        try HTTPRequest(method: .get, path: "/", peer: try .init(ip: address, port: 1))
    }

    @Test func aTicketCountsOutWhenItIsDropped() throws {
        let gate = gate(RequestLimits(concurrency: 1))
        let request = try request(from: "192.0.2.1")
        do {
            let ticket = try gate.enter(request)
            #expect(throws: Problem.self) { try gate.enter(request) }
            withExtendedLifetime(ticket) {}
        }
        _ = try gate.enter(request)
        _ = try gate.enter(request)
    }

    @Test func aStreamedAnswerKeepsItsPlaceUntilItIsDropped() throws {
        let gate = gate(RequestLimits(concurrency: 1))
        let request = try request(from: "192.0.2.1")
        var answer: HTTPResponse? = try gate.enter(request).holding(.stream(contentType: "text/plain") { _ in })
        #expect(throws: Problem.self) { try gate.enter(request) }
        answer = nil
        #expect(answer == nil)
        _ = try gate.enter(request)
        let whole = try gate.enter(request).holding(.text("a"))
        _ = try gate.enter(request)
        #expect(whole.status == 200)
    }

    @Test func aTenantsStreamsAndRequestsTakeNoPlaceFromEachOther() throws {
        let gate = gate(RequestLimits(concurrency: 1, streams: 1))
        do {
            let request = try gate.enter("acme")
            let answer = try gate.follow("acme").holding(.stream(contentType: "text/event-stream") { _ in })
            let error = #expect(throws: Problem.self) { try gate.follow("acme") }
            #expect(error?.status == 429)
            #expect(error?.headers["retry-after"] == "10")
            #expect(throws: Problem.self) { try gate.enter("acme") }
            _ = try gate.follow("other")
            withExtendedLifetime((answer, request)) {}
        }
        _ = try gate.follow("acme")
        _ = try gate.enter("acme")
    }

    @Test func oneCustomerOfIPv6IsOneNetwork() throws {
        let gate = gate(RequestLimits(concurrency: 1))
        let ticket = try gate.enter(try request(from: "2001:db8::1"))
        let error = #expect(throws: Problem.self) { try gate.enter(try request(from: "2001:db8::2")) }
        #expect(error?.status == 429)
        #expect(error?.headers["retry-after"] == "1")
        _ = try gate.enter(try request(from: "2001:db8:0:1::1"))
        withExtendedLifetime(ticket) {}
    }

    @Test func thisMachineHasNoLimitByAddress() throws {
        let gate = gate(RequestLimits(concurrency: 1))
        let tickets = try ["127.0.0.1", "127.0.0.1", "::1", "::1"].map { try gate.enter(try request(from: $0)) }
        #expect(tickets.count == 4)
    }
}
