import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

/// The operators' screens in Debian's Chromium, over answers of the administration that the browser itself plays: the page, its style
/// and its policy are the gateway's.
@Suite(.timeLimit(.minutes(6)))
struct DeskOperatorTests {
    private struct Seen: Decodable {
        let pictures: [String]
        let axe: [String]
        let console: [String]
        let origins: [String]
    }

    @Test func operatorsSeeTheInstallationAndActOnIt() async throws {
        let python = try await PageTests.python()
        let folder = try TemporaryFolder("operators")
        var options = GatewayUnderTest.Options()
        options.isDevelopment = true
        try await GatewayUnderTest.run(options) { gateway in
            let place = "\(folder.path)/pictures"
            let result = try await Program.run(
                python, [Browser.script("operators.py"), "http://\(gateway.address)", place, "/none", "-", "-"],
                environment: ["HOME": folder.path], limit: .seconds(300))
            try KeptPictures.keep(of: place) { $0.first?.isNumber == true }
            try #require(result.status.isSuccess, "\(result.complaints.suffix(3000))")
            let seen = try JSONDecoder().decode(Seen.self, from: Data((result.text.split(separator: "\n").last ?? "").utf8))
            #expect(seen.pictures.count == 42)
            #expect(seen.axe == [])
            #expect(seen.console == [])
            #expect(seen.origins == [])
        }
    }
}
