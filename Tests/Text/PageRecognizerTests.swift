import CLineImages
import DocumentFixtures
import Shared
import Testing

@testable import Text

/// Pages that libvips prints, as the recognizer reads them.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct PageRecognizerTests {
    /// It is used by one page at a time; the suite is serialized.
    nonisolated(unsafe) private static let recognizer = Result { try PageRecognizer() }

    private func read(_ jpeg: [UInt8], in languages: [ReadingLanguage] = []) throws -> PageText {
        try Self.recognizer.get().read(try PagePicture(jpeg: jpeg), in: languages)
    }

    private func lines(_ text: PageText, joinedBy blank: String = " ") -> [String] {
        Dictionary(grouping: text.words, by: \.line).sorted { $0.key < $1.key }.map {
            $0.value.map(\.text).joined(separator: blank)
        }
    }

    static let english = """
        Electricity bill for the period from the first to the last day
        of the month. Please pay the amount within fourteen days.
        Invoice date: 24 August 2026. Thank you for your business.
        """

    /// Were leptonica's own function called, reading would cost a tenth more, and nobody would see why.
    @Test func picturesOfLinesAreNotPacked() throws {
        let before = docket_line_images_kept()
        let page = try read(try PrintedPage.jpeg([Self.english]), in: [.english])
        #expect(page.words.count > 20)
        #expect(docket_line_images_kept() >= before + 3)
    }

    // MARK: - Languages

    /// Each page is offered to all models.
    @Test(arguments: [
        (ReadingLanguage.english, english, "24 August 2026"),
        (
            .german,
            """
            Stromrechnung für den Zeitraum vom ersten bis zum letzten Tag
            des Monats. Bitte überweisen Sie den Betrag innerhalb von
            vierzehn Tagen. Rechnungsdatum: 24. August 2026. Vielen Dank.
            """, "für den"
        ),
        (
            .french,
            """
            Facture d'électricité pour la période du premier au dernier jour
            du mois. Veuillez régler le montant à réception, au plus tard
            dans les quatorze jours. Date de facture : 24 février 2026.
            """, "24 février 2026"
        ),
        (
            .spanish,
            """
            Factura de electricidad del período comprendido entre el primer
            y el último día del mes. Le rogamos que abone el importe en
            catorce días. Fecha de emisión: 24 de agosto de 2026.
            """, "emisión: 24 de agosto de 2026"
        ),
        (
            .dutch,
            """
            Energierekening voor de periode van de eerste tot en met de
            laatste dag van de maand. Wij verzoeken u het bedrag binnen
            veertien dagen te betalen. Factuurdatum: 24 augustus 2026.
            """, "24 augustus 2026"
        ),
    ])
    func eachLanguageIsReadByItsOwnModel(language: ReadingLanguage, print: String, words: String) throws {
        let text = try read(try PrintedPage.jpeg([print]))
        #expect(text.source == .recognized)
        #expect(lines(text).joined(separator: " ").contains(words), "\(lines(text))")
        #expect(lines(text).count == 3)
    }

    @Test func japaneseIsReadWhereALatinModelComesFirst() throws {
        let print = "電気料金のお知らせ 発行日: 2026年8月24日\nお支払い期限までに下記の金額をお支払いください。"
        let text = try read(try PrintedPage.jpeg([print], font: PrintedPage.japanese), in: [.english, .japanese])
        #expect(lines(text, joinedBy: "").joined().contains("2026年8月24日"), "\(lines(text))")
    }

    @Test func aLanguageWithoutAModelIsPassedOver() throws {
        let recognizer = try PageRecognizer(languages: [.english])
        #expect(recognizer.languages == [.english])
        #expect(recognizer.modelVersions[.english]?.contains("eng") == true)
        let text = try recognizer.read(try PagePicture(jpeg: try PrintedPage.jpeg([Self.english])), in: [.japanese])
        #expect(lines(text).first?.hasPrefix("Electricity bill") == true)
    }

    @Test func noModelAtAllIsAnError() {
        #expect(throws: TextError.self) { try PageRecognizer(languages: []) }
    }

    // MARK: - Places

    @Test func wordsHaveTheirPlaces() throws {
        let text = try read(try PrintedPage.jpeg([Self.english]), in: [.english])
        #expect(abs(text.proportion - 2480.0 / 3508) < 0.001)
        let first = try #require(text.words.first)
        #expect(first.text == "Electricity" && first.line == 0 && first.confidence > 80)
        // It stands 100 pixels from the left and 150 from the top.
        #expect((350...450).contains(first.box.left) && (400...480).contains(first.box.top), "\(first.box)")
        #expect(first.box.right < 2000 && first.box.bottom < 600, "\(first.box)")
    }

    @Test func columnsAreReadOneAfterTheOther() throws {
        let left = "The left column has lines\nthat belong together and\nare read before the other."
        let right = "The right column follows\nwith lines of its own that\nend with a last word."
        func column(_ text: String) -> String { Array(repeating: text, count: 6).joined(separator: "\n") }
        let page = try PrintedPage.jpeg([column(left), column(right)])
        let all = lines(try read(page, in: [.english])).joined(separator: " ")
        let before = try #require(all.firstRange(of: "before the other"))
        let after = try #require(all.firstRange(of: "right column"))
        #expect(before.upperBound <= after.lowerBound, "\(all)")
    }

    @Test(arguments: [90, 180, 270])
    func aPageThatLiesOnItsSideIsReadAllTheSame(degrees: Int) throws {
        let print = Array(repeating: Self.english, count: 6).joined(separator: "\n")
        let text = try read(try PrintedPage.jpeg([print], turned: degrees), in: [.english])
        #expect(lines(text).joined(separator: " ").contains("24 August 2026"), "\(lines(text))")
        // Its beginning is where the page's top left corner has gone.
        let box = try #require(text.words.first?.box)
        switch degrees {
        case 90: #expect(box.left > 8000 && box.top < 2000, "\(box)")
        case 180: #expect(box.left > 7000 && box.top > 8000, "\(box)")
        default: #expect(box.left < 2000 && box.top > 7000, "\(box)")
        }
    }

    @Test func smallPrintIsEnlarged() throws {
        // Letters of six pixels.
        let text = try read(try PrintedPage.jpeg([Self.english], dotsPerInch: 75), in: [.english])
        #expect(lines(text).joined(separator: " ").contains("24 August 2026"), "\(lines(text))")
        let first = try #require(text.words.first?.box)
        #expect((350...450).contains(first.left) && (380...500).contains(first.top), "\(first)")
    }

    // MARK: - Codes

    @Test func aQRCodeIsRead() throws {
        let content = "SPC\n0200\n1\nCH4431999123000889012"
        let text = try read(try PrintedPage.jpeg(around: try PrintedPage.qr(content)), in: [.english])
        let code = try #require(text.codes.first)
        #expect(code.symbology == .qr && code.bytes == Array(content.utf8))
        #expect((3000...5000).contains(code.box.left) && (5000...7000).contains(code.box.right), "\(code.box)")
    }

    /// By zint's numbers.
    @Test(arguments: [
        (71, PageCode.Symbology.dataMatrix), (92, .aztec), (55, .pdf417), (20, .code128), (8, .code39),
    ])
    func otherCodesAreRead(number: Int, symbology: PageCode.Symbology) throws {
        let text = try read(try PrintedPage.jpeg(around: try PrintedPage.code(number, "DOCKET42")), in: [.english])
        #expect(text.codes.map(\.symbology) == [symbology])
        #expect(text.codes.first?.bytes == Array("DOCKET42".utf8))
    }

    // MARK: - Nothing to read

    @Test func anEmptyPageHasNoWords() throws {
        let text = try read(try PrintedPage.jpeg(["."]), in: [.english])
        #expect(text.words.count <= 1 && text.codes.isEmpty)
    }

    @Test func whatIsNoJPEGIsDamaged() {
        #expect(throws: TextError.self) { try PagePicture(jpeg: [1, 2, 3]) }
        #expect(throws: TextError.self) { try PagePicture(rgb: [1, 2, 3], size: PixelSize(width: 2, height: 2)) }
    }

    @Test func greyIsMadeOfColours() throws {
        let page = try PagePicture(rgb: [255, 255, 255, 0, 0, 0, 255, 0, 0], size: PixelSize(width: 3, height: 1))
        let grey = try page.withBytes { bytes, _ in (0..<3).map { bytes[$0] } }
        #expect(grey[0] >= 254 && grey[1] == 0 && (70...80).contains(grey[2]), "\(grey)")
    }

    @Test(arguments: 0...3)
    func aBoxIsTurnedBack(quarters: Int) {
        let size = PixelSize(width: 100, height: 200)
        let box = PixelBounds(left: 10, top: 20, right: 30, bottom: 50)
        // As the library turns it to the right.
        let turned =
            switch quarters {
            case 1: PixelBounds(left: 150, top: 10, right: 180, bottom: 30)
            case 2: PixelBounds(left: 70, top: 150, right: 90, bottom: 180)
            case 3: PixelBounds(left: 20, top: 70, right: 50, bottom: 90)
            default: box
            }
        #expect(turned.turnedBack(quarters: quarters, in: size) == box)
    }
}
