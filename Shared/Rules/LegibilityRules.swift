/// The legibility of a page, by one measured signal. It warns by default: a person decides whether the page can still be
/// read.
public struct FileLegible: FileRule {
    public let id: RuleID
    public let isNegotiable = true
    public let policy = RulePolicy.warn

    private let wording: WordingKey
    /// Whether it also judges blank files, which another rule reports.
    private let judgesBlankFiles: Bool
    private let isConcerned: @Sendable (PageSignals) -> Bool

    private init(_ wording: WordingKey, blankFiles: Bool = true, _ isConcerned: @escaping @Sendable (PageSignals) -> Bool) {
        id = wording.rule
        self.wording = wording
        judgesBlankFiles = blankFiles
        self.isConcerned = isConcerned
    }

    /// The file's pages are in focus. Blur is the most common reason for a refusal.
    public static let inFocus = FileLegible("file.not-blurred") { $0.isBlurred }
    /// No glare hides parts of a page.
    public static let withoutGlare = FileLegible("file.no-glare") { $0.hasGlare }
    /// The page was not too dark.
    public static let notDark = FileLegible("file.not-dark", blankFiles: false) { $0.isDark }
    /// The picture is of paper, not of a screen. A blank page is flat, too, and not judged.
    public static let noScreenshot = FileLegible("file.not-screenshot", blankFiles: false) { $0.isLikelyScreenshot }

    /// Once its pages are made: making them measures the signals.
    public func canDecide(on file: PageFacts) -> Bool { file.blankPages != nil || file.mediaType == nil }

    public func finding(for file: PageFacts, of type: DocumentType) -> Finding? {
        if !judgesBlankFiles, let blank = file.blankPages, blank >= file.signals.count { return nil }
        let count = file.signals.count(where: isConcerned)
        return count == 0 ? nil : Finding(wording, ["count": .count(count)])
    }
}
