/// What was seen of a file when its preview was made, soon after it arrived: what its person can be told before anything is submitted.
///
/// Facts, as `PageFacts` has them. Validation looks for itself, and more closely: of a long PDF this saw the first page alone.
public struct FirstLook: Sendable, Hashable, Codable {
    /// How many pages the file has; nil where no picture could be made of it.
    public var pageCount: Int?
    /// Of the pages that were looked at, in order.
    public var signals: [PageSignals]
    /// Of the pages that were looked at, those that show nothing.
    public var blankPages: Int
    public var repairs: [Repair]
    public var integrity: PageFacts.Integrity
    public var protection: PageFacts.Protection
    public var excess: PageFacts.Excess?

    public init(
        pageCount: Int? = nil, signals: [PageSignals] = [], blankPages: Int = 0, repairs: [Repair] = [],
        integrity: PageFacts.Integrity = .intact, protection: PageFacts.Protection = .none, excess: PageFacts.Excess? = nil
    ) {
        self.pageCount = pageCount
        self.signals = signals
        self.blankPages = blankPages
        self.repairs = repairs
        self.integrity = integrity
        self.protection = protection
        self.excess = excess
    }

    /// Of a file of which no picture can be made; `facts` say why.
    public init(refused facts: PageFacts) {
        self.init(integrity: facts.integrity, protection: facts.protection, excess: facts.excess)
    }
}

extension PageFacts {
    /// Adds what was seen when the preview was made. Whether a page is blank or badly lit is only decided of a file all of whose pages
    /// were seen.
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
    /// Adds what was seen of its files when their previews were made.
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
