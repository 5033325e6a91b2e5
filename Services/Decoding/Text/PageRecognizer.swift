import Codes
import CTesseract
import Glibc
public import Shared

/// Reads pages that are pictures: words by tesseract, codes by zxing. It reads one page at a time, on one thread.
public final class PageRecognizer {
    /// Versions of the libraries, by name.
    public static var versions: [String: String] {
        ["tesseract": String(cString: TessVersion()), "zxing": CodeReader.version]
    }

    private let models: [TextModel]

    /// The languages with a loaded model.
    public var languages: [ReadingLanguage] { models.map(\.language) }

    /// The versions of the models.
    public var modelVersions: [ReadingLanguage: String] {
        Dictionary(uniqueKeysWithValues: languages.map { ($0, InstalledModels.version(of: $0) ?? "unknown") })
    }

    /// Loads the installed models of these languages.
    ///
    /// - Throws: `noModel` if none is installed.
    public init(languages: [ReadingLanguage] = ReadingLanguage.allCases) throws(TextError) {
        // What it says of a page would go to the log.
        setMsgSeverity(l_int32(L_SEVERITY_NONE))
        let installed = InstalledModels.languages.filter(languages.contains)
        guard !installed.isEmpty else {
            throw .noModel(
                detail: "no model of \(languages.map(\.rawValue).joined(separator: ", ")) in \(InstalledModels.folder)")
        }
        models = try installed.map { language throws(TextError) in try TextModel(language) }
    }

    /// The words and codes of a page. The model of one of the languages reads it: the one that knows the page best.
    /// Languages without a model are skipped. An empty list means all languages.
    public func read(_ page: PagePicture, in languages: [ReadingLanguage] = []) throws(TextError) -> PageText {
        let codes = try codes(of: page)
        let marks = try PrintedMarks(of: page)
        guard marks.count > 0, !marks.isNoise else {
            return PageText(source: .recognized, proportion: page.proportion, words: [], codes: codes)
        }
        var pass = try Pass(page, marks, candidates(languages))
        if pass.words.confidence < Self.doubtful, let better = try secondLook(at: page, marks, languages, after: pass) {
            pass = better
        }
        let words = try withZones(pass, on: page)
        return PageText(source: .recognized, proportion: page.proportion, words: words, codes: codes)
    }

    /// A page that was not read may be rotated; otherwise its orientation is known.
    private func withZones(_ pass: Pass, on page: PagePicture) throws(TextError) -> [PageWord] {
        let words = pass.pageWords(of: page.size)
        let others = pass.words.confidence < Self.doubtful ? [0, 1, 2, 3].filter { $0 != pass.quarters } : []
        for quarters in [pass.quarters] + others {
            if let better = try ZoneLook(page, turnedBy: quarters).words(insteadOf: words) { return better }
        }
        return words
    }

    /// Only the codes.
    public func codes(of page: PagePicture) throws(TextError) -> [PageCode] {
        let found = try page.withBytes { bytes, bytesPerLine in
            CodeReader.codes(of: bytes, width: page.size.width, height: page.size.height, bytesPerLine: bytesPerLine)
        }
        guard let found else { throw .failed(detail: "codes could not be looked for") }
        return found.map { code in
            let bounds = PixelBounds(left: code.left, top: code.top, right: code.right, bottom: code.bottom)
            return PageCode(symbology: code.symbology, bytes: code.bytes, box: bounds.onPage(of: page.size))
        }
    }

    /// Reads only the codes of a page.
    public func codesOnly(of page: PagePicture) throws(TextError) -> PageText {
        PageText(source: .recognized, proportion: page.proportion, words: [], codes: try codes(of: page))
    }

    private func candidates(_ languages: [ReadingLanguage]) -> [TextModel] {
        let wanted = languages.compactMap { language in models.first { $0.language == language } }
        return wanted.isEmpty ? models : wanted
    }

    // MARK: - The second look

    /// Below this confidence the page was not read in its orientation.
    private static let doubtful = 65.0
    /// The confidence that a second look must gain.
    private static let gain = 5.0

    /// A page that is rotated or unevenly lit; nil if correcting that gains nothing.
    private func secondLook(
        at page: PagePicture, _ marks: PrintedMarks, _ languages: [ReadingLanguage], after first: Pass
    ) throws(TextError) -> Pass? {
        let quarters = marks.quartersToUpright() ?? 0
        let other = quarters > 0 ? try page.turned(quarters: quarters) : try page.evenlyLit()
        let marks = try PrintedMarks(of: other)
        guard marks.count > 0, !marks.isNoise else { return nil }
        var second = try Pass(other, marks, candidates(languages))
        second.quarters = quarters
        return second.words.confidence >= first.words.confidence + Self.gain ? second : nil
    }
}
