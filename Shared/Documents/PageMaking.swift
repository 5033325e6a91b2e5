/// How the clean pages of a file were made, to make them again or to judge them.
public struct PageMaking: Sendable, Hashable, Codable {
    /// Versions of the decoders, by name. The same file and the same versions give the same bytes.
    public var decoders: [String: String]
    /// The repairs; empty for a sound file.
    public var repairs: [Repair]
    /// Of each page, in order.
    public var signals: [PageSignals]
    /// The paper of each page, in order, where the PDF is not yet bound; nil for pages without a size of their own.
    public var papers: [Paper?]?

    public init(decoders: [String: String], repairs: [Repair], signals: [PageSignals], papers: [Paper?]? = nil) {
        self.decoders = decoders
        self.repairs = repairs
        self.signals = signals
        self.papers = papers
    }
}
