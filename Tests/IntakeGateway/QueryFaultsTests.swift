import HTTPServer
import Shared
import Testing

@testable import IntakeGateway

@Suite struct QueryFaultsTests {
    @Test func whatCanBeReadIsNoFault() throws {
        let query = try QueryParameters("count=7&since=2026-10-31T09:05:07Z")
        var faults = QueryFaults(query, known: ["count", "since", "state"])
        #expect(faults.read("count", "a number") { Int($0) } == 7)
        #expect(faults.read("state", "a number") { Int($0) } == nil)
        #expect(faults.moment("since") == Timestamp("2026-10-31T09:05:07Z"))
        try faults.check("No.")
    }

    @Test func allThatIsWrongIsNamedInItsOrder() throws {
        let name = String(repeating: "n", count: 80)
        let query = try QueryParameters("count=x&since=now&\(name)=1&count=2")
        var faults = QueryFaults(query, known: ["since", "count"])
        #expect(faults.read("count", "a number") { Int($0) } == nil)
        #expect(faults.moment("since") == nil)
        let problem = #expect(throws: Problem.self) { try faults.check("This cannot be listed.") }
        let body = String(decoding: JSON.bytes(of: try #require(problem)), as: UTF8.self)
        #expect(body.contains(#""detail":"This cannot be listed.""#))
        let expected = [
            (String(name.prefix(64)), "This is not known; known are count, since."), ("count", "This is given twice."),
            ("count", "This must be a number."), ("since", "This must be a moment such as 2026-10-31T09:05:07Z."),
        ]
        let items = expected.map { #"{"detail":"\#($0.1)","parameter":"\#($0.0)","rule":"filter"}"# }
        #expect(body.contains("[\(items.joined(separator: ","))]"))
    }
}
