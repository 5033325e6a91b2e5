import Domain
import EventLoop
import FoundationEssentials
import Gzip
import HTTPServer
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// `<docket-intake>`, the page of a link as an element of other pages.
@Suite(.timeLimit(.minutes(8)))
struct ElementTests {
    private struct Seen: BrowserLook {
        let pictures, axe, console, origins: [String]
    }

    @Test func itWorksInEveryKindOfPage() async throws {
        let script = try BrowserScript("element.py", python: await PageTests.python())
        let (allowed, stranger) = (try await FreePorts.one(), try await FreePorts.one())
        var options = GatewayUnderTest.Options()
        options.edge.cors = CrossOrigin.policy(.these(["http://127.0.0.1:\(allowed)"]))
        try await GatewayUnderTest.run(options) { gateway in
            var (links, drafts) = (["allowed": "\(allowed)", "stranger": "\(stranger)"], [String: String]())
            for name in ["plain", "form", "left", "right", "styled", "moved", "framed", "across", "ended"] {
                let link = try await TestLink.make(gateway, try await gateway.draft())
                (links[name], drafts[name]) = (link.url, link.submission)
                guard name == "ended" else { continue }
                let path = "/v1/submissions/\(link.submission)/links/\(link.id)"
                try #require(try await gateway.client.send("DELETE", path).status == 204)
            }
            let (_, token) = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme.test", role: .backend), by: AuditOrigin(actor: "operator:erna"))
            let tester = gateway.client.with(token: token.text)
            links["test"] = try await TestLink.make(gateway, try await gateway.draft(as: tester), as: tester).url
            links["status"] = try await TestLink.make(gateway, try await gateway.draft(), "status").url + "/status"
            let left = try #require(drafts["left"])
            let told = String(decoding: try JSONEncoder().encode(links), as: UTF8.self)
            let seen = try await script.look(
                Seen.self, at: "http://\(gateway.address)", [links["plain"] ?? "", "-", "-", told]
            ) {
                try await script.answer("preview") { try await Self.preview(left, gateway) }
            }
            #expect(seen.pictures.count == 6)
        }
    }

    /// What the preview's worker does with a draft's only page: the file as it came stands for its preview.
    private static func preview(_ draft: String, _ gateway: GatewayUnderTest) async throws {
        try await PageTests.commit(draft, .preview, gateway) { submission in
            let page = submission.documents[0].pages[0]
            let file = page.original ?? SampleSubmissions.file()
            let image = PageImage(
                file: StoredFile(digest: file.digest, size: file.size, mediaType: .png),
                size: PixelSize(width: 420, height: 560))
            return .previewed(
                page.id, of: file.digest, image, FirstLook(pageCount: 1, signals: SampleSubmissions.making.signals))
        }
    }

    // MARK: - Its file

    /// Whoever embeds it pays this once: the element, and what photos need when there is one.
    @Test func itIsSmall() throws {
        let bytes = try ["intake.js", "intake-camera.js"].map { name in
            let file = try #require(BrowserFiles.all[name])
            return try #require(Gzip.compressed(file.bytes)).count
        }
        print("the element: \(bytes[0]) bytes, compressed; for photos: \(bytes[1])")
        #expect(bytes[0] > 20_000 && bytes[0] <= 45_000, "\(bytes[0]) bytes")
        #expect(bytes[1] > 5000 && bytes[1] <= 25_000, "\(bytes[1]) bytes")
    }

    /// One module each, that imports no other one, evaluates nothing and writes no markup.
    @Test(arguments: ["intake.js", "intake-camera.js"]) func itIsOneModule(_ name: String) async throws {
        let folder = try TemporaryFolder("element")
        let text = try Self.text(name)
        try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/element.mjs"))
        // A server that makes pages may import it as well.
        let read = try await Program.run("node", ["\(folder.path)/element.mjs"])
        #expect(read.status.isSuccess, "\(read.complaints)")
        let unsafe = ["eval(", "Function(", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "style="]
        for word in unsafe { #expect(!text.contains(word), "\(word)") }
        let lines = text.split(separator: "\n")
        #expect(lines.allSatisfy { !$0.hasPrefix("import ") && !$0.hasPrefix("//") })
        #expect(lines.count { $0.hasPrefix("export ") } == 1)
        // What it loads later lies beside it.
        #expect(Set(text.matches(of: /import\(([^)]*)\)/).map { String($0.output.1) }).isSubset(of: ["'./intake-camera.js'"]))
    }

    /// Caches may hold one of them longer than the other.
    @Test func itKnowsItsOwnCamera() throws {
        let (element, camera) = (try Self.text("intake.js"), try Self.text("intake-camera.js"))
        let release = try #require(camera.firstMatch(of: /const cameraRelease = "([0-9a-f]{16})"/)).output.1
        #expect(element.contains("\"cameraRelease\":\"\(release)\""))
        #expect(camera.contains("cameraRelease }"))
    }

    /// It has what it declares, and the declarations are ones.
    @Test func itsTypesHold() async throws {
        let folder = try TemporaryFolder("tsc")
        let types = try #require(BrowserFiles.all["intake.d.ts"]).bytes
        try Data(types).write(to: URL(filePath: "\(folder.path)/intake.d.ts"))
        let use = """
            import { DocketIntake, type DocketProgress } from './intake.js'
            const element: DocketIntake = document.createElement('docket-intake')
            element.link = 'https://docket.example/u/dl_1'
            element.texts = { add: 'Add a bill' }
            element.addEventListener('docket-submitted', ({ detail }: { detail: DocketProgress }) => detail.state)
            element.addEventListener('docket-ended', ({ detail }) => { if (detail.state === 'link_ended') element.remove() })
            element.addEventListener('docket-error', ({ detail }) => console.log(detail.type, detail.status + 1, !detail.isFatal))
            element.addEventListener('click', () => element.focus())
            element.addEventListener('click', ({ clientX }) => clientX + 1)
            element.removeEventListener('keydown', ({ key }) => key.length)
            // @ts-expect-error
            element.value = 'x'
            // @ts-expect-error
            element.addEventListener('docket-ready', ({ detail }) => detail.email)
            """
        try Data(use.utf8).write(to: URL(filePath: "\(folder.path)/use.mts"))
        let check = try await Program.run(
            "tsc",
            [
                "--noEmit", "--strict", "--target", "es2022", "--lib", "es2022,dom,dom.iterable", "--module", "node16",
                "--moduleResolution", "node16", "use.mts",
            ], workingDirectory: folder.path, limit: .seconds(120))
        #expect(check.status.isSuccess, "\(check.text)\(check.complaints)")
        let (declared, source) = (String(decoding: types, as: UTF8.self), try Self.text("intake.js"))
        let ofClass = try #require(declared.split(separator: "export class DocketIntake").last)
        let names = Set(ofClass.matches(of: /\n  (?:static |readonly |get |set )*([a-z][A-Za-z]+)[(:]/).map { $0.output.1 })
        #expect(names.count > 15)
        for name in names.subtracting(["addEventListener", "removeEventListener"]) {
            #expect(
                ["(", " ="].contains { source.contains("\nget \(name)\($0)") || source.contains("\n\(name)\($0)") }
                    || ["set \(name)(", "static \(name) =", "async \(name)("].contains { source.contains("\n\($0)") }, "\(name)")
        }
    }

    private static func text(_ name: String) throws -> String {
        String(decoding: try #require(BrowserFiles.all[name]).bytes, as: UTF8.self)
    }

    @Test func everyPageMayLoadIt() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.cors = CrossOrigin.policy(.these(["https://app.example"]))
        try await GatewayUnderTest.run(options) { gateway in
            let nobody = gateway.client.with(token: nil)
            for name in BrowserFiles.embedded {
                for origin in ["https://app.example", "https://stranger.example"] {
                    let file = try await nobody.send("GET", "/embed/\(name)", headers: [("Origin", origin)])
                    #expect(file.status == 200 && file.headers["cache-control"] == "public, max-age=300")
                    // One of it, and for all: two would be none to a browser.
                    #expect(file.headers["access-control-allow-origin"] == "*")
                    #expect(file.headers["cross-origin-resource-policy"] == "cross-origin")
                    let tag = try #require(file.headers["etag"])
                    let again = try await nobody.send("GET", "/embed/\(name)", headers: [("If-None-Match", tag)])
                    #expect(again.status == 304)
                }
            }
            #expect(try await nobody.send("GET", "/embed/intake.js").headers["content-type"] == "text/javascript; charset=utf-8")
            for name in ["page.html", "app.js", "frame.css", "words/en.json", "desk/app.js"] {
                #expect(try await nobody.send("GET", "/embed/\(name)").status == 404, "\(name)")
            }
        }
    }

    // MARK: - What it begins with

    @Test func aLinkAsATokenBeginsIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let link = try await TestLink.make(gateway, draft)
            let secret = String(link.url.dropFirst("/u/".count))
            let guest = gateway.client.with(token: secret)
            let begun = try await guest.send("GET", "/v1/intake", headers: [("Accept-Language", "de")])
            let start = try begun.json()
            #expect(begun.status == 200 && begun.headers["cache-control"] == "private, no-store")
            #expect(begun.headers["content-language"] == "de" && start["language"]?.string == "de")
            #expect(start["submission"]?.string == draft && start["first"]?["submission"]?["id"]?.string == draft)
            #expect(start["words"]?["add"]?.string == "Dokument hinzufügen" && start["frames"] == nil)
            #expect(!begun.text.contains(secret))
            // Whoever comes by no link is told so.
            #expect(try await gateway.client.send("GET", "/v1/intake").status == 403)
            #expect(try await gateway.client.with(token: nil).send("GET", "/v1/intake").status == 401)
            let revoked = try await gateway.client.send("DELETE", "/v1/submissions/\(draft)/links/\(link.id)")
            #expect(revoked.status == 204)
            let ended = try await guest.send("GET", "/v1/intake")
            #expect(ended.status == 410 && ended.problem == "link-ended")
        }
    }

    // MARK: - Whose pages

    /// A tenant's own hosts may frame its pages and call with its tokens, and no others.
    @Test func aTenantsHostsMayCallForThatTenantAlone() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.cors = CrossOrigin.policy(.these(["https://everyones.example"]))
        options.edge.frames = ["https://everyones.example"]
        options.returnHosts = try ReturnHosts.parse(["acme=app.acme.example", "acme=b.acme.example:8443", "other=other.example"])
        try await GatewayUnderTest.run(options) { gateway in
            let own = ["https://app.acme.example", "https://b.acme.example:8443", "https://everyones.example"]
            let link = try await TestLink.make(gateway, try await gateway.draft())
            let guest = gateway.client.with(token: String(link.url.dropFirst("/u/".count)))
            for origin in own + ["https://other.example"] {
                let asked = try await gateway.client.with(token: nil).send(
                    "OPTIONS", "/v1/intake",
                    headers: [
                        ("Origin", origin), ("Access-Control-Request-Method", "GET"),
                        ("Access-Control-Request-Headers", "authorization"),
                    ])
                #expect(asked.headers["access-control-allow-origin"] == origin)
                #expect(asked.headers["access-control-allow-credentials"] == nil)
                let answer = try await guest.send("GET", "/v1/intake", headers: [("Origin", origin)])
                #expect(answer.status == (own.contains(origin) ? 200 : 403), "\(origin)")
                #expect(answer.headers["access-control-allow-origin"] == origin)
            }
            for origin in ["https://stranger.example", "http://app.acme.example", "https://app.acme.example:8443", "null"] {
                let answer = try await guest.send("GET", "/v1/intake", headers: [("Origin", origin)])
                #expect(answer.headers["access-control-allow-origin"] == nil, "\(origin)")
            }
            // A gateway behind the same host as another tenant's pages is nobody's page.
            let behind = [("Origin", "https://other.example"), ("Sec-Fetch-Site", "same-origin")]
            #expect(try await guest.send("GET", "/v1/intake", headers: behind).status == 200)
            let page = try await guest.with(token: nil).send("GET", link.url, headers: [("Accept", "text/html")])
            let policy = try #require(page.headers["content-security-policy"])
            #expect(
                policy.hasSuffix("frame-ancestors \((own.suffix(1) + own.prefix(2)).joined(separator: " "))"), "\(policy)")
        }
    }

    @Test func allPagesMayCallWhereTheOperatorSaysSo() {
        let hosts = (try? ReturnHosts.parse(["acme=a.example"])) ?? ReturnHosts()
        #expect(TenantOrigins(named: nil, hosts: ReturnHosts()).policy == nil)
        #expect(TenantOrigins(named: nil, hosts: hosts).policy?.origins == .these(["https://a.example"]))
        #expect(TenantOrigins(named: CrossOrigin.policy(.all), hosts: hosts).policy?.origins == .all)
        let both = TenantOrigins(named: CrossOrigin.policy(.these(["https://b.example"])), hosts: hosts)
        #expect(both.policy?.origins == .these(["https://a.example", "https://b.example"]))
    }
}
