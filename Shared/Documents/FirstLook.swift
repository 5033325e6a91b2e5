/// Findings from making the preview of a file, soon after it arrived. The person can learn of them before the submit.
///
/// These are facts, as in `PageFacts`. Validation examines the file again, and more closely, but for a picture that was
/// described here: of a long PDF this saw only the first page.
public struct FirstLook: Sendable, Hashable, Codable {
    /// The number of pages of the file; nil if no picture of it could be made.
    public var pageCount: Int?
    /// Of the examined pages, in order.
    public var signals: [PageSignals]
    /// The number of examined pages that are blank.
    public var blankPages: Int
    public var repairs: [Repair]
    public var integrity: PageFacts.Integrity
    public var protection: PageFacts.Protection
    public var excess: PageFacts.Excess?
    /// What these decoders have found in a picture, which validation believes where it has the same; nil for what is no picture, or
    /// could not be read.
    public var picture: PictureDescription?

    public init(
        pageCount: Int? = nil, signals: [PageSignals] = [], blankPages: Int = 0, repairs: [Repair] = [],
        integrity: PageFacts.Integrity = .intact, protection: PageFacts.Protection = .none, excess: PageFacts.Excess? = nil,
        picture: PictureDescription? = nil
    ) {
        self.pageCount = pageCount
        self.signals = signals
        self.blankPages = blankPages
        self.repairs = repairs
        self.integrity = integrity
        self.protection = protection
        self.excess = excess
        self.picture = picture
    }

    /// For a file without a picture; `facts` say why.
    public init(refused facts: PageFacts) {
        self.init(integrity: facts.integrity, protection: facts.protection, excess: facts.excess)
    }
}

extension PageFacts {
    /// Adds the findings of the preview. Whether pages are blank or badly lit counts only if all pages were examined.
    public mutating func add(_ look: FirstLook) {
        integrity = look.integrity
        protection = look.protection
        excess = look.excess ?? excess
        repairs = look.repairs
        guard let count = look.pageCount else { return }
        pageCount = count
        signals = look.signals
        if count == look.signals.count { blankPages = look.blankPages }
    }
}

extension SubmissionFacts {
    /// Adds the findings of the previews of its files.
    func withFirstLooks(of submission: Submission) -> SubmissionFacts {
        let looks = Dictionary(
            submission.documents.flatMap(\.pages).compactMap { page in page.look.map { (page.id, $0) } }, uniquingKeysWith: { $1 }
        )
        var facts = self
        for document in facts.documents.indices {
            for page in facts.documents[document].pages.indices {
                guard let look = looks[facts.documents[document].pages[page].id] else { continue }
                facts.documents[document].pages[page].add(look)
            }
        }
        return facts
    }
}
