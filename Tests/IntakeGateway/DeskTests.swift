import Domain
import EventLoop
import FoundationEssentials
import Gzip
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The desk in Debian's Chromium: fifty submissions decided by keyboard alone, a colleague on the same one, the network lost, a
/// reload, a decision that is taken back; in the dark, on a phone, in each language.
@Suite(.timeLimit(.minutes(8)))
struct DeskTests {
    private struct Seen: BrowserLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
        let decided: [String]
        let median: Double
        let firstView: Double
    }

    private struct UnexpectedBody: Error {}

    @Test func aReviewerDecidesFiftyByKeyboard() async throws {
        let script = try BrowserScript("reviewer.py", python: await PageTests.python())
        let page = try await Self.letter(in: script.folder.path)
        try await ReviewDesk.run(within: 3600) { desk in
            let count = 50
            for _ in 0..<count {
                try await desk.show(page, of: try await desk.submission(#", "locale": "de", "reference": "L-1""#))
            }
            let keys = [try await desk.key("Mia"), try await desk.key("Ben")]
            let seen = try await script.look(
                Seen.self, at: "http://\(desk.gateway.address)", ["/u/none-is-followed"] + keys + [String(count)])
            #expect(Set(seen.decided).count == count)
            print("from the key to the next submission: \(Int(seen.median)) ms (median)")
            print("the queue over 1.6 Mbit/s and 150 ms, nothing cached: \(Int(seen.firstView)) ms (median of three)")
            // What is held is decided when its time has come, though nobody has the desk open any more.
            try await eventually("all are decided", within: .seconds(30)) {
                let rows = try await desk.gateway.pool.query(
                    "select state, count(*) as n from submissions group by state order by state")
                let counts = try rows.map { (try $0.decode("state", as: String.self), try $0.decode("n", as: Int.self)) }
                return counts.map(\.0) == ["accepted", "needs_input"] && counts.map(\.1) == [count - 1, 1]
            }
        }
    }

    @Test func allLanguagesSayTheSame() {
        let english = Set(DeskPage.words(in: "en").keys)
        #expect(english.count > 150)
        for language in BrowserWords.languages { #expect(Set(DeskPage.words(in: language).keys) == english) }
    }

    @Test func theDeskIsSmall() {
        let sharedFiles: Set = ["frame.css", "page.css"]
        let packed = BrowserFiles.all.filter { $0.key.hasPrefix("desk/") || sharedFiles.contains($0.key) }
            .reduce(0) { $0 + (Gzip.compressed($1.value.bytes)?.count ?? $1.value.bytes.count) }
        #expect(packed < 150_000)
    }

    /// A module that the first view needs and the page does not name is learnt of only when another one has come: a round trip more.
    @Test func theFirstViewTakesTwoRounds() throws {
        func page(accepting coding: String) throws -> (headers: HTTPHeaders, bytes: [UInt8]) {
            let answer = DeskPage().show(try HTTPRequest(method: .get, path: "/desk", headers: ["Accept-Encoding": coding]))
            guard case .bytes(let bytes) = answer.body else { throw UnexpectedBody() }
            return (answer.headers, bytes)
        }
        let plain = try page(accepting: "identity"), packed = try page(accepting: "gzip, br")
        #expect(plain.headers["Content-Encoding"] == nil && packed.headers["Content-Encoding"] == "gzip")
        #expect(packed.bytes.count < plain.bytes.count / 2)
        let markup = String(decoding: plain.bytes, as: UTF8.self)
        func names(_ pattern: String, in text: String) throws -> [String] {
            text.matches(of: try Regex(pattern, as: (Substring, Substring).self)).map { String($0.output.1) }
        }
        var needed: Set<String> = []
        var next = ["desk/app.js"]
        while let module = next.popLast() {
            guard needed.insert(module).inserted else { continue }
            let source = String(decoding: try #require(BrowserFiles.all[module]?.bytes), as: UTF8.self)
            next += try names(#"(?m)^import .* from '\./(.*)'$"#, in: source).map { "desk/\($0)" }
        }
        let loaded = try names(#"rel="modulepreload" href="/assets/[0-9a-f]+/([^"]*)""#, in: markup)
        #expect(loaded.sorted() == needed.sorted())
        // The styles and who is signed in are loaded beside them, six at once.
        let styles = try names(#"rel="stylesheet" href="([^"]*)""#, in: markup)
        #expect(loaded.count + styles.count + 1 <= 12)
    }

    /// A page with letters on it.
    private static func letter(in folder: String) async throws -> [UInt8] {
        let text = "Stadtwerke\n\nRechnung vom 18. Oktober 2026\n\nGesamtbetrag 84,20 EUR"
        _ = try await Program.check("vips", ["text", "\(folder)/ink.v", text, "--dpi", "150"])
        _ = try await Program.check("vips", ["embed", "\(folder)/ink.v", "\(folder)/framed.v", "120", "120", "900", "1270"])
        _ = try await Program.check("vips", ["invert", "\(folder)/framed.v", "\(folder)/page.jpg"])
        return try #require(ProcFile.bytes("\(folder)/page.jpg"))
    }
}
