public import Shared

/// The maximum cost of one document. It is checked against the header before anything is decoded.
public struct DocumentBudget: Hashable, Sendable {
    /// Of the file, in bytes.
    public var bytes: Int
    public var pages: Int
    /// The number of frames of an animation. Only the first becomes a page.
    public var frames: Int
    /// Width × height of one picture, also of a picture on a PDF's page.
    public var pixelsPerPage: Int
    /// Width × height, summed over the pictures of a document. PDF pages do not count: they are drawn at a bounded size.
    public var pixelsPerDocument: Int
    /// The memory that a decoder may hold at once, in bytes.
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
    /// From the limits of all file readers. The jail bounds bytes and memory.
    public init(_ limits: FileLimits) {
        self.init(
            bytes: .max, pages: limits.pages, frames: limits.frames, pixelsPerPage: limits.pixelsPerPage,
            pixelsPerDocument: limits.pixelsPerFile, decoderMemory: .max)
    }

    /// The lesser of this budget and the jail's limits.
    func within(_ configuration: JailConfiguration) -> DocumentBudget {
        var budget = self
        budget.bytes = min(bytes, configuration.maximumInputBytes)
        budget.decoderMemory = min(decoderMemory, configuration.decoderMemory)
        return budget
    }
}
