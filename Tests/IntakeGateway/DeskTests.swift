import Domain
import EventLoop
import FoundationEssentials
import Gzip
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
    private struct Seen: DeskLook {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
        let decided: [String]
        let median: Double
    }

    @Test func aReviewerDecidesFiftyByKeyboard() async throws {
        let python = try await PageTests.python()
        let folder = try TemporaryFolder("desk")
        let page = try await Self.letter(in: folder.path)
        try await ReviewDesk.run(within: 3600) { desk in
            let count = 50
            for _ in 0..<count {
                try await desk.show(page, of: try await desk.submission(#", "locale": "de", "reference": "L-1""#))
            }
            let keys = [try await desk.key("Mia"), try await desk.key("Ben")]
            let place = "\(folder.path)/pictures"
            let result = try await Program.run(
                python,
                [Browser.script("reviewer.py"), "http://\(desk.gateway.address)", place, "/u/none-is-followed"] + keys
                    + [String(count)],
                environment: ["HOME": folder.path], limit: .seconds(400))
            let seen = try result.look(Seen.self, pictures: place)
            #expect(Set(seen.decided).count == count)
            print("from the key to the next submission: \(Int(seen.median)) ms (median)")
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
        let packed = BrowserFiles.all.filter { $0.key.hasPrefix("desk/") || ["dom.js", "page.css"].contains($0.key) }
            .reduce(0) { $0 + (Gzip.compressed($1.value.bytes)?.count ?? $1.value.bytes.count) }
        #expect(packed < 150_000)
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
