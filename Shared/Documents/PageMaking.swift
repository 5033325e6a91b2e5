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
    /// Whether the file carries a signature, which its clean pages do not; nil if not.
    public var isSigned: Bool?

    /// What a clean PDF says of a signed original, as its subject.
    public static let signedStatement =
        "The original carries signatures. They are in the original alone: this file is a copy of its pages and is not signed."

    public init(
        decoders: [String: String], repairs: [Repair], signals: [PageSignals], papers: [Paper?]? = nil, isSigned: Bool? = nil
    ) {
        self.decoders = decoders
        self.repairs = repairs
        self.signals = signals
        self.papers = papers
        self.isSigned = isSigned
    }
}
