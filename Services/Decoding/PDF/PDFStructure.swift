import CQpdf
public import Shared

/// The contents of a PDF besides its pages, for the rules.
public struct PDFStructure: Hashable, Sendable {
    public enum Encryption: Hashable, Sendable {
        case none
        /// Only restrictions: it opens without a password.
        case ownerPassword
        case userPassword
    }

    /// How completely it could be searched.
    public enum Scrutiny: Hashable, Sendable {
        case whole
        /// A part is damaged: another reader may interpret it differently.
        case mended
        /// Not to its end, or not at all.
        case partial
    }

    public var encryption: Encryption = .none
    /// Anywhere: in the catalog, a page, an annotation or a form field.
    public var hasJavaScript = false
    /// Opening it or one of its pages triggers an action.
    public var hasAutomaticActions = false
    /// An action that starts a program, or opens a file of the reader's machine (ISO 32000-1, section 12.6.4.5).
    public var hasLaunchAction = false
    /// A file within the file (section 7.11.4), in the catalog's names or at an annotation.
    public var hasEmbeddedFile = false
    public var hasForm = false
    public var scrutiny = Scrutiny.whole
    /// The number of pages in the page tree (section 7.7.3), whatever the stated count. Counts at most ten thousand.
    public var pageCount = 0
    /// Its cross-reference table (section 7.5.4) was missing or wrong: its objects had to be searched for.
    public var isRebuilt = false
    /// Its last object has no end, or objects without a table follow its end.
    public var isCutOff = false
    /// The number of pixels of the largest picture in it.
    public var largestPicture = 0
    /// The programs in its information dictionary (section 14.3.3): `Creator`, `Producer`.
    public var programs: [String] = []
    /// By the same: `CreationDate`, `ModDate`.
    public var dates = FileDates()
    /// The number of signatures of the document (section 12.8.1).
    public var signatures = 0
    /// The first of them, in the order in which they were made.
    public var signed: [PDFSignature] = []
    /// Whether more than a line end follows the range of the last signature, whatever it is worth.
    public var isChangedAfterSigning = false
    /// The end of the last range that a signature covers.
    private var signedEnd = 0
    /// Of the document, in bytes.
    private var length = 0
    private var hasValidationData = false

    public init(of bytes: [UInt8]) {
        self.init(of: bytes, bounds: WalkBounds())
    }

    init(of bytes: [UInt8], bounds: WalkBounds) {
        self.init(of: Self.parsed(bytes), bounds: bounds)
    }

    /// The document at the beginning of a file.
    struct Parsed {
        let pdf: QpdfHandle
        /// Whether anything but padding follows it.
        let isFollowed: Bool
        let isCutOff: Bool
        /// Of that document, in bytes.
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
            (programs, dates) = (pdf.programs, pdf.dates)
            signed.sort { $0.end < $1.end }
            (length, hasValidationData) = (parsed.length, pdf.has("/DSS", in: root))
            isChangedAfterSigning = signedEnd > 0 && isChanged(behind: signedEnd)
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

    private mutating func look(at stop: QpdfHandle.Stop, in pdf: QpdfHandle) {
        var isPicture = false
        for key in stop.keys {
            switch key.text {
            case "/AA": hasAutomaticActions = true
            case "/JS": hasJavaScript = true
            case "/EF": hasEmbeddedFile = true
            case "/S": if !hasLaunchAction { hasLaunchAction = pdf.name(key.text, in: stop.dictionary) == "/Launch" }
            case "/Width": isPicture = stop.stream != nil
            case "/ByteRange": if let found = pdf.signature(stop.dictionary, keys: stop.keys) { sign(found) }
            default: break
            }
        }
        guard isPicture, let width = pdf.integer("/Width", in: stop.dictionary), width > 0,
            let height = pdf.integer("/Height", in: stop.dictionary), height > 0
        else { return }
        largestPicture = max(largestPicture, width * height)
    }

    /// Whether more than a line end follows the end of a signed range. False for a document with long-term validation data
    /// (ISO 32000-2, section 12.8.4.3), which may be added later.
    public func isChanged(behind end: Int) -> Bool { !hasValidationData && length - end > PDFSignature.lineEnd }

    private mutating func sign(_ signature: PDFSignature) {
        signatures += 1
        if signed.count < PDFSignature.maximumCount {
            signed.append(signature)
        } else if !signature.contents.isEmpty, let empty = signed.firstIndex(where: \.contents.isEmpty) {
            // Dictionaries without a signature are in nobody's way.
            signed[empty] = signature
        }
        if signature.range.allSatisfy({ $0 >= 0 }) { signedEnd = max(signedEnd, signature.end) }
    }
}
