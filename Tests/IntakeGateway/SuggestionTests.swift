import Domain
import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What was read of a draft, for its person to confirm: told by the resource, and asked by the page in Debian's Chromium.
@Suite(.timeLimit(.minutes(5)))
struct SuggestionTests {
    static let journey = JourneyDefinition(
        id: "bills", title: "Bills", summary: "Send a bill and a card.",
        documentTypes: [
            DocumentType(
                id: "bill", title: "Utility bill", hint: "The first page.", icon: "bolt", documents: CountRange(0...3),
                issueDate: .required),
            DocumentType(
                id: "card", title: "Card", hint: "The front.", icon: "person.text.rectangle", documents: CountRange(0...1),
                expires: .optional),
        ], documents: CountRange(1...3), reading: .suggest)

    private static var options: GatewayUnderTest.Options {
        var options = GatewayUnderTest.Options()
        options.journeys = [journey]
        return options
    }

    /// What the reading worker does with the first page of each document, and the preview's worker before it.
    private static func suggest(
        _ draft: String, _ suggestions: [PageSuggestion], _ gateway: GatewayUnderTest
    ) async throws {
        for (number, suggestion) in suggestions.enumerated() {
            try await PageTests.commit(draft, .preview, gateway) { submission in
                let page = submission.documents[number].pages[0]
                let file = page.original ?? SampleSubmissions.file()
                // The photo as it came stands for its preview.
                let image = PageImage(
                    file: StoredFile(digest: file.digest, size: file.size, mediaType: .png),
                    size: PixelSize(width: 420, height: 560))
                return .previewed(page.id, of: file.digest, image, FirstLook(pageCount: 1))
            }
            try await PageTests.commit(draft, .suggestion, gateway) { submission in
                let page = submission.documents[number].pages[0]
                return .suggested(page.id, of: page.original?.digest ?? ContentDigest(of: []), suggestion)
            }
        }
    }

    /// A day so many days ago, at a place of its page.
    private static func day(ago days: Int, orAgo others: Int? = nil) -> SuggestedDay {
        SuggestedDay(
            day: .today.adding(days: -days), otherwise: others.map { .today.adding(days: -$0) }, confidence: 90,
            isCertain: others == nil, box: PageBox(left: 1_500, top: 1_000, right: 4_500, bottom: 1_400))
    }

    @Test func suggestionsAreToldWhileTheyCanBeConfirmed() async throws {
        try await GatewayUnderTest.run(Self.options) { gateway in
            let made = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "bills"}"#)
            let draft = try #require(try made.json()["id"]?.string)
            let added = try await gateway.client.send(
                "POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "bill"}"#)
            let document = try #require(added.headers["location"])
            _ = try await gateway.page(document)
            try await Self.suggest(draft, [SampleSubmissions.suggestion], gateway)
            let page = try await gateway.submission(draft)["documents"]?[0]?["pages"]?[0]
            let read = page?["suggestion"]
            #expect(read?["issueDate"]?["day"]?.string == "2026-08-24" && read?["issueDate"]?["otherwise"] == nil)
            #expect(read?["issueDate"]?["box"]?.array.map(\.integer) == [1_500, 500, 4_000, 800])
            #expect(read?["expiryDate"]?["otherwise"]?.string == "2031-04-03" && read?["kind"]?["kind"]?.string == "passport")
            #expect(try await gateway.submission(draft)["documents"]?[0]?["issueDate"] == nil, "nothing is filled in")
            let link = try await TestLink.make(gateway, draft)
            let secret = String(link.url.dropFirst("/u/".count))
            let seen = try await gateway.client.with(token: secret).send("GET", "/v1/submissions/\(draft)").json()
            #expect(seen["documents"]?[0]?["pages"]?[0]?["suggestion"]?["issueDate"]?["certain"]?.boolean == true)
            _ = try await gateway.client.send(
                "PATCH", document, json: #"{"issueDate": "\#(CalendarDate.today.adding(days: -9))"}"#)
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?[0]?["suggestion"] == nil)
        }
    }

    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    @Test func aPersonConfirmsWhatWasRead() async throws {
        let script = try BrowserScript("suggestions.py", python: await PageTests.python())
        try await GatewayUnderTest.run(Self.options) { gateway in
            let made = try await gateway.client.send("POST", "/v1/submissions", json: #"{"journey": "bills"}"#).json()
            let draft = try #require(made["id"]?.string)
            let link = try await TestLink.make(gateway, draft).url
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)", [link, "-", "-"], limit: .seconds(200)
            ) {
                try await script.asked("read")
                let kept = SuggestedDay(
                    day: .today.adding(days: 900), confidence: 70, isCertain: false,
                    box: PageBox(left: 1_000, top: 8_000, right: 4_000, bottom: 8_300))
                try await Self.suggest(
                    draft,
                    [
                        PageSuggestion(issueDate: Self.day(ago: 9)), PageSuggestion(issueDate: Self.day(ago: 40, orAgo: 70)),
                        PageSuggestion(expiryDate: kept, kind: ReadKind(verdict: .looksLike, kind: "payslip")),
                    ], gateway)
                try script.answered("read")
            }
            #expect(seen.pictures.count >= 8)
        }
    }
}
