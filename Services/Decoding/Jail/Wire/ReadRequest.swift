public import Shared

/// How a page is wanted to be read.
public struct ReadRequest: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The input is a page's JPEG, as `decode` makes it.
        case picture
        /// The input is a PDF, of which this page is read, counted from 1.
        case page(Int)
    }

    public var source: Source
    /// The document's likely languages, the likeliest first; none means that all are.
    public var languages: [ReadingLanguage]
    /// Turned by the person; a picture has been turned already.
    public var rotation: Rotation
    /// Whether its codes alone are wanted; the words are left unread, which takes most of the time.
    public var onlyCodes: Bool
    /// Seconds of processor time that the page may take.
    public var processorSeconds: Int
    public var budget: DocumentBudget

    public init(
        _ source: Source, languages: [ReadingLanguage] = [], rotation: Rotation = .none, onlyCodes: Bool = false,
        processorSeconds: Int = 20, budget: DocumentBudget = DocumentBudget()
    ) {
        self.source = source
        self.languages = languages
        self.rotation = rotation
        self.onlyCodes = onlyCodes
        self.processorSeconds = processorSeconds
        self.budget = budget
    }
}
