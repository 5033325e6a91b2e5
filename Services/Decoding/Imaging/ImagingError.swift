/// Why a picture gave no page.
public enum ImagingError: Error, Hashable, Sendable {
    /// The library did not start.
    case notStarted(detail: String)
    /// No loader that is allowed here takes the bytes.
    case unknownFormat
    /// The data ends too early or contradicts its format.
    case damaged(detail: String)
    case overBudget(ImageQuantity, found: Int, limit: Int)
    /// There was less memory than the picture needed.
    case outOfMemory
}

/// What `ImageBudget` limits.
public enum ImageQuantity: Hashable, Sendable {
    case pages
    /// Pictures of an animation, and directories of a TIFF, be they pages or not.
    case frames
    case pixelsPerPage
    case pixelsPerDocument
    /// Bytes that the loader holds at once.
    case memory
}

/// What decoding may cost; checked against the header, before a pixel is decoded.
public struct ImageBudget: Hashable, Sendable {
    public var pages: Int
    public var frames: Int
    public var pixelsPerPage: Int
    public var pixelsPerDocument: Int
    /// Bytes.
    public var memory: Int

    public init(pages: Int, frames: Int = 1000, pixelsPerPage: Int, pixelsPerDocument: Int, memory: Int) {
        self.pages = pages
        self.frames = frames
        self.pixelsPerPage = pixelsPerPage
        self.pixelsPerDocument = pixelsPerDocument
        self.memory = memory
    }
}
