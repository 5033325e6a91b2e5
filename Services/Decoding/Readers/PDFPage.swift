import Jail
import PDF
import Shared
import Text

/// Reads a page of a PDF: from its own letters if they are what a person sees, otherwise as a picture.
struct PDFPage {
    private let document: PDFDocument
    private let bytes: [UInt8]
    private let index: Int
    private let request: ReadRequest
    private let recognizer: PageRecognizer

    /// A page at 300 dots per inch. `dotsForCodes` is enough to read codes.
    private static let whole = RasterBox(shortSide: PixelBox.a4.shortSide, longSide: PixelBox.a4.longSide)
    private static let dotsForCodes = 200.0

    init(_ bytes: [UInt8], _ number: Int, _ request: ReadRequest, _ recognizer: PageRecognizer) throws {
        document = try PDFDocument(bytes)
        guard number >= 1, number <= document.pageCount else {
            throw ContentRefusal.damaged(detail: "there is no page \(number)")
        }
        self.bytes = bytes
        index = number - 1
        self.request = request
        self.recognizer = recognizer
    }

    func text() throws -> PageText {
        let letters = PDFInvisibleLetters(of: bytes)
        try check(letters.structure)
        if request.onlyCodes {
            return try recognizer.codesOnly(of: try picture(dotsPerInch: Self.dotsForCodes).turned(by: request.rotation))
        }
        let layer = try document.textLayer(index, invisible: letters.areOn(index))
        if layer.doubt != nil {
            return try recognizer.read(try picture(dotsPerInch: 300).turned(by: request.rotation), in: request.languages)
        }
        let text = layer.text.turned(by: request.rotation)
        guard layer.mayHoldCodes else { return text }
        let codes = try recognizer.codes(of: try picture(dotsPerInch: Self.dotsForCodes).turned(by: request.rotation))
        return PageText(source: text.source, proportion: text.proportion, words: text.words, codes: codes)
    }

    /// Checks before anything is drawn: a picture is decoded whole, however small it is on its page.
    private func check(_ structure: PDFStructure) throws {
        let largest = structure.largestPicture
        guard largest <= request.budget.pixelsPerPage else {
            throw ContentRefusal.overBudget(.pixelsPerPage, found: largest, limit: request.budget.pixelsPerPage)
        }
    }

    private func picture(dotsPerInch: Double) throws -> PagePicture {
        let raster = try document.page(index, fitting: Self.whole, maximumDotsPerInch: dotsPerInch)
        return try PagePicture(rgb: raster.rgb, size: PixelSize(width: raster.size.width, height: raster.size.height))
    }
}

extension PagePicture {
    fileprivate func turned(by rotation: Rotation) throws -> PagePicture {
        rotation == .none ? self : try turned(quarters: rotation.degrees / 90)
    }
}

extension PageText {
    /// The text of the page after a clockwise rotation.
    func turned(by rotation: Rotation) -> PageText {
        guard rotation != .none else { return self }
        let isOnItsSide = rotation == .quarter || rotation == .threeQuarters
        return PageText(
            source: source, proportion: isOnItsSide ? 1 / proportion : proportion,
            words: words.map {
                PageWord(text: $0.text, box: $0.box.turned(by: rotation), confidence: $0.confidence, line: $0.line)
            },
            codes: codes.map { PageCode(symbology: $0.symbology, bytes: $0.bytes, box: $0.box.turned(by: rotation)) })
    }
}

extension PageBox {
    fileprivate func turned(by rotation: Rotation) -> PageBox {
        let whole = 10_000
        return switch rotation {
        case .none: self
        case .quarter: PageBox(left: whole - bottom, top: left, right: whole - top, bottom: right)
        case .half: PageBox(left: whole - right, top: whole - bottom, right: whole - left, bottom: whole - top)
        case .threeQuarters: PageBox(left: top, top: whole - right, right: bottom, bottom: whole - left)
        }
    }
}
