import Shared
import Testing

@testable import DocketCLI

@Suite struct RenderingTests {
    @Test(arguments: [
        ("com.docket.submission.needs_input.v1", "submission.needs_input"),
        ("com.docket.upload.completed.v12", "upload.completed"),
        ("other.thing", "other.thing"), ("", ""),
    ])
    func typesAreShortened(_ type: String, _ expected: String) {
        #expect(EventLine.shortType(type) == expected)
    }

    @Test func anEventsLineIsColoured() throws {
        let submission = try #require(SubmissionID("0198a2f4-0000-7000-8000-000000000001"))
        let header = EventHeader(
            id: .random(), type: .submissionAccepted, source: "/docket/normalization", submission: submission,
            time: Timestamp(millisecondsSinceEpoch: 0), sequence: 7, tenant: .standard, journey: "proof-of-address")
        let event = WatchedEvent(
            header: header, topic: "docket.outcomes", partition: 0, offset: 0, published: nil, step: nil, body: .null)
        #expect(EventLine.text(event, style: Style(hasColour: true)).contains("\u{1B}[32m"))
        let fault = EventLine.text(fault: .tooLarge(9), topic: "docket.dlq", partition: 1, offset: 2, style: .plain)
        #expect(fault.hasPrefix("dlq  partition 1, offset 2: "))
    }

    @Test func columnsAreAsWideAsTheirWidestCell() {
        var table = Table()
        table.row("a", "long cell", "x")
        table.row("longer", "b")
        #expect(table.lines() == ["  a       long cell  x", "  longer  b"])
        #expect(table.lines(first: { "<\($0)>" })[0] == "  <a>       long cell  x")
        #expect(Table().lines().isEmpty)
    }

    @Test func colourIsOnlyWhereItIsWanted() {
        #expect(Style.plain.bad("x") == "x")
        #expect(Style(hasColour: true).bold("x") == "\u{1B}[1mx\u{1B}[0m")
        let terminal = Terminal(descriptor: -1, environment: ["NO_COLOR": "1"])
        #expect(!terminal.isInteractive && !terminal.style.hasColour && terminal.width == 100)
    }

    @Test func everyExitCodeHasItsMeaning() {
        #expect(ExitCode.allCases.allSatisfy { !$0.meaning.isEmpty })
        #expect(CommandFailure(.usage, "what", advice: "do").description == "what\n  do")
    }
}
