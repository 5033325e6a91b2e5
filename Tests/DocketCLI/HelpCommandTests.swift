import EventLoop
import FoundationEssentials
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct HelpCommandTests {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/deploy/manual"

    @Test func everyPageOfTheManualIsATopic() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder).filter { $0.hasSuffix(".md") }
        let pages = names.map { String($0.dropLast(3)) }.filter { $0 != "README" }.sorted()
        #expect(ManualPage.all.map(\.name) == pages)
        for page in ManualPage.all {
            #expect(page.text == FileText.read("\(Self.folder)/\(page.name).md"), "\(page.name)")
            #expect(page.text.hasPrefix("# \(page.title)\n"))
        }
    }

    @Test func aTerminalShowsHeadingsInBoldAndNoMarks() {
        let page = ManualPage(name: "page", text: "# Page\n\nText\n<!-- end -->\n```\n# a comment\n```\n")
        #expect(page.shown(in: Style(hasColour: true)) == "\u{1B}[1mPage\u{1B}[0m\n\nText\n```\n# a comment\n```\n")
        #expect(page.shown(in: .plain) == "Page\n\nText\n```\n# a comment\n```\n")
    }

    @Test func aTopicIsShownAsItIsWhereNoTerminalIs() async throws {
        let docket = try BuiltPrograms.path("docket")
        let page = try await Program.check(docket, ["help", "webhooks"]).text
        #expect(page == FileText.read("\(Self.folder)/webhooks.md"))
        let topics = try await Program.check(docket, ["help", "topics"]).text
        #expect(ManualPage.all.allSatisfy { topics.contains("  \($0.name) ") })
    }

    @Test func commandsHaveTheirHelpHere() async throws {
        let docket = try BuiltPrograms.path("docket")
        let help = try await Program.check(docket, ["help", "journeys", "new"]).text
        #expect(try await Program.check(docket, ["journeys", "new", "--help"]).text == help)
    }

    @Test(arguments: [("webhoks", "webhooks"), ("uplaod", "upload")])
    func aWrongTopicIsAUsageError(word: String, meant: String) async throws {
        let outcome = try await Program.run(try BuiltPrograms.path("docket"), ["help", word])
        #expect(outcome.status == .exited(64))
        #expect(outcome.complaints.contains("“\(meant)”") && outcome.complaints.contains("docket help topics"))
    }
}
