/// Why a picture gave no page.
public enum ImagingError: Error, Hashable, Sendable {
    /// The library did not start.
    case notStarted(detail: String)
    /// No allowed loader accepts the bytes.
    case unknownFormat
    /// The data ends too early or contradicts its format.
    case damaged(detail: String)
    case overBudget(ImageQuantity, found: Int, limit: Int)
    /// The picture needed more memory than there was.
    case outOfMemory
}

/// The quantities of `ImageBudget`.
public enum ImageQuantity: Hashable, Sendable {
    case pages
    /// Frames of an animation, or directories of a TIFF, whether they are pages or not.
    case frames
    case pixelsPerPage
    case pixelsPerDocument
    /// Bytes that the loader holds at once.
    case memory
}

/// The maximum cost of decoding. It is checked against the header, before a pixel is decoded.
public struct ImageBudget: Hashable, Sendable {
    public var pages: Int
    public var frames: Int
    public var pixelsPerPage: Int
    public var pixelsPerDocument: Int
    /// In bytes.
    public var memory: Int

    public init(pages: Int, frames: Int = 1000, pixelsPerPage: Int, pixelsPerDocument: Int, memory: Int) {
        self.pages = pages
        self.frames = frames
        self.pixelsPerPage = pixelsPerPage
        self.pixelsPerDocument = pixelsPerDocument
        self.memory = memory
    }
}
