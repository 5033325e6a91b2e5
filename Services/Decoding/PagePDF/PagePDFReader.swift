import Crypto
import Jail

/// Reads a PDF of pages with one picture each and the given words, from its first byte to its last. It accepts nothing
/// else.
///
/// It is no PDF parser: it knows only one form of pages, in which no object, key or byte can act, load anything, link, or
/// reveal an origin. Any difference is a fault. The text of the file is written here a second time on purpose,
/// independently of the writer: the two agree only on intended bytes.
struct PagePDFReader: ~Copyable {
    /// An unexpected part of the file.
    struct Fault: Error, Hashable, Sendable {
        /// In bytes from the beginning of the file.
        let offset: Int
        let detail: String
    }

    /// The next expected part.
    enum Part {
        /// Exactly these bytes.
        case text([UInt8])
        /// The first line of the next object.
        case object
        /// A line with numbers.
        case pageTree, page, content, picture
        /// A drawn picture, and the words after it.
        case words(count: Int)
        /// A font with exactly these letters, or one of its parts.
        case font([UInt8])
        /// The JPEG that the line before it announced.
        case jpeg(count: Int)
        /// The cross-reference table and the trailer, which the parts before it determine.
        case table
    }

    /// The last one is next.
    var parts: [Part]
    private var buffer: [UInt8] = []
    /// The offset of the buffer's first byte.
    private var offset = 0
    private var offsets: [Int] = []
    private var digest = Digest()
    private var pageCount = 0
    private var pagesRead = 0
    private var sides: [String] = []
    private var components = 0
    private var table: [UInt8]?
    /// Of the pages to come.
    private var expected: [[ShownWord]] = []
    var words: [ShownWord] = []
    var page: PageLine?
    var text = InvisibleTextReader()

    private let longestJPEG: Int
    private let isOfSignedFile: Bool
    /// The line that lists all pages is the longest.
    private static let longestLine = 1 << 17

    /// - Parameters:
    ///   - longestJPEG: In bytes. A longer picture of a page is a fault.
    ///   - isOfSignedFile: Whether the file has to say that the signatures of an original are in the original alone.
    init(longestJPEG: Int, isOfSignedFile: Bool = false) {
        self.longestJPEG = longestJPEG
        self.isOfSignedFile = isOfSignedFile
        let head: [UInt8] = Array("%PDF-1.4\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3, 0x0a]
        parts = [
            .pageTree, .object, .text(Array("<</Type/Catalog/Pages 2 0 R>>\nendobj\n".utf8)), .object, .text(head),
        ]
    }

    /// Announces the words of the next page, after those announced before. An unannounced page has none.
    mutating func expect(_ words: [ShownWord]) { expected.append(words) }

    /// Reads the next bytes. The file may be cut anywhere.
    mutating func read(_ bytes: [UInt8]) throws(Fault) {
        buffer += bytes
        var position = 0
        while let part = parts.last, let count = try length(of: part, from: position) {
            parts.removeLast()
            let piece = buffer[position..<position + count]
            if case .table = part {} else { digest.update(piece) }
            try take(piece, as: part)
            position += count
        }
        if parts.isEmpty, position < buffer.count { throw fault("bytes behind the end", at: position) }
        buffer.removeFirst(position)
        offset += position
    }

    /// - Throws: A fault if the file is not at its end.
    func end() throws(Fault) {
        guard parts.isEmpty else { throw fault("the file is cut", at: buffer.count) }
        guard expected.isEmpty else { throw fault("words of a page that is not there", at: 0) }
    }

    /// The first object after all pages.
    var firstObject: Int { 3 + 3 * pageCount }

    // MARK: - Part by part

    /// Nil until all of it has arrived.
    private mutating func length(of part: Part, from position: Int) throws(Fault) -> Int? {
        let count: Int
        switch part {
        case .text(let text), .font(let text): count = text.count
        case .object: count = objectHead.count
        case .jpeg(let announced), .words(let announced): count = announced
        case .table:
            if table == nil {
                table =
                    PagePDFTable(
                        offsets: offsets, digest: digest.snapshot(), start: offset + position, hasInformation: isOfSignedFile
                    ).bytes
            }
            count = table?.count ?? 0
        case .pageTree, .page, .content, .picture:
            guard let end = buffer[position...].firstIndex(of: UInt8(ascii: "\n")) else {
                guard buffer.count - position <= Self.longestLine else { throw fault("a line without an end", at: position) }
                return nil
            }
            return end + 1 - position
        }
        return buffer.count - position >= count ? count : nil
    }

    private var objectHead: [UInt8] { Array("\(offsets.count + 1) 0 obj\n".utf8) }

    private mutating func take(_ piece: ArraySlice<UInt8>, as part: Part) throws(Fault) {
        let position = piece.startIndex
        switch part {
        case .text(let text):
            guard piece.elementsEqual(text) else { throw fault("other words than belong there", at: position) }
        case .object:
            guard piece.elementsEqual(objectHead) else { throw fault("not object \(offsets.count + 1)", at: position) }
            offsets.append(offset + position)
        case .pageTree: try takePageTree(piece)
        case .page: try takePage(piece)
        case .content: try takeContent(piece)
        case .words: try takeWords(piece)
        case .font(let letters):
            guard piece.elementsEqual(letters) else { throw fault("a font of other letters than the words have", at: position) }
        case .picture: try takePicture(piece)
        case .jpeg: try takeJPEG(piece)
        case .table:
            guard piece.elementsEqual(table ?? []) else { throw fault("not the table of these objects", at: position) }
        }
    }

    private mutating func takePageTree(_ line: ArraySlice<UInt8>) throws(Fault) {
        let text = String(decoding: line, as: UTF8.self)
        let start = "<</Type/Pages/Kids["
        let kids = text.dropFirst(start.count).prefix { $0 != "]" }.split(separator: " ", omittingEmptySubsequences: false)
        pageCount = kids.count / 3
        let wanted = (0..<pageCount).map { "\(3 + 3 * $0) 0 R" }.joined(separator: " ")
        // Byte by byte: two texts are equal, too, that are the same to a reader only.
        guard pageCount > 0, line.elementsEqual("\(start)\(wanted)]/Count \(pageCount)>>\n".utf8) else {
            throw fault("not a tree of pages", at: line.startIndex)
        }
        parts = [.page, .object, .text(Array("endobj\n".utf8))]
    }

    private mutating func takePage(_ line: ArraySlice<UInt8>) throws(Fault) {
        words = expected.isEmpty ? [] : expected.removeFirst()
        page = PageLine(line, number: offsets.count, firstObject: firstObject, hasWords: !words.isEmpty)
        guard let page else { throw fault("not a page", at: line.startIndex) }
        let sizes = page.sizes
        guard PaperSize.isSound(sizes) else { throw fault("a page of no sensible size", at: line.startIndex) }
        let content = "<</Length \(page.drawing.utf8.count)>>\nstream\n\(page.drawing)\nendstream\nendobj\n"
        parts = [
            .picture, .object, words.isEmpty ? .text(Array(content.utf8)) : .content, .object, .text(Array("endobj\n".utf8)),
        ]
    }

    private mutating func takePicture(_ line: ArraySlice<UInt8>) throws(Fault) {
        let start = "<</Type/XObject/Subtype/Image/Width "
        for (space, count) in [("DeviceGray", 1), ("DeviceRGB", 3)] {
            let middle = "/ColorSpace/\(space)/BitsPerComponent 8/Filter/DCTDecode/Length "
            guard let found = StrictText.numbers(in: line, between: [start, "/Height ", middle, ">>\n"]),
                let announced = Int(found[2]), String(announced) == found[2], announced <= longestJPEG
            else { continue }
            (sides, components) = (Array(found[..<2]), count)
            parts = [.text(Array("\nendstream\nendobj\n".utf8)), .jpeg(count: announced), .text(Array("stream\n".utf8))]
            return
        }
        throw fault("not a picture of a page", at: line.startIndex)
    }

    private mutating func takeJPEG(_ piece: ArraySlice<UInt8>) throws(Fault) {
        let picture: CleanJPEG
        do throws(CleanJPEG.Fault) {
            picture = try CleanJPEG(validating: Array(piece))
        } catch {
            throw fault("a JPEG that holds more than a picture, or less: \(error)", at: piece.startIndex)
        }
        guard sides == [String(picture.width), String(picture.height)], components == picture.components else {
            throw fault("a picture of another size or colour than its page says", at: piece.startIndex)
        }
        pagesRead += 1
        parts = (pagesRead < pageCount ? [.page, .object] : [.table] + informationParts + fontParts()) + parts
    }

    /// The last object of a file of a signed original, the first part last.
    private var informationParts: [Part] {
        guard isOfSignedFile else { return [] }
        let text = """
            <</Subject(The original carries signatures. They are in the original alone: \
            this file is a copy of its pages and is not signed.)>>
            endobj

            """
        return [.text(Array(text.utf8)), .object]
    }

    func fault(_ detail: String, at position: Int) -> Fault { Fault(offset: offset + position, detail: detail) }
}
