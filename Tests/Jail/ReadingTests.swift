import DocumentFixtures
import EventLoop
import Glibc
import Jail
import Shared
import Testing

/// What the real ReaderJail, which lies beside the test's own executable, reads.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct ReadingTests {
    private static let letter = """
        Electricity bill for the period from the first to the last day
        of the month. Please pay the amount within fourteen days.
        Invoice date: 24 August 2026. Thank you for your business.
        """

    private func withReader<Result: Sendable>(
        _ change: (inout JailConfiguration) -> Void = { _ in }, _ body: (Jail) async throws -> Result
    ) async throws -> Result {
        var configuration = JailConfiguration.reader()
        configuration.requiredLocks = [.seccomp]
        change(&configuration)
        return try await withJail(configuration) { jail, _ in try await body(jail) }
    }

    private func words(_ text: PageText) -> String { text.words.map(\.text).joined(separator: " ") }

    @Test func aPictureIsReadLockedIn() async throws {
        let jpeg = try PrintedPage.jpeg([Self.letter])
        try await withReader { jail in
            let models = await jail.models
            #expect(models[.english]?.contains("eng") == true && models[.japanese] != nil)
            #expect(await jail.libraries["tesseract"] != nil)
            let text = try await jail.read(.bytes(jpeg), ReadRequest(.picture, languages: [.english]))
            #expect(text.source == .recognized && words(text).contains("24 August 2026"), "\(words(text))")
        }
    }

    @Test func onlyTheNamedModelsAreLoaded() async throws {
        let configuration = JailConfiguration.reader(languages: [.german])
        try await withJail(configuration) { jail, _ in #expect(await Set(jail.models.keys) == [.german]) }
    }

    @Test func aJailThatDecodesDoesNotRead() async throws {
        let jpeg = try Photo.encoded(as: "jpg[strip]")
        let error = await #expect(throws: JailError.self) {
            try await withJail { jail, _ in try await jail.read(.bytes(jpeg), ReadRequest(.picture)) }
        }
        #expect(error?.refusal != nil, "\(String(describing: error))")
        let other = await #expect(throws: JailError.self) {
            try await withReader { jail in try await jail.inspect(.bytes(jpeg)) }
        }
        #expect(other?.refusal != nil, "\(String(describing: other))")
    }

    @Test func onlyACleanPictureIsTaken() async throws {
        let photo = try Photo.jpeg(orientation: 6)
        try await withReader { jail in
            for bytes in [photo, [1, 2, 3], try Photo.encoded(as: "png")] {
                let error = await #expect(throws: JailError.self) { try await jail.read(.bytes(bytes), ReadRequest(.picture)) }
                guard case .damaged = error?.refusal else {
                    Issue.record("\(String(describing: error))")
                    continue
                }
            }
        }
    }

    // MARK: - PDFs

    private func pdf(_ drawing: String, rotate: Int = 0, more: [String] = [], resources: String = "") -> [UInt8] {
        HandmadePDF.cornered(
            width: 595, height: 842, page: "/Rotate \(rotate)/Resources<</Font<</F 5 0 R>>\(resources)>>/Contents 6 0 R",
            more: [
                "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
                "<</Length \(drawing.utf8.count)>>\nstream\n\(drawing)\nendstream",
            ] + more
        ).bytes
    }

    @Test func aPDFsOwnLettersAreTakenAsTheyAre() async throws {
        let document = pdf("BT /F 12 Tf 72 700 Td (Invoice date: 24 August 2026) Tj 0 -20 Td (Total 12.50) Tj ET")
        try await withReader { jail in
            let text = try await jail.read(.bytes(document), ReadRequest(.page(1)))
            #expect(text.source == .layer)
            #expect(text.words.map(\.text) == ["Invoice", "date:", "24", "August", "2026", "Total", "12.50"])
            #expect(text.words.map(\.line) == [0, 0, 0, 0, 0, 1, 1])
            #expect(text.words.allSatisfy { $0.confidence == 100 })
            // 72 of 595 points from the left; 142 of 842 from the top to the line that letters stand on.
            let first = try #require(text.words.first?.box)
            #expect(abs(first.left - 1210) < 20 && first.top < 1686 && first.bottom > 1680, "\(first)")
            let turned = try await jail.read(.bytes(document), ReadRequest(.page(1), rotation: .quarter))
            #expect(turned.words.first?.box.right == 10_000 - first.top && turned.words.first?.box.top == first.left)
            #expect(abs(turned.proportion - 842.0 / 595) < 0.01)
            let missing = await #expect(throws: JailError.self) {
                try await jail.read(.bytes(document), ReadRequest(.page(2)))
            }
            #expect(missing?.refusal != nil)
        }
    }

    /// What a person does not see: letters in rendering mode 3, off the page, white on white, and under a white box.
    @Test(arguments: [
        "BT 3 Tr /F 12 Tf 72 600 Td (Hidden) Tj ET", "BT 3%\n Tr /F 12 Tf 72 600 Td (Hidden) Tj ET",
        "BT /F 12 Tf 900 600 Td (Hidden) Tj ET", "BT /F 12 Tf 72 -40 Td (Hidden) Tj ET",
        "q 1 g BT /F 12 Tf 72 600 Td (Hidden) Tj ET Q",
        "BT /F 12 Tf 72 600 Td (Hidden) Tj ET q 1 g 60 590 120 40 re f Q",
    ])
    func whatNobodySeesIsNotRead(hidden: String) async throws {
        let document = pdf("BT 0 Tr /F 24 Tf 72 700 Td (Invoice date: 24 August 2026) Tj ET \(hidden)")
        let text = try await withReader {
            try await $0.read(.bytes(document), ReadRequest(.page(1), languages: [.english]))
        }
        #expect(words(text).contains("24 August 2026"), "\(words(text))")
        #expect(!words(text).contains("Hidden"), "\(words(text))")
    }

    @Test func lettersBehindAScanAreNotBelieved() async throws {
        // Black over the whole page, and letters over it that are not drawn.
        let scan =
            "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>\nstream\nz\nendstream"
        let document = pdf(
            "q 595 0 0 842 0 0 cm /Im Do Q BT /F 24 Tf 72 700 Td (Drawn) Tj ET BT 3 Tr /F 24 Tf 72 600 Td (Hidden) Tj ET",
            more: [scan], resources: "/XObject<</Im 7 0 R>>")
        let text = try await withReader {
            try await $0.read(.bytes(document), ReadRequest(.page(1), languages: [.english]))
        }
        #expect(text.source == .recognized && !words(text).contains("Hidden"), "\(words(text))")
    }

    // MARK: - Hostile pictures

    /// Noise, a page of 200,000 marks, print of one pixel.
    @Test(arguments: ["noise", "marks", "dust"])
    func aHostilePictureEndsWithinItsBudget(kind: String) async throws {
        let jpeg = try HostilePrint.jpeg(kind)
        try await withReader { jail in
            do {
                let text = try await jail.read(.bytes(jpeg), ReadRequest(.picture, languages: [.english], processorSeconds: 20))
                #expect(text.words.count <= PageText.mostWords)
            } catch let error as JailError {
                #expect(error.refusal == .tooCostly, "\(error.debugDescription)")
            }
        }
    }

    /// A second is not enough for a dense page.
    @Test func whoUsesUpItsBudgetIsRefused() async throws {
        let dense = Array(
            repeating: "Dense print goes on and on from line to line, with words of many letters 0123456789", count: 60)
        let jpeg = try PrintedPage.jpeg([dense.joined(separator: "\n")])
        try await withReader { jail in
            let request = ReadRequest(.picture, languages: [.english, .german, .french], processorSeconds: 1)
            let error = await #expect(throws: JailError.self) { try await jail.read(.bytes(jpeg), request) }
            #expect(error?.refusal == .tooCostly, "\(String(describing: error?.debugDescription))")
            #expect(await jail.isReady)
        }
    }

    @Test func theProcessorTimeOfReadingIsTold() async throws {
        let jpeg = try PrintedPage.jpeg(["Invoice date: 24 August 2026"])
        try await withReader { jail in
            let read = try await jail.measuredRead(.bytes(jpeg), ReadRequest(.picture, languages: [.english]))
            #expect(words(read.text).contains("August"))
            // Recognition takes far more than a millisecond of any processor.
            #expect(read.processor > .milliseconds(1) && read.processor < .seconds(60))
        }
    }

    // MARK: - What is linked

    /// A hostile photo finds no recognizer to attack, and a page that is read no decoder of photos.
    @Test func eachJailLinksItsOwnLibraries() throws {
        let folder = try #require(ChildProcess.currentExecutableDirectory)
        func libraries(_ program: String) throws -> String { try Tool.ldd.output(of: ["\(folder)/\(program)"]) }
        let (decoder, reader) = (try libraries("DecoderJail"), try libraries("ReaderJail"))
        for library in ["libtesseract", "liblept", "libZXing"] {
            #expect(!decoder.contains(library) && reader.contains(library), "\(library)")
        }
        #expect(decoder.contains("libvips") && !reader.contains("libvips"))
    }
}
