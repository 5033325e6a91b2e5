/// The maximum cost of turning one file into pages. Gateway and jail use the same numbers.
public struct FileLimits: Sendable, Hashable {
    /// Width × height of one picture.
    public var pixelsPerPage: Int
    /// Width × height, summed over the pages of a file. PDF pages do not count: they are drawn at a bounded size.
    public var pixelsPerFile: Int
    public var pages: Int
    /// The number of frames of an animation. Only the first becomes a page.
    public var frames: Int

    public init(
        pixelsPerPage: Int = 210_000_000, pixelsPerFile: Int = 420_000_000, pages: Int = 200, frames: Int = 1000
    ) {
        self.pixelsPerPage = pixelsPerPage
        self.pixelsPerFile = pixelsPerFile
        self.pages = pages
        self.frames = frames
    }

    /// The first reason to refuse such a file for certain; nil if there is none so far.
    public func earlyRefusal(of facts: FileFacts) -> EarlyRefusal? {
        if facts.encryption == .passwordRequired { return .passwordRequired }
        if let size = facts.size {
            let pixels = size.width * size.height
            if pixels > pixelsPerPage { return .pixels(found: pixels, limit: pixelsPerPage) }
        }
        if let largest = facts.largestPage, largest > pixelsPerPage { return .pixels(found: largest, limit: pixelsPerPage) }
        if let sum = facts.pixelsOfAllPages, sum > pixelsPerFile { return .pixels(found: sum, limit: pixelsPerFile) }
        if let count = facts.pageCount, count > pages { return .pages(found: count, limit: pages) }
        if let count = facts.frameCount, count > frames { return .frames(found: count, limit: frames) }
        return nil
    }
}

/// Why a file will be refused, whatever bytes follow. Counts are those found so far, and may grow.
public enum EarlyRefusal: Sendable, Hashable {
    case pixels(found: Int, limit: Int)
    case pages(found: Int, limit: Int)
    case frames(found: Int, limit: Int)
    case passwordRequired
}
