public import Shared

/// A request to read a page.
public struct ReadRequest: Hashable, Sendable {
    public enum Source: Hashable, Sendable {
        /// The input is a page's JPEG, as `decode` makes it.
        case picture
        /// The input is a PDF. Reads the page with this number, from 1.
        case page(Int)
    }

    public var source: Source
    /// The document's likely languages, the most likely first; empty means all.
    public var languages: [ReadingLanguage]
    /// The person's rotation. A picture was rotated before.
    public var rotation: Rotation
    /// Whether to read only the codes. Reading the words takes most of the time.
    public var onlyCodes: Bool
    /// The processor time that the page may take, in seconds.
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
