import Codes
import DocumentFixtures
import Shared
import Testing

@testable import IntakeGateway

/// Cover sheets, as they are printed.
@Suite(.timeLimit(.minutes(1))) struct SheetTests {
    @Test func aPrintedSheetNamesItsSubmissionAndDocument() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let answer = try await gateway.client.send(
                "GET", "/v1/submissions/\(draft)/sheets/utility-bill", headers: [("Accept-Language", "de")])
            #expect(answer.status == 200 && answer.headers["content-type"] == "image/svg+xml; charset=utf-8")
            #expect(answer.headers["content-language"] == "de")
            #expect(String(decoding: answer.body, as: UTF8.self).contains("Legen Sie dieses Blatt"))
            // 100 dots per inch, as the worst scanners do.
            let png = try Tool.vips.run(
                ["thumbnail", "in.svg", "out.png", "827", "--height", "1170"], files: ["in.svg": answer.body], yields: "out.png")
            let grey = try Tool.vips.run(["colourspace", "in.png", "out.png", "b-w"], files: ["in.png": png], yields: "out.png")
            let raw = try Tool.vips.run(["extract_band", "in.png", "out.raw", "0"], files: ["in.png": grey], yields: "out.raw")
            let codes = try #require(CodeReader.codes(of: raw, width: 827, height: raw.count / 827, bytesPerLine: 827))
            let id = try #require(SubmissionID(draft))
            #expect(codes.map { CoverSheet.read($0.bytes) } == [.sheet(CoverSheet(submission: id, type: "utility-bill"))])
        }
    }

    @Test func theReferenceIsForWhoKnowsIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let made = try await gateway.client.send(
                "POST", "/v1/submissions", json: #"{"journey": "proof-of-address", "reference": "case <4711>"}"#)
            let path = "/v1/submissions/\(try #require(try made.json()["id"]?.string))"
            let asked = try await gateway.client.send("GET", "\(path)/sheets/utility-bill")
            #expect(asked.text.contains("case &lt;4711&gt;"))
            let link = try await gateway.client.send("POST", "\(path)/links", json: #"{"purpose": "upload"}"#)
            let token = try #require(try link.json()["token"]?.string)
            let guest = try await gateway.client.with(token: token).send("GET", "\(path)/sheets/utility-bill")
            #expect(guest.status == 200 && !guest.text.contains("4711"))
        }
    }

    @Test func onlyWhatMayBeAddedHasASheet() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            for type in ["passport", "Utility-bill", "no%20type"] {
                #expect(try await gateway.client.send("GET", "/v1/submissions/\(draft)/sheets/\(type)").status == 404)
            }
            _ = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            let answer = try await gateway.client.send("GET", "/v1/submissions/\(draft)/sheets/utility-bill")
            #expect(answer.status == 409 && answer.headers["content-type"] == "application/problem+json")
        }
    }

    @Test func textIsEscapedBrokenAndBounded() throws {
        let sheet = CoverSheet(submission: .random(), type: "a")
        let picture = SheetPicture(
            sheet, document: "<script>&\"\u{600}<b>", journey: String(repeating: "word ", count: 400), reference: nil,
            Language.choose(acceptLanguage: "en"))
        let svg = try #require(picture.svg)
        #expect(svg.utf8.count { $0 == UInt8(ascii: "<") } == picture.svg?.utf8.count { $0 == UInt8(ascii: ">") })
        #expect(svg.contains("&lt;script&gt;&amp;&quot;\u{600}&lt;b&gt;</text>"))
        #expect(SheetPicture.lines(of: "one two", size: 5) == ["one two"])
        #expect(SheetPicture.lines(of: "  ", size: 5).isEmpty)
        let long = SheetPicture.lines(of: String(repeating: "書", count: 400), size: 10)
        #expect(long.count == 4 && long[0].count == 17 && long[3].hasSuffix("…"))
        let words = SheetPicture.lines(of: "Proof of where you have lived for the last twelve months", size: 11)
        #expect(words.allSatisfy { $0.count <= 28 })
        #expect(words.joined(separator: " ") == "Proof of where you have lived for the last twelve months")
    }
}
