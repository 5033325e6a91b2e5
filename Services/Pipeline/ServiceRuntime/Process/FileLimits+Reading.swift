public import Configuration
public import Shared

extension FileLimits {
    /// Reads the maximum cost of one file. The gateway and the workers read the same variables, so that they refuse the
    /// same files.
    public init(reading reader: inout ConfigurationReader) {
        let usual = FileLimits()
        self.init(
            pixelsPerPage: reader.integer(
                "DOCKET_MAXIMUM_PIXELS", default: usual.pixelsPerPage, in: 1...1_000_000_000,
                "The most pixels of one picture: its width times its height"),
            pixelsPerFile: reader.integer(
                "DOCKET_MAXIMUM_FILE_PIXELS", default: usual.pixelsPerFile, in: 1...10_000_000_000,
                "The most pixels of all pages of one file together"),
            pages: reader.integer(
                "DOCKET_MAXIMUM_PAGES", default: usual.pages, in: 1...10_000,
                "The most pages of one file, whatever a document type allows"),
            frames: reader.integer(
                "DOCKET_MAXIMUM_FRAMES", default: usual.frames, in: 1...100_000,
                "The most pictures of an animation, of which only the first becomes a page"))
    }
}
