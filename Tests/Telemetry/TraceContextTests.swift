import Telemetry
import Testing

@Suite struct TraceContextTests {
    static let valid = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test func roundTrips() throws {
        let context = try #require(TraceContext(traceparent: Self.valid))
        #expect(context.traceID.description == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(context.spanID.description == "00f067aa0ba902b7")
        #expect(context.flags == .sampled)
        #expect(context.traceparent == Self.valid)
    }

    @Test func aChildKeepsTheTrace() throws {
        let context = try #require(TraceContext(traceparent: Self.valid, tracestate: "rojo=1,congo=2"))
        let child = context.child()
        #expect(child.traceID == context.traceID && child.spanID != context.spanID)
        #expect(child.flags == context.flags && child.tracestate == "rojo=1,congo=2")
    }

    @Test func aRootParsesBack() {
        let root = TraceContext.root()
        #expect(TraceContext(traceparent: root.traceparent) == root)
        #expect(TraceContext.root() != root)
        #expect(TraceContext.root(sampled: false).traceparent.hasSuffix("-00"))
    }

    @Test(arguments: [
        "", "00", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-0g",
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01.x", "00_4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e473-600f067aa0ba902b7-01", " 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "0-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "00-+bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1é",
    ])
    func malformedOnesAreRefused(header: String) { #expect(TraceContext(traceparent: header) == nil) }

    @Test(arguments: [
        "01-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "cc-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-later",
    ])
    func laterVersionsAreReadAndAnsweredAs00(header: String) {
        #expect(TraceContext(traceparent: header)?.traceparent == Self.valid)
    }

    @Test func unknownFlagsAreDropped() {
        let context = TraceContext(traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-ff")
        #expect(context?.flags == [.sampled, .random])
    }

    @Test(arguments: [
        "", "novalue", "=1", "a=\u{7}", String(repeating: "a=1,", count: 33), "a=" + String(repeating: "x", count: 511),
    ])
    func aMalformedTracestateIsDroppedAlone(state: String) throws {
        let context = try #require(TraceContext(traceparent: Self.valid, tracestate: state))
        #expect(context.tracestate == nil)
    }
}
