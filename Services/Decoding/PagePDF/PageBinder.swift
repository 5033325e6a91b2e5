public import Jail
public import Shared

/// Binds clean pages into one PDF, piece by piece. Each returned piece was read back, and contains nothing but pages.
///
/// It uses no library and keeps no page in memory, so the worker itself binds the pages that the jail made. The same
/// pages give the same bytes.
public struct PageBinder: ~Copyable {
    private let pageCount: Int
    private let limits: Limits
    private var writer: PagePDFWriter
    private var reader: PagePDFReader
    private var pages = 0
    private var count = 0

    /// In bytes.
    public struct Limits: Hashable, Sendable {
        public var page: Int
        public var document: Int

        /// The cross-reference table has ten digits for an offset (ISO 32000-1, 7.5.4). Many programs support fewer.
        public init(page: Int = 32 << 20, document: Int = 4 << 30) {
            self.page = page
            self.document = document
        }
    }

    /// With `isOfSignedFile` the file says that the signatures of an original are in the original alone.
    public init(pageCount: Int, isOfSignedFile: Bool = false, limits: Limits = Limits()) {
        self.pageCount = pageCount
        self.limits = limits
        writer = PagePDFWriter(pageCount: pageCount, isOfSignedFile: isOfSignedFile)
        reader = PagePDFReader(longestJPEG: limits.page, isOfSignedFile: isOfSignedFile)
    }

    /// The file's first bytes.
    public mutating func begin() throws(BindingFault) -> [UInt8] {
        guard pageCount > 0 else { throw .noPages }
        return try proven(writer.begin())
    }

    /// The bytes of the next page, of the size of `paper`, or at most of A4 without it.
    ///
    /// The page contains the recognised `words` invisibly at their places, for searching and copying. Invisible
    /// characters of a word are left out, and so are words beyond `PageText.mostWords`.
    public mutating func page(
        _ jpeg: [UInt8], on paper: Paper? = nil, words: [PageWord] = []
    ) throws(BindingFault) -> [UInt8] {
        pages += 1
        guard jpeg.count <= limits.page else { throw .tooLong(bytes: jpeg.count, limit: limits.page) }
        let picture: CleanJPEG
        do throws(CleanJPEG.Fault) {
            picture = try CleanJPEG(validating: jpeg)
        } catch {
            throw .notClean(page: pages, error)
        }
        let shown = ShownWord.of(words)
        reader.expect(shown)
        return try proven(writer.page(jpeg, picture, on: paper, words: shown))
    }

    /// The file's last bytes, without which it is no PDF.
    ///
    /// - Throws: also `unproven` if the number of added pages is not the announced one.
    public mutating func end() throws(BindingFault) -> [UInt8] {
        let bytes = try proven(writer.end())
        try reading { reader throws(PagePDFReader.Fault) in try reader.end() }
        return bytes
    }

    private mutating func proven(_ bytes: [UInt8]) throws(BindingFault) -> [UInt8] {
        count += bytes.count
        guard count <= limits.document else { throw .tooLong(bytes: count, limit: limits.document) }
        try reading { reader throws(PagePDFReader.Fault) in try reader.read(bytes) }
        return bytes
    }

    private mutating func reading(_ body: (inout PagePDFReader) throws(PagePDFReader.Fault) -> Void) throws(BindingFault) {
        do throws(PagePDFReader.Fault) {
            try body(&reader)
        } catch {
            throw .unproven(offset: error.offset, detail: error.detail)
        }
    }
}

/// Why pages were not bound.
public enum BindingFault: Error, Hashable, Sendable {
    case noPages
    /// A page, counted from 1, is not a page of the jail.
    case notClean(page: Int, CleanJPEG.Fault)
    case tooLong(bytes: Int, limit: Int)
    /// The written bytes differ from the intended ones. `offset` counts bytes of the PDF.
    case unproven(offset: Int, detail: String)

    /// Stable and short: for labels of metrics and logs.
    public var code: String {
        switch self {
        case .noPages: "binding.no-pages"
        case .notClean: "binding.not-clean"
        case .tooLong: "binding.too-long"
        case .unproven: "binding.unproven"
        }
    }

    /// For the log. It contains no content.
    public var detail: String {
        switch self {
        case .noPages: "a PDF needs a page"
        case .notClean(let page, let fault): "page \(page) is no clean picture: \(fault)"
        case .tooLong(let bytes, let limit): "\(bytes) bytes, at most \(limit) are allowed"
        case .unproven(let offset, let detail): "at byte \(offset): \(detail)"
        }
    }
}

extension BindingFault: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPages, .notClean, .unproven: "The resulting PDF could not be proven to be safe."
        case .tooLong: "The pages of the document are too large for one PDF."
        }
    }
}
