public import Shared

/// What a child of the jail answers: the header of a frame. Some carry a payload of raw bytes behind it.
///
/// - `inspect`: `facts`
/// - `decode`: a `page` for each (payload: the page's JPEG, then the preview's), then `finished`; before a page that is not whole,
///   and in place of one that is lost, `repaired`
/// - `redraw`, `extract`: `chunk`s (payload: the PDF's next bytes), then `finished`
/// - `proveText`: `proof`
/// - `read`: `text` (payload: the `PageText`)
///
/// Each may end with `refused` instead.
public enum JailResponse: Hashable, Sendable {
    case facts(InspectionFacts)
    case page(DecodedPageHeader)
    case repaired(Repair)
    case chunk
    case finished(pages: Int)
    case proof(PDFProof)
    case text
    case refused(ContentRefusal)
}

public struct DecodedPageHeader: Hashable, Sendable {
    /// From 1.
    public var number: Int
    /// Pages of the document that will be delivered.
    public var total: Int
    /// Pages that the document has.
    public var pageCount: Int
    /// Pixels.
    public var width: Int
    public var height: Int
    /// Bytes of the payload that are the page's JPEG; the preview's follow.
    public var pageBytes: Int
    public var previewBytes: Int
    /// Its own size, if it has one; the picture may have been shrunk.
    public var paper: Paper?
    /// Whether nothing can be seen on it.
    public var isBlank: Bool
    /// How well it can be read, where that was asked for.
    public var signals: PageSignals?

    /// `pageCount` is `total` unless told.
    public init(
        number: Int, total: Int, pageCount: Int? = nil, width: Int, height: Int, pageBytes: Int, previewBytes: Int,
        paper: Paper? = nil,
        isBlank: Bool = false, signals: PageSignals? = nil
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
    }
}

/// What a second parser found in a PDF that is meant to be nothing but drawings.
public struct PDFProof: Hashable, Sendable {
    public var pageCount: Int
    /// Indirect objects that were looked at.
    public var objectCount: Int
    /// What has no place there, for example `/OpenAction`; none when proven.
    public var findings: [String]

    public var isClean: Bool { findings.isEmpty }

    public init(pageCount: Int, objectCount: Int, findings: [String]) {
        self.pageCount = pageCount
        self.objectCount = objectCount
        self.findings = findings
    }
}
