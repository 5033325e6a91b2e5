import FoundationEssentials
import Shared
import Testing

@testable import IntakeGateway

/// A submission as a screen, over HTTP.
@Suite(.timeLimit(.minutes(1)))
struct ScreenRouteTests {
    @Test func aDraftIsAScreenThatAClientReads() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let path = "/v1/submissions/\(draft)/screen"
            let empty = try await gateway.client.send("GET", path)
            #expect(try empty.json()["state"]?["kind"]?.string == "empty")
            _ = try await gateway.page(try await gateway.document(draft))
            let answer = try await gateway.client.send("GET", path, headers: [("Accept-Language", "de")])
            #expect(answer.status == 200 && answer.headers["content-language"] == "de")
            let screen = try CanonicalJSON.decode(Screen.self, from: answer.body)
            let status = try #require(screen.components.first { $0.reuseIdentifier == StatusModel.reuseIdentifier })
            #expect(try status.model(as: StatusModel.self).isValid)
            // Every route leads somewhere: none of them is unknown to the router.
            for route in screen.components.compactMap(\.route) where route.method == "GET" {
                #expect(try await gateway.client.send("GET", route.path).status == 200, "\(route.path)")
            }
            let tag = try #require(answer.headers["etag"])
            let again = try await gateway.client.send(
                "GET", path, headers: [("If-None-Match", tag), ("Accept-Language", "de")])
            #expect(again.status == 304)
            #expect(try await gateway.foreigner.send("GET", path).status == 404)
        }
    }

    @Test func itShowsWhatItIsAskedFor() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            func screen(_ show: String) async throws -> Screen {
                let answer = try await gateway.client.send("GET", "/v1/submissions/\(draft)/screen?show=\(show)")
                return try CanonicalJSON.decode(Screen.self, from: answer.body)
            }
            #expect(try await screen("status").sections.map(\.id) == ["summary"])
            let types = try await screen("types").components.filter { $0.reuseIdentifier == "document-type" }
            let choices = try types.map { try $0.model(as: DocumentTypeModel.self) }
            #expect(choices.map(\.type) == ProofOfAddress.documentTypes.map(\.id))
            #expect(choices[0].count == 1 && choices.allSatisfy { !$0.hint.isEmpty } && types.allSatisfy { $0.height == .row })
            // Nobody decides of a draft.
            #expect(try await screen("review").sections.map(\.id).contains("decisions") == false)
            let unknown = try await gateway.client.send("GET", "/v1/submissions/\(draft)/screen?show=all")
            #expect(unknown.status == 400)
            #expect(try unknown.json()["errors"]?.array.first?["detail"]?.string?.contains("status, types, review") == true)
        }
    }

    @Test func aListingIsAScreen() async throws {
        try await GatewayUnderTest.run { gateway in
            let path = "/v1/screens/submissions"
            let empty = try CanonicalJSON.decode(Screen.self, from: try await gateway.client.send("GET", path).body)
            #expect(empty.state.kind == .empty && empty.title == "Submissions")
            let drafts = [try await gateway.draft(), try await gateway.draft(), try await gateway.draft()]
            var (next, seen): (String?, [String]) = ("\(path)?limit=2&state=draft", [])
            while let address = next {
                let answer = try await gateway.client.send("GET", address, headers: [("Accept-Language", "fr")])
                let screen = try CanonicalJSON.decode(Screen.self, from: answer.body)
                #expect(screen.title == "Dossiers")
                for row in screen.components where row.reuseIdentifier == SubmissionModel.reuseIdentifier {
                    seen.append(row.id)
                    #expect(try row.model(as: SubmissionModel.self).state == .draft)
                    #expect(try await gateway.client.send("GET", try #require(row.route?.path)).status == 200)
                }
                next = screen.components.first { $0.route?.name == "next" }?.route?.path
            }
            #expect(seen == drafts.reversed().map { "\($0)" })
            #expect(try await gateway.client.send("GET", "\(path)?colour=red").status == 400)
        }
    }

    /// The page has something to show each component with.
    @Test func thePageKnowsEveryComponent() throws {
        let lines = try Self.source("components.js").split(separator: "\n").map { $0.drop { $0 == " " || $0 == "'" } }
        for model in ScreenModels.all
        where ![DocumentModel.reuseIdentifier, PageModel.reuseIdentifier].contains(model.reuseIdentifier) {
            #expect(
                lines.contains {
                    $0.hasPrefix("\(model.reuseIdentifier): (") || $0.hasPrefix("\(model.reuseIdentifier)': (")
                }, "\(model)")
        }
    }

    /// It recognises each kind of file before it sends it, and has a name for it.
    @Test func thePageKnowsEveryKindOfFile() throws {
        let (names, signatures) = (try Self.source("elements.js"), try Self.source("transfers.js"))
        for type in MediaType.known {
            #expect(names.contains("'\(type.essence)': '\(type.displayName)'"), "\(type)")
            #expect(signatures.contains("'\(type.essence)'"), "\(type)")
        }
    }

    private static func source(_ name: String) throws -> String {
        String(decoding: try #require(BrowserFiles.all[name]).bytes, as: UTF8.self)
    }
}
