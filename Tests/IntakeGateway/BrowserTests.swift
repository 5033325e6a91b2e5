import Domain
import FoundationEssentials
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The page of a link as a browser without scripts is given it, and what its forms do.
@Suite(.timeLimit(.minutes(1)))
struct BrowserTests {
    private static let wantsPage = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")

    /// A person with nothing but a link.
    private struct Person {
        let gateway: GatewayUnderTest
        let link: String

        init(_ gateway: GatewayUnderTest, _ draft: String, _ purpose: String = "upload") async throws {
            self.gateway = gateway
            let made = try await gateway.client.send(
                "POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "\#(purpose)"}"#)
            link = try TestLink.path(of: made.json())
        }

        func open(_ rest: String = "", _ headers: [(String, String)] = []) async throws -> WireResponse {
            try await gateway.client.with(token: nil).send("GET", link + rest, headers: headers + [wantsPage])
        }

        func send(_ fields: String, _ headers: [(String, String)] = []) async throws -> WireResponse {
            let content = ("Content-Type", "application/x-www-form-urlencoded")
            return try await gateway.client.with(token: nil).send(
                "POST", "\(link)/form", headers: headers + [wantsPage, content], body: Array(fields.utf8))
        }

        func upload(_ document: String, _ bytes: [UInt8], name: String) async throws -> WireResponse {
            let head = """
                --x\r\nContent-Disposition: form-data; name="file"; filename="\(name)"\r\nContent-Type: image/jpeg\r\n\r\n
                """
            return try await gateway.client.with(token: nil).send(
                "POST", "\(link)/form/\(document)",
                headers: [wantsPage, ("Content-Type", "multipart/form-data; boundary=x")],
                body: Array(head.utf8) + bytes + Array("\r\n--x--\r\n".utf8))
        }
    }

    @Test func everyLanguageHasAllWords() {
        let words = BrowserWords(BrowserFiles.all)
        let english = words.all(in: "en")
        #expect(english.count > 100)
        for language in BrowserWords.languages {
            let own = words.all(in: language)
            #expect(Set(own.keys) == Set(english.keys), "\(language)")
            for (key, text) in own {
                #expect(!text.isEmpty && names(in: text) == names(in: english[key] ?? ""), "\(language): \(key)")
            }
            for state in SubmissionState.allCases { #expect(own["state.\(state.rawValue)"] != nil) }
        }
    }

    private func names(in text: String) -> [String] {
        text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "}").first.map(String.init)
        }.sorted()
    }

    @Test func thePageIsSmallAndRunsNothingButItsOwnFiles() async throws {
        try await GatewayUnderTest.run { gateway in
            let person = try await Person(gateway, try await gateway.draft())
            let page = try await person.open()
            #expect(page.status == 200 && page.headers["content-type"] == "text/html; charset=utf-8")
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
            #expect(!policy.contains("unsafe") && !policy.contains("*"))
            #expect(page.headers["referrer-policy"] == "no-referrer")
            #expect(page.headers["x-robots-tag"] == "noindex, nofollow")
            #expect(page.headers["cache-control"] == "private, no-store")
            for word in ["style=", "onclick", "http://", "https://", "javascript:"] {
                #expect(!page.text.contains(word), "\(word)")
            }
            // Who asks for JSON is given what it was given before.
            let json = try await gateway.client.with(token: nil).send("GET", person.link)
            #expect(json.headers["content-type"] == "application/json")
            for (name, given) in BrowserFiles.all where !name.contains("/") {
                let file = try await gateway.client.with(token: nil).send("GET", "\(BrowserFiles.folder)/\(name)")
                #expect(file.status == (given.contentType == nil ? 404 : 200), "\(name)")
                guard let tag = file.headers["etag"] else { continue }
                let again = try await gateway.client.with(token: nil).send(
                    "GET", "\(BrowserFiles.folder)/\(name)", headers: [("If-None-Match", tag)])
                #expect(again.status == 304)
            }
        }
    }

    /// A journey's words come from a file; those that its page starts with stand in a script element.
    @Test func aJourneysWordsAreNoMarkup() async throws {
        let sample = SampleSubmissions.journey
        let journey = JourneyDefinition(
            id: "marked", title: "\u{600}</script>\u{600}<b>", summary: "\u{600}\"\u{600}'\u{600}&",
            documentTypes: sample.documentTypes,
            documents: CountRange(1...2))
        try await GatewayUnderTest.run(.init(journeys: [journey])) { gateway in
            let page = try await Person(gateway, try await gateway.draft("marked")).open()
            #expect(page.status == 200)
            #expect(page.body.firstRange(of: Array("\u{600}\\u003c/script".utf8)) != nil)
            #expect(page.body.firstRange(of: Array("\u{600}&lt;/script".utf8)) != nil)
            // Within JSON an apostrophe is one; between tags and in attributes it is not.
            #expect(page.body.firstRange(of: Array("\u{600}&#39;".utf8)) != nil)
            for sign in ["<", "\""] {
                #expect(page.body.firstRange(of: Array("\u{600}\(sign)".utf8)) == nil, "\(sign)")
            }
        }
    }

    /// Of what a phone loads, compressed: the page with its words, and each of its files by itself.
    @Test(arguments: BrowserWords.languages) func thePageIsUnderSixtyKilobytes(_ language: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let person = try await Person(gateway, try await gateway.draft())
            let folder = try TemporaryFolder("page")
            let page = try await person.open("?lang=\(language)")
            try Data(page.body).write(to: URL(filePath: "\(folder.path)/page"))
            let names = page.text.matches(of: /\/assets\/[0-9a-f]+\/([a-z.-]+)"/).map { String($0.output.1) }
            #expect(Set(names) == ["app.js", "frame.css", "icon.svg", "intake.js", "page.css"])
            for name in Set(names + ["intake-camera.js"]) {
                try Data(try #require(BrowserFiles.all[name]).bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
            }
            let counted = try await Program.run(
                "sh", ["-c", "for file in *; do gzip -c \"$file\"; done | wc -c"], workingDirectory: folder.path)
            let bytes = try #require(Int(counted.text.filter(\.isNumber)))
            #expect(bytes > 10_000 && bytes < 60_000, "\(bytes) bytes")
        }
    }

    @Test func aPersonWithoutScriptsGetsToTheEnd() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let person = try await Person(gateway, draft)
            #expect(try await person.open().text.contains("<button class=\"main\" disabled>"))
            let day = CalendarDate.today.adding(days: -3)
            for _ in 1...2 {
                let added = try await person.send("do=add&type=utility-bill&issueDate=\(day)")
                #expect(added.status == 303 && added.headers["location"] == person.link)
            }
            let made = try await documents(gateway, draft)
            let (first, second) = (try #require(made.first), try #require(made.last))
            #expect(try await person.upload(first, SampleFiles.jpeg(), name: "<img src=x>.jpg").status == 303)
            let refused = try await person.upload(first, Array("MZ not a picture".utf8), name: "a.jpg")
            #expect(refused.status == 415)
            #expect(refused.text.contains("role=\"alert\"") && refused.text.contains("JPG"))
            #expect(try await person.send("do=change&document=\(first)&issueDate=\(day.adding(days: -1))").status == 303)

            // What destroys something asks first, and only the token of its page acts.
            let asked = try await person.send("do=remove&document=\(second)")
            #expect(asked.status == 428)
            #expect(try await documents(gateway, draft).count == 2)
            let token = try #require(
                asked.text.split(separator: "name=\"confirmation\" value=\"").last?.split(separator: "\"").first)
            #expect(try await person.send("do=remove&document=\(second)&confirmation=nonsense").status != 303)
            #expect(try await person.send("do=remove&document=\(second)&confirmation=\(token)").status == 303)
            #expect(try await documents(gateway, draft) == [first])

            #expect(!(try await person.open().text.contains("<button class=\"main\" disabled>")))
            #expect(try await person.send("do=submit").status == 303)
            #expect(try await gateway.submission(draft)["state"]?.string == "submitted")
            let after = try await person.open()
            #expect(after.status == 200 && !after.text.contains("<form"))
            let again = try await person.send("do=submit")
            #expect(again.status == 409 && again.text.contains("already sent"))
            #expect(try await person.send("do=add&type=utility-bill").status == 409)
        }
    }

    private func documents(_ gateway: GatewayUnderTest, _ draft: String) async throws -> [String] {
        try await gateway.submission(draft)["documents"]?.array.compactMap { $0["id"]?.string } ?? []
    }

    @Test func aLinkReachesItsOwnSubmissionAlone() async throws {
        try await GatewayUnderTest.run { gateway in
            let (draft, other) = (try await gateway.draft(), try await gateway.draft())
            let path = try await gateway.document(other)
            let foreign = String(try #require(path.split(separator: "/").last))
            let page = String(try #require(try await gateway.page(path).split(separator: "/").last))
            let person = try await Person(gateway, draft)
            #expect(try await person.upload(foreign, SampleFiles.jpeg(), name: "a.jpg").status == 404)
            let day = CalendarDate.today.adding(days: -1)
            for fields in [
                "do=change&document=\(foreign)&issueDate=\(day)", "do=remove&document=\(foreign)",
                "do=remove&document=\(foreign)&page=\(page)",
            ] { #expect(try await person.send(fields).status == 404, "\(fields.prefix(10))") }
            let before = try await gateway.submission(other)
            #expect(before["documents"]?[0]?["pages"]?.array.count == 1)
            for path in [path, "\(path)/pages/\(page)/preview", "/v1/submissions/\(other)/screen"] {
                let token = String(person.link.dropFirst("/u/".count))
                #expect(try await gateway.client.with(token: token).send("GET", path).status == 404)
            }
        }
    }

    @Test func aFormOfAnotherSiteIsRefused() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let person = try await Person(gateway, draft)
            for foreign in [
                ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Site", "same-site"), ("Origin", "https://evil.example"),
            ] {
                #expect(try await person.send("do=add&type=utility-bill", [foreign]).status == 403)
            }
            #expect(try await documents(gateway, draft).isEmpty)
            let own = [("Sec-Fetch-Site", "same-origin"), ("Origin", "null")]
            #expect(try await person.send("do=add&type=utility-bill", own).status == 303)
            for faulty in ["", "do=nothing", "do=add", "do=add&type=%ff", "do=add&type=\(String(repeating: "x", count: 20_000))"]
            {
                let answer = try await person.send(faulty)
                #expect((400..<500).contains(answer.status), "\(faulty.prefix(20)): \(answer.status)")
            }
        }
    }

    @Test func whatNoLinkLeadsToIsToldOnAPage() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let status = try await Person(gateway, draft, "status")
            let read = try await status.open("/status", [("Accept-Language", "de")])
            #expect(read.status == 200 && read.text.contains("<html lang=\"de\"") && !read.text.contains("<form"))
            #expect(try await status.send("do=submit").status == 403)
            #expect(try await status.open("?lang=ja").text.contains("<html lang=\"ja\""))
            let unknown = try await gateway.client.with(token: nil).send(
                "GET", "/u/\(OpaqueToken(.link).text)", headers: [Self.wantsPage])
            #expect(unknown.status == 401 && unknown.text.contains("This link is not known"))
            let other = try await Person(gateway, draft)
            try await gateway.pool.execute("update submission_links set expires_at = now()")
            let ended = try await other.open()
            #expect(ended.status == 410 && ended.text.contains("This link has ended"))
            let secret = other.link.suffix(30)
            #expect(!ended.text.contains(secret))
        }
    }

    @Test func onlyNamedPagesMayFrameIt() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.frames = ["https://app.example", "https://b.example"]
        try await GatewayUnderTest.run(options) { gateway in
            let page = try await Person(gateway, try await gateway.draft()).open()
            let policy = try #require(page.headers["content-security-policy"])
            #expect(policy.hasSuffix("frame-ancestors https://app.example https://b.example"))
        }
        try await GatewayUnderTest.run { gateway in
            let page = try await Person(gateway, try await gateway.draft()).open()
            #expect(page.headers["content-security-policy"]?.hasSuffix("frame-ancestors 'none'") == true)
        }
    }

    @Test func whoWantsAPageSaysSo() throws {
        let expected = [
            ("text/html", true), ("text/html,application/xhtml+xml,*/*;q=0.8", true), ("*/*", false), ("application/json", false),
            ("text/html;q=0, application/json", false), ("application/json, text/html;q=0.5", true),
        ]
        for (accept, wants) in expected {
            let request = try HTTPRequest(method: .get, path: "/u/x", headers: ["Accept": accept])
            #expect(Browser.wantsPage(request) == wants, "\(accept)")
        }
        #expect(!Browser.wantsPage(try HTTPRequest(method: .get, path: "/u/x")))
    }
}
