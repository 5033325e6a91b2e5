import FoundationEssentials
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A listing as a whole, for spreadsheets and for programs that read lines.
@Suite(.timeLimit(.minutes(2))) struct ListingExportTests {
    @Test(arguments: [
        ("text/csv", ListingExport?.some(.csv)), ("application/x-ndjson", .lines), ("TEXT/CSV; q=0.5, */*;q=0.1", .csv),
        ("application/json, text/csv;q=0.9", nil), ("text/csv;q=0.9, application/json;q=0.8", .csv), ("*/*", nil), ("", nil),
        ("text/html", nil), ("text/csv;q=0", nil), ("text/csv;q=much", nil), ("text/*", nil),
    ])
    func whatIsWantedIsAnswered(_ accept: String, _ form: ListingExport?) throws {
        let request = try HTTPRequest(method: .get, path: "/v1/submissions", headers: ["Accept": accept])
        #expect(ListingExport.wanted(by: request) == form)
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("a\r\nb", "\"a\r\nb\""),
        ("=1+1", "'=1+1"), ("-5,0", "\"'-5,0\""), ("@x", "'@x"), ("\"\u{300}", "\"\"\"\u{300}\""),
    ])
    func cellsAreTextAndNeverAFormula(_ text: String, _ cell: String) { #expect(CSV.cell(text) == cell) }

    @Test func allPartsComeInOneAnswer() async throws {
        try await GatewayUnderTest.run { gateway in
            var ids: Set<String> = []
            for _ in 0..<105 { ids.insert(try await gateway.draft()) }
            _ = try await gateway.draft(as: gateway.foreigner)

            let lines = try await gateway.client.send("GET", "/v1/submissions", headers: [("Accept", "application/x-ndjson")])
            #expect(lines.status == 200 && lines.headers["content-type"] == "application/x-ndjson")
            #expect(lines.headers["vary"] == "Accept")
            let items = try lines.text.split(separator: "\n").map {
                try JSONDecoder().decode(JSONValue.self, from: Data($0.utf8))
            }
            #expect(items.count == 105 && Set(items.compactMap { $0["id"]?.text }) == ids)

            let table = try await gateway.client.send("GET", "/v1/submissions?state=draft", headers: [("Accept", "text/csv")])
            let rows = table.text.split(separator: "\r\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
            #expect(rows.count == 106 && Set(rows.map(\.count)) == [rows[0].count])
            let column = try #require(rows[0].firstIndex(of: "id"))
            #expect(Set(rows.dropFirst().map { String($0[column]) }) == ids)
            #expect(!rows[0].contains("links"))

            let none = try await gateway.client.send("GET", "/v1/submissions?state=rejected", headers: [("Accept", "text/csv")])
            #expect(none.text.hasPrefix("createdAt,") && none.text.utf8.count { $0 == 10 } == 1)
            let limited = try await gateway.client.send(
                "GET", "/v1/submissions?limit=5", headers: [("Accept", "text/csv")])
            #expect(limited.status == 400 && limited.problem == "invalid-parameter")

            try await eventually("the trail has the listing") {
                let trail = try await gateway.client.send("GET", "/v1/audit", headers: [("Accept", "text/csv")])
                return trail.status == 200 && trail.text.contains("submission.list")
            }
        }
    }
}
