public import Shared

/// What one document may cost. It is checked against the header before anything is decoded.
public struct DocumentBudget: Hashable, Sendable {
    /// Size of the file, in bytes.
    public var bytes: Int
    public var pages: Int
    /// Pictures of an animation, of which only the first becomes a page.
    public var frames: Int
    /// Width × height of one picture, also of one on a page of a PDF.
    public var pixelsPerPage: Int
    /// Width × height, summed over the pictures of a document. PDF pages are drawn at a bounded size and do not count.
    public var pixelsPerDocument: Int
    /// What a decoder may hold at once, in bytes.
    public var decoderMemory: Int

    public init(
        bytes: Int = 25_000_000, pages: Int = 200, frames: Int = 1000, pixelsPerPage: Int = 210_000_000,
        pixelsPerDocument: Int = 420_000_000, decoderMemory: Int = 768 << 20
    ) {
        self.bytes = bytes
        self.pages = pages
        self.frames = frames
        self.pixelsPerPage = pixelsPerPage
        self.pixelsPerDocument = pixelsPerDocument
        self.decoderMemory = decoderMemory
    }
}

extension DocumentBudget {
    /// With what is configured for all that reads files; bytes and memory are bounded by the jail that is asked.
    public init(_ limits: FileLimits) {
        self.init(
            bytes: .max, pages: limits.pages, frames: limits.frames, pixelsPerPage: limits.pixelsPerPage,
            pixelsPerDocument: limits.pixelsPerFile, decoderMemory: .max)
    }

    /// Never more than a jail can bear.
    func within(_ configuration: JailConfiguration) -> DocumentBudget {
        var budget = self
        budget.bytes = min(bytes, configuration.maximumInputBytes)
        budget.decoderMemory = min(decoderMemory, configuration.decoderMemory)
        return budget
    }
}
