import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

/// A journey with `guide: steps`, in Debian's Chromium: one question at a time, and everything at the end.
@Suite(.timeLimit(.minutes(5)))
struct PageGuideTests {
    private static let journey = JourneyDefinition(
        id: "loan", title: "Loan", summary: "Send who you are and two statements.",
        documentTypes: [
            DocumentType(
                id: "card", title: "Identity card", hint: "The front.", icon: "person.text.rectangle",
                pages: CountRange(2...2),
                documents: CountRange(1...1), pageNames: ["Front", "Back"]),
            DocumentType(
                id: "statement", title: "Statement", hint: "Of your bank.", icon: "building.columns",
                documents: CountRange(2...3), issueDate: .required),
        ], documents: CountRange(3...4),
        consent: ConsentText(version: "1", text: "We look at your documents.", url: nil), guide: .steps)

    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    @Test func aPersonIsAskedForOneDocumentAfterTheOther() async throws {
        let script = try BrowserScript("guide.py", python: await PageTests.python())
        var options = GatewayUnderTest.Options()
        options.journeys = [Self.journey, JourneyDefinition(Identity.self)]
        try await GatewayUnderTest.run(options) { gateway in
            var links: [String] = []
            for journey in ["loan", "identity"] {
                let made = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "\#(journey)"}"#).json()
                links.append(try await TestLink.make(gateway, try #require(made["id"]?.string)).url)
            }
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)", links + ["-"], limit: .seconds(200))
            #expect(seen.pictures.count == 10)
        }
    }
}
