/// What a stage has done for a submission, as it is metered. An event of the stage carries it once, however often the stage tried.
public struct StageWork: Sendable, Hashable, Codable {
    /// Clean pages of files that had none.
    public var pagesMade: Int?
    /// Pages whose words were read.
    public var pagesRead: Int?
    /// Processor time of reading them, as it was measured at the attempt whose result counts.
    public var readingMilliseconds: Int?

    /// Nil if nothing was done.
    public init?(pagesMade: Int = 0, pagesRead: Int = 0, readingMilliseconds: Int = 0) {
        guard pagesMade > 0 || pagesRead > 0 || readingMilliseconds > 0 else { return nil }
        self.pagesMade = pagesMade > 0 ? pagesMade : nil
        self.pagesRead = pagesRead > 0 ? pagesRead : nil
        self.readingMilliseconds = readingMilliseconds > 0 ? readingMilliseconds : nil
    }
}
