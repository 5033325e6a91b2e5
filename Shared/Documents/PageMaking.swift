/// How the clean pages of a file were made: what somebody needs to know to make them again, or to judge them.
public struct PageMaking: Sendable, Hashable, Codable {
    /// Versions of what decoded them, by name. The same file and the same versions give the same bytes.
    public var decoders: [String: String]
    /// What had to be mended; empty for a sound file.
    public var repairs: [Repair]
    /// Of each page, in order.
    public var signals: [PageSignals]

    public init(decoders: [String: String], repairs: [Repair], signals: [PageSignals]) {
        self.decoders = decoders
        self.repairs = repairs
        self.signals = signals
    }
}
