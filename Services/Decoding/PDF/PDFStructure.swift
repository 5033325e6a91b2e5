import CQpdf

/// What a PDF is made of besides its pages: what rules want to know.
public struct PDFStructure: Hashable, Sendable {
    public enum Encryption: Hashable, Sendable {
        case none
        /// Restrictions only: it opens without a password.
        case ownerPassword
        case userPassword
    }

    /// How far it could be looked through.
    public enum Scrutiny: Hashable, Sendable {
        case whole
        /// Something in it is damaged: others may read it otherwise.
        case mended
        /// Not to its end, or not at all.
        case partial
    }

    public var encryption: Encryption = .none
    /// Anywhere: in the catalog, on a page, in an annotation or a form field.
    public var hasJavaScript = false
    /// Something happens when it or a page of it is opened.
    public var hasAutomaticActions = false
    /// An action that starts a program, or opens a file of the reader's machine (ISO 32000-1, section 12.6.4.5).
    public var hasLaunchAction = false
    /// A file within the file (section 7.11.4), wherever it hangs: in the catalog's names or at an annotation.
    public var hasEmbeddedFile = false
    public var hasForm = false
    public var scrutiny = Scrutiny.whole
    /// Pages that hang in the tree of pages (section 7.7.3), whatever it says of how many they are; at most ten thousand are counted.
    public var pageCount = 0
    /// The table of its objects (section 7.5.4) does not say where they are, or is not there: they had to be looked for.
    public var isRebuilt = false
    /// Its last object has no end, or objects follow its end without a table of them.
    public var isCutOff = false
    /// Pixels of the largest picture in it.
    public var largestPicture = 0
    /// What its information dictionary (section 14.3.3) names: `Creator`, `Producer`.
    public var programs: [String] = []
    /// Signatures of the document (section 12.8.1).
    public var signatures = 0
    /// More follows what the last signature covers than the end of a line. What makes signatures last (ISO 32000-2, section 12.8.4.3)
    /// is added later by right, so that nothing is said of a document that has it.
    public var isChangedAfterSigning = false
    /// Where the last byte lies that a signature covers.
    private var signedEnd = 0

    public init(of bytes: [UInt8]) {
        self.init(of: bytes, bounds: WalkBounds())
    }

    init(of bytes: [UInt8], bounds: WalkBounds) {
        self.init(of: Self.parsed(bytes), bounds: bounds)
    }

    /// The document that a file begins with.
    struct Parsed {
        let pdf: QpdfHandle
        /// Whether more follows it than padding.
        let isFollowed: Bool
        let isCutOff: Bool
        /// Of the document that the file begins with.
        let length: Int
    }

    static func parsed(_ bytes: [UInt8]) -> Parsed {
        let end = PDFTrailer.end(of: bytes)
        let document = end.map { Array(bytes[..<$0.position]) } ?? bytes
        func parsed(_ pdf: QpdfHandle) -> Parsed {
            Parsed(pdf: pdf, isFollowed: end?.isPadded == false, isCutOff: PDFTrailer.isCutOff(bytes), length: document.count)
        }
        let pdf = QpdfHandle(document, attemptRecovery: true)
        // What is drawn of a document without its end is looked through as well.
        guard !pdf.isReadable, !pdf.complaints.needsPassword, let mended = PDFTrailer.added(to: document) else {
            return parsed(pdf)
        }
        return parsed(QpdfHandle(mended, attemptRecovery: true))
    }

    init(of parsed: Parsed, bounds: WalkBounds) {
        let pdf = parsed.pdf
        if pdf.isReadable {
            if qpdf_is_encrypted(pdf.data) != 0 { encryption = .ownerPassword }
            let root = pdf.root
            hasAutomaticActions = pdf.has("/OpenAction", in: root)
            hasForm = pdf.has("/AcroForm", in: root)
            let walked = pdf.walk(from: pdf.trailer, bounds) { stop in
                look(at: stop, in: pdf)
                return true
            }
            programs = pdf.programs
            isChangedAfterSigning =
                signatures > 0 && !pdf.has("/DSS", in: root) && parsed.length - signedEnd > Self.endOfLine
            pdf.takeComplaints()
            if pdf.complaints.isDamaged || parsed.isFollowed { scrutiny = .mended }
            if walked != .whole || pdf.complaints.isTooDeep { scrutiny = .partial }
        } else {
            scrutiny = .partial
        }
        isRebuilt = pdf.complaints.isRebuilt || !pdf.isReadable && pdf.complaints.isDamaged
        if pdf.complaints.needsPassword { encryption = .userPassword }
        isCutOff = parsed.isCutOff
        // Last: qpdf mends the tree of pages when it is asked for them.
        if pdf.isReadable { pageCount = pdf.pageCount(atMost: Self.maximumPages) }
        pdf.takeComplaints()
    }

    private static let maximumPages = 10_000
    /// Bytes that may stand behind a signed end.
    private static let endOfLine = 2

    private mutating func look(at stop: QpdfHandle.Stop, in pdf: QpdfHandle) {
        var isPicture = false
        for key in stop.keys {
            switch key.text {
            case "/AA": hasAutomaticActions = true
            case "/JS": hasJavaScript = true
            case "/EF": hasEmbeddedFile = true
            case "/S": if !hasLaunchAction { hasLaunchAction = pdf.name(key.text, in: stop.dictionary) == "/Launch" }
            case "/Width": isPicture = stop.stream != nil
            case "/ByteRange": sign(pdf.integers(key.text, in: stop.dictionary, atMost: 4))
            default: break
            }
        }
        guard isPicture, let width = pdf.integer("/Width", in: stop.dictionary), width > 0,
            let height = pdf.integer("/Height", in: stop.dictionary), height > 0
        else { return }
        largestPicture = max(largestPicture, width * height)
    }

    /// Takes what a signature covers: two parts of the file, before and behind itself.
    private mutating func sign(_ parts: [Int]) {
        guard parts.count == 4, parts.allSatisfy({ $0 >= 0 }) else { return }
        signatures += 1
        signedEnd = max(signedEnd, parts[2] + parts[3])
    }
}
