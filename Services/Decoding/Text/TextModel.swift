import CTesseract
import Shared

/// A loaded model of one language. It reads pictures, one after the other.
final class TextModel {
    /// The layout of the print.
    enum Layout {
        /// Unknown: columns, tables, pictures.
        case page
        /// One column with lines of different sizes.
        case column
        case line

        var mode: TessPageSegMode {
            switch self {
            case .page: PSM_AUTO
            case .column: PSM_SINGLE_COLUMN
            case .line: PSM_SINGLE_LINE
            }
        }
    }

    struct Word {
        let text: String
        var bounds: PixelBounds
        let confidence: Int
        var beginsLine: Bool
    }

    let language: ReadingLanguage
    private let api: OpaquePointer

    init(_ language: ReadingLanguage) throws(TextError) {
        self.language = language
        guard let api = TessBaseAPICreate() else { throw .outOfMemory }
        guard TessBaseAPIInit2(api, InstalledModels.folder, language.rawValue, OEM_LSTM_ONLY) == 0 else {
            TessBaseAPIDelete(api)
            throw .noModel(detail: "the model \(language.rawValue) in \(InstalledModels.folder) cannot be loaded")
        }
        self.api = api
    }

    deinit {
        TessBaseAPIDelete(api)
    }

    /// The words of a picture in reading order.
    func words(of picture: PagePicture, _ layout: Layout) throws(TextError) -> [Word] {
        TessBaseAPISetPageSegMode(api, layout.mode)
        TessBaseAPISetImage2(api, picture.pix)
        TessBaseAPISetSourceResolution(api, Self.resolution)
        defer { TessBaseAPIClear(api) }
        guard TessBaseAPIRecognize(api, nil) == 0 else { throw .failed(detail: "nothing was recognized") }
        guard let results = TessBaseAPIGetIterator(api) else { return [] }
        defer { TessResultIteratorDelete(results) }
        var words: [Word] = []
        var isFirstOfLine = true
        repeat {
            // A line's first word may be blank.
            if TessPageIteratorIsAtBeginningOf(TessResultIteratorGetPageIterator(results), RIL_TEXTLINE) != 0 {
                isFirstOfLine = true
            }
            guard let word = Self.word(results, beginsLine: isFirstOfLine) else { continue }
            words.append(word)
            isFirstOfLine = false
        } while TessResultIteratorNext(results, RIL_WORD) != 0
        return words
    }

    /// Whether the dictionary has the word, without any signs around its letters.
    func knows(_ word: String) -> Bool {
        let letters = word.drop { !$0.isLetter }.reversed().drop { !$0.isLetter }.reversed()
        let word = String(letters)
        guard letters.count >= 2 else { return false }
        return TessBaseAPIIsValidWord(api, word) != 0 || TessBaseAPIIsValidWord(api, word.lowercased()) != 0
    }

    /// Letters were scaled to their size at this resolution, in dots per inch.
    private static let resolution: CInt = 300

    private static func word(_ results: OpaquePointer, beginsLine: Bool) -> Word? {
        guard let characters = TessResultIteratorGetUTF8Text(results, RIL_WORD) else { return nil }
        defer { TessDeleteText(characters) }
        let text = String(cString: characters).filter { !$0.isWhitespace }
        guard !text.isEmpty else { return nil }
        var (left, top, right, bottom): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
        let page = TessResultIteratorGetPageIterator(results)
        guard TessPageIteratorBoundingBox(page, RIL_WORD, &left, &top, &right, &bottom) != 0 else { return nil }
        let confidence = TessResultIteratorConfidence(results, RIL_WORD)
        return Word(
            text: text, bounds: PixelBounds(left: Int(left), top: Int(top), right: Int(right), bottom: Int(bottom)),
            confidence: min(max(Int(confidence.rounded()), 0), 100), beginsLine: beginsLine)
    }
}

extension [TextModel.Word] {
    /// The confidence by letter, from 0 to 100; 0 if nothing was read.
    var confidence: Double {
        let letters = reduce(0) { $0 + $1.text.unicodeScalars.count }
        guard letters > 0 else { return 0 }
        return Double(reduce(0) { $0 + $1.confidence * $1.text.unicodeScalars.count }) / Double(letters)
    }
}
