import DocumentFixtures
import FoundationEssentials
import Shared
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket read` with the real jails, which lie beside the test's own executable.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct ReadCommandTests {
    private static let letter = "Invoice date: 24 August 2026\nPlease pay the amount within fourteen days."

    private struct Report: Decodable {
        struct File: Decodable { let pages: [Page] }
        struct Page: Decodable {
            let number: Int
            let source: String
            let confidence: Int
            let words: [Word]
            let codes: [Code]
        }
        struct Word: Decodable {
            let text: String
            let box: [Int]
            let line: Int
        }
        struct Code: Decodable {
            let symbology: String
            let text: String?
        }
        let files: [File]
        let models: [String: String]
    }

    @Test func linesOfAPhotoAreShown() async throws {
        try await InProcessRun.inFolder { folder in
            let jpeg = try PrintedPage.jpeg([Self.letter])
            // As a phone writes it.
            let heic = try Tool.vips.run(["copy", "in.jpg", "out.heic"], files: ["in.jpg": jpeg], yields: "out.heic")
            try Data(heic).write(to: URL(filePath: "\(folder)/photo.heic"))
            let run = try await InProcessRun.docket(["read", "\(folder)/photo.heic", "--languages", "en"])
            #expect(run.code == 0, "\(run.errors)")
            #expect(run.output.contains("recognized, mean confidence"), "\(run.output)")
            #expect(run.output.contains("Invoice date: 24 August 2026"), "\(run.output)")
            #expect(run.output.contains(/issued +certain +2026-08-24/), "\(run.output)")
        }
    }

    @Test func wordsOfAPDFHaveTheirBoxes() async throws {
        try await InProcessRun.inFolder { folder in
            try Data(HandmadePDF.written("Total 12.50").bytes).write(to: URL(filePath: "\(folder)/a.pdf"))
            let run = try await InProcessRun.docket(["read", "\(folder)/a.pdf", "--json"])
            #expect(run.code == 0, "\(run.errors)")
            let report = try CanonicalJSON.decode(Report.self, from: Array(run.output.utf8))
            #expect(report.files.first?.pages.map(\.number) == [1, 2])
            let page = try #require(report.files.first?.pages.first)
            #expect(page.source == "layer" && page.confidence == 100 && page.words.map(\.text) == ["Total", "12.50"])
            #expect(page.words.allSatisfy { $0.box.count == 4 && $0.line == 0 })
            #expect(report.models["eng"] != nil)
        }
    }

    @Test func codesAreShown() async throws {
        try await InProcessRun.inFolder { folder in
            let jpeg = try PrintedPage.jpeg(around: try PrintedPage.qr("SPC\nCH44"))
            try Data(jpeg).write(to: URL(filePath: "\(folder)/a.jpg"))
            let run = try await InProcessRun.docket(["read", "\(folder)/a.jpg", "-l", "eng"])
            #expect(run.output.contains("qr: SPC | CH44"), "\(run.output) \(run.errors)")
        }
    }

    @Test func whatCannotBeReadIsSaid() async throws {
        try await InProcessRun.inFolder { folder in
            try Data("text".utf8).write(to: URL(filePath: "\(folder)/a.txt"))
            #expect(try await InProcessRun.docket(["read", "\(folder)/a.txt"]).code == ExitCode.refused.rawValue)
            #expect(try await InProcessRun.docket(["read", "\(folder)/none.jpg"]).code == ExitCode.notFound.rawValue)
            let unknown = try await InProcessRun.docket(["read", "\(folder)/a.txt", "--languages", "xyz"])
            #expect(unknown.code == ExitCode.usage.rawValue && unknown.errors.contains("xyz"))
            let missing = try await InProcessRun.docket(
                ["read", "\(folder)/a.txt", "--languages", "jpn"], environment: ["DOCKET_READING_LANGUAGES": "eng"])
            #expect(missing.code == ExitCode.unavailable.rawValue && missing.errors.contains("tesseract-ocr-jpn"))
        }
    }

    private static func page(_ lines: [String]) -> PageText {
        PageText(
            source: .layer, proportion: 0.7,
            words: lines.enumerated().flatMap { number, line in
                line.split(separator: " ").enumerated().map { place, word in
                    let (left, top) = (1000 + place * 900, 1000 + number * 400)
                    return PageWord(
                        text: String(word), box: PageBox(left: left, top: top, right: left + 800, bottom: top + 200),
                        confidence: 100,
                        line: number)
                }
            })
    }

    @Test func whatTheWordsMeanIsToldWithItsPlace() throws {
        let today = try #require(CalendarDate("2026-11-24"))
        let file = FileReading(
            path: "a.pdf",
            pages: [
                (1, Self.page(["Nothing here"])),
                (2, Self.page(["Invoice date: 24 August 2026", "Total amount due: 12.50 EUR"])),
            ])
        let facts = ReadingFacts.lines(of: file, today: today)
        let issued = try #require(facts.first { $0.fact == "issued" })
        #expect(issued.value == "2026-08-24" && issued.page == 2 && issued.isCertain && issued.box[1] >= 1000)
        #expect(facts.first { $0.fact == "total" }?.value == "12.50 EUR")
        let lines = ReadingScreen.facts(facts, isLong: true)
        #expect(
            lines.contains { $0.contains("issued") && $0.contains("certain") && $0.contains("2026-08-24, page 2") }, "\(lines)")
        let hostile = ReadingFacts.Line(
            fact: "zone", value: "\u{1b}[2J", page: 1, box: [0, 0, 1, 1], confidence: 40, isCertain: false)
        #expect(ReadingScreen.facts([hostile], isLong: false) == ["  zone  perhaps (40)  not shown"])
    }

    @Test func aCodeThatATerminalWouldObeyIsNotShown() {
        let code = PageCode(symbology: .qr, bytes: Array("\u{1b}[2J".utf8), box: .whole)
        #expect(ReadingScreen.words(of: code) == "4 bytes")
        #expect(ReadingScreen.words(of: PageCode(symbology: .qr, bytes: [0xff], box: .whole)) == "1 bytes")
    }
}
