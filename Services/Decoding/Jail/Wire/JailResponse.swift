public import Shared

/// A child's answer: the header of a frame. Some frames have a payload of raw bytes after it.
///
/// - `inspect`: `facts`
/// - `decode`: `described` if that is asked for of a picture, a `page` for each (payload: the page's JPEG, then the preview's), then
///   `finished`; `repaired` comes before an incomplete page, and in place of a lost one
/// - `redraw`, `extract`: `chunk`s (payload: the PDF's next bytes), then `finished`
/// - `proveText`: `proof`
/// - `read`: `text` (payload: the `PageText`)
/// - `mail`: `mail`, then an `attachment` for each (payload: its bytes), then `finished`
///
/// Each may end with `refused` instead.
public enum JailResponse: Hashable, Sendable {
    case facts(InspectionFacts)
    case described(InspectionFacts)
    case page(DecodedPageHeader)
    case repaired(Repair)
    case chunk
    case finished(pages: Int)
    case proof(PDFProof)
    case text
    case mail(MailFacts)
    case attachment(MailAttachmentFacts)
    case refused(ContentRefusal)
}

public struct DecodedPageHeader: Hashable, Sendable {
    /// From 1.
    public var number: Int
    /// The number of pages that will be delivered.
    public var total: Int
    /// The number of pages of the document.
    public var pageCount: Int
    /// In pixels.
    public var width: Int
    public var height: Int
    /// The number of bytes of the page's JPEG in the payload. The preview follows.
    public var pageBytes: Int
    public var previewBytes: Int
    /// The paper size, if the page has one. The picture may have been shrunk.
    public var paper: Paper?
    /// Whether the page is blank.
    public var isBlank: Bool
    /// The measures of its legibility, if requested.
    public var signals: PageSignals?
    /// Whether the document carries a signature.
    public var isSigned: Bool

    /// A nil `pageCount` means `total`.
    public init(
        number: Int, total: Int, pageCount: Int? = nil, width: Int, height: Int, pageBytes: Int, previewBytes: Int,
        paper: Paper? = nil,
        isBlank: Bool = false, signals: PageSignals? = nil, isSigned: Bool = false
    ) {
        self.number = number
        self.total = total
        self.pageCount = pageCount ?? total
        self.width = width
        self.height = height
        self.pageBytes = pageBytes
        self.previewBytes = previewBytes
        self.paper = paper
        self.isBlank = isBlank
        self.signals = signals
        self.isSigned = isSigned
    }
}

/// The findings of a second parser in a PDF that should be nothing but drawings.
public struct PDFProof: Hashable, Sendable {
    public var pageCount: Int
    /// The number of examined indirect objects.
    public var objectCount: Int
    /// Disallowed content, such as `/OpenAction`; empty if proven.
    public var findings: [String]

    public var isClean: Bool { findings.isEmpty }

    public init(pageCount: Int, objectCount: Int, findings: [String]) {
        self.pageCount = pageCount
        self.objectCount = objectCount
        self.findings = findings
    }
}
