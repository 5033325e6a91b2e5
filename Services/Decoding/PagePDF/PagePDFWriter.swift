import Crypto
import Jail
import Shared

/// Writes a PDF (ISO 32000-1) with one JPEG as each page, embedded unchanged. It keeps no page. The same pages give the
/// same bytes: no date, no producer, and an identifier made from the content.
struct PagePDFWriter: ~Copyable {
    private let pageCount: Int
    private let isOfSignedFile: Bool
    private var digest = Digest()
    private var written = 0
    private var pagesWritten = 0
    /// The offset of each object; object 1 is first.
    private var offsets: [Int] = []
    private var text = InvisibleTextWriter()

    /// - Parameters:
    ///   - pageCount: The number of pages to come. The page tree is written before them.
    ///   - isOfSignedFile: Whether its document information says so.
    init(pageCount: Int, isOfSignedFile: Bool = false) {
        self.pageCount = pageCount
        self.isOfSignedFile = isOfSignedFile
    }

    /// The file's first bytes.
    mutating func begin() -> [UInt8] {
        // Bytes above 127 in the second line tell transfer programs that the file is binary (7.5.2).
        var bytes: [UInt8] = Array("%PDF-1.4\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3, 0x0a]
        addObject("<</Type/Catalog/Pages 2 0 R>>", to: &bytes)
        let kids = (0..<pageCount).map { "\(Self.firstPageObject + 3 * $0) 0 R" }.joined(separator: " ")
        addObject("<</Type/Pages/Kids[\(kids)]/Count \(pageCount)>>", to: &bytes)
        return emit(bytes)
    }

    /// The bytes of the next page. `picture` describes `jpeg`; `words` are added invisibly.
    mutating func page(_ jpeg: [UInt8], _ picture: CleanJPEG, on paper: Paper?, words: [ShownWord] = []) -> [UInt8] {
        let number = Self.firstPageObject + 3 * pagesWritten
        pagesWritten += 1
        let paper = PaperSize(paper, for: picture)
        var drawing = Array("q \(paper.width) 0 0 \(paper.height) 0 0 cm /Im Do Q".utf8)
        var fonts = ""
        if !words.isEmpty {
            let shown = text.text(of: words, on: paper)
            drawing += shown.content
            // The fonts follow all pages, where all letters are known; their numbers are known here.
            let references = shown.fonts.map { "/F\($0) \(InvisibleFont.object(of: $0, behind: glyphObject)) 0 R" }
            fonts = "/Font<<\(references.joined())>>"
        }
        var bytes: [UInt8] = []
        // The picture is copied once, and never again to make room.
        bytes.reserveCapacity(jpeg.count + drawing.count + 1024 + fonts.utf8.count)
        addObject(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 \(paper.width) \(paper.height)]"
                + "/Resources<</XObject<</Im \(number + 2) 0 R>>\(fonts)>>/Contents \(number + 1) 0 R>>", to: &bytes)
        addStream("", drawing, to: &bytes)
        addStream(
            "/Type/XObject/Subtype/Image/Width \(picture.width)/Height \(picture.height)"
                + "/ColorSpace/\(picture.components == 1 ? "DeviceGray" : "DeviceRGB")/BitsPerComponent 8/Filter/DCTDecode",
            jpeg, to: &bytes)
        return emit(bytes)
    }

    /// The fonts, the document information (14.3.3), the cross-reference table and the trailer.
    mutating func end() -> [UInt8] {
        let objects = fonts() + information()
        let start = written
        // An entry has exactly 20 bytes (7.5.4).
        var table = "xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n"
        for offset in offsets {
            let digits = String(offset)
            table += String(repeating: "0", count: max(0, 10 - digits.count)) + digits + " 00000 n \n"
        }
        let identifier = Hex.encode(digest.snapshot().prefix(16))
        table +=
            "trailer\n<</Size \(offsets.count + 1)/Root 1 0 R\(isOfSignedFile ? "/Info \(offsets.count) 0 R" : "")/ID[<\(identifier)><\(identifier)>]>>\n"
        return objects + Array("\(table)startxref\n\(start)\n%%EOF\n".utf8)
    }

    private static let firstPageObject = 3

    private var glyphObject: Int { Self.firstPageObject + 3 * pageCount }

    /// The last object.
    private mutating func information() -> [UInt8] {
        guard isOfSignedFile else { return [] }
        var bytes: [UInt8] = []
        addObject("<</Subject(\(PageMaking.signedStatement))>>", to: &bytes)
        return emit(bytes)
    }

    private mutating func fonts() -> [UInt8] {
        guard text.hasText else { return [] }
        var bytes: [UInt8] = []
        addStream("", Array(InvisibleFont.glyph.utf8), to: &bytes)
        for (font, letters) in text.alphabet.fonts.enumerated() {
            let number = InvisibleFont.object(of: font, behind: glyphObject)
            addObject(InvisibleFont.dictionary(letters, glyph: glyphObject, table: number + 1), to: &bytes)
            addStream("", Array(InvisibleFont.table(letters).utf8), to: &bytes)
        }
        return emit(bytes)
    }

    /// At the offset after the bytes in `bytes`, which are not yet emitted.
    private mutating func addObject(_ body: String, to bytes: inout [UInt8]) {
        offsets.append(written + bytes.count)
        bytes += "\(offsets.count) 0 obj\n\(body)\nendobj\n".utf8
    }

    private mutating func addStream(_ entries: String, _ data: [UInt8], to bytes: inout [UInt8]) {
        offsets.append(written + bytes.count)
        bytes += "\(offsets.count) 0 obj\n<<\(entries)/Length \(data.count)>>\nstream\n".utf8
        bytes += data
        bytes += "\nendstream\nendobj\n".utf8
    }

    private mutating func emit(_ bytes: [UInt8]) -> [UInt8] {
        written += bytes.count
        digest.update(bytes)
        return bytes
    }
}
