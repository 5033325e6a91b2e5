import Kafka
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI
import Operations

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
        func text(_ value: [UInt8], on topic: String, style: Style) -> String {
            let record = ConsumedRecord(
                topicPartition: TopicPartition(topic: topic, partition: 1), offset: 2, key: nil, value: value)
            return EventLine.text(WatchedEvent(record, readsBody: false), style: style)
        }
        let accepted = try CanonicalJSON.encode(header)
        #expect(text(accepted, on: "docket.outcomes", style: Style(hasColour: true)).contains("\u{1B}[32m"))
        #expect(text([0], on: "docket.dlq", style: .plain) == "dlq  partition 1, offset 2: The bytes are not an event.")
    }

    @Test func `a signed head has a line of its own`() throws {
        let head = CustodyHeadEvent(
            id: .random(), source: "/docket/gateway", time: Timestamp(millisecondsSinceEpoch: 0), tenant: "acme", sequence: 7,
            data: CustodyHeadContent(era: 1, size: 42, root: "ab", head: "a.b.c"))
        func text(_ value: [UInt8], on topic: String) -> String {
            let place = TopicPartition(topic: topic, partition: 1)
            let record = ConsumedRecord(topicPartition: place, offset: 2, key: nil, value: value)
            return EventLine.text(WatchedEvent(record, readsBody: false), style: .plain)
        }
        let line = text(try head.encoded(), on: "docket.custody")
        #expect(line.hasPrefix("1970-01-01T00:00:00.000Z  custody    custody.head"), "\(line)")
        #expect(line.hasSuffix("acme  #7    era 1, 42 leaves  ab"), "\(line)")
        #expect(try CanonicalJSON.decode(CustodyHeadEvent.self, from: head.encoded()) == head)
        #expect(text(try head.encoded(), on: "docket.uploads").contains("type is unknown"))
        #expect(text([0], on: "docket.custody").contains("not an event"))
    }

    @Test func `a tenant's day has a line of its own`() throws {
        let day = try #require(CalendarDate("2026-10-31"))
        let event = UsageEvent(
            source: "/docket/gateway", time: Timestamp(millisecondsSinceEpoch: 0), tenant: "acme", day: day, era: 1,
            counts: UsageCounts(submissions: 2, files: 3, bytes: 4000, pagesMade: 5, pagesRead: 6, readingMilliseconds: 70))
        let place = TopicPartition(topic: "docket.usage", partition: 1)
        let record = ConsumedRecord(topicPartition: place, offset: 2, key: nil, value: try event.encoded())
        let line = EventLine.text(WatchedEvent(record, readsBody: false), style: .plain)
        #expect(line.hasPrefix("1970-01-01T00:00:00.000Z  usage      usage.day"), "\(line)")
        #expect(line.hasSuffix("acme  2026-10-31  2 submitted, 3 files of 4000 bytes  5 pages made, 6 read in 70 ms"), "\(line)")
    }

    @Test func bytesOfAnybodysReachNoTerminalAsTheyAre() {
        let hostile = Array("a\u{1B}[2Jb\r\nü\u{202E}c".utf8) + [0xFF]
        #expect(ByteDump.text(hostile) == "a·[2Jb·ü·c\u{FFFD}")
        let lines = ByteDump.lines(Array("0123456789abcdef".utf8) + [0x1B])
        #expect(lines[0] == "  0000  30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66  0123456789abcdef")
        #expect(lines[1].hasPrefix("  0010  1b ") && lines[1].hasSuffix("  ·"))
        let many = ByteDump.lines([UInt8](repeating: 7, count: ByteDump.most + 3))
        #expect(many.count == ByteDump.most / 16 + 1 && many.last?.contains("3 more") == true)
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
