/// How well a page can be read, by one of the things that are measured of it. A warning unless a journey minds more: what can still be
/// read is for a person to say.
public struct FileLegible: FileRule {
    public let id: RuleID
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    private let wording: WordingKey
    /// Whether a file that shows nothing, which is another rule's finding, is this one's, too.
    private let judgesBlankFiles: Bool
    private let isConcerned: @Sendable (PageSignals) -> Bool

    private init(_ wording: WordingKey, blankFiles: Bool = true, _ isConcerned: @escaping @Sendable (PageSignals) -> Bool) {
        id = wording.rule
        self.wording = wording
        judgesBlankFiles = blankFiles
        self.isConcerned = isConcerned
    }

    /// What is on the file's pages is in focus. Blurred photos are what people are sent back for most.
    public static let inFocus = FileLegible("file.not-blurred") { $0.isBlurred }
    /// No light washes out parts of a page.
    public static let withoutGlare = FileLegible("file.no-glare") { $0.hasGlare }
    /// There was enough light.
    public static let notDark = FileLegible("file.not-dark", blankFiles: false) { $0.isDark }
    /// The picture is of paper, and not of a screen. A blank page is flat, too.
    public static let noScreenshot = FileLegible("file.not-screenshot", blankFiles: false) { $0.isLikelyScreenshot }

    /// Once pages have been made of it; who makes pages measures them.
    public func canDecide(on file: PageFacts) -> Bool { file.blankPages != nil || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        if !judgesBlankFiles, let blank = file.blankPages, blank >= file.signals.count { return nil }
        let count = file.signals.count(where: isConcerned)
        return count == 0 ? nil : Finding(wording, ["count": .count(count)])
    }
}
