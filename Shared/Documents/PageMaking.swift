/// How the clean pages of a file were made: what somebody needs to know to make them again, or to judge them.
public struct PageMaking: Sendable, Hashable, Codable {
    /// Versions of what decoded them, by name. The same file and the same versions give the same bytes.
    public var decoders: [String: String]
    /// What had to be mended; empty for a sound file.
    public var repairs: [Repair]
    /// Of each page, in order.
    public var signals: [PageSignals]
    /// The paper of each page, in order, where the PDF is still to be bound; nil for those without a size of their own.
    public var papers: [Paper?]?

    public init(decoders: [String: String], repairs: [Repair], signals: [PageSignals], papers: [Paper?]? = nil) {
        self.decoders = decoders
        self.repairs = repairs
        self.signals = signals
        self.papers = papers
    }
}
