/// The limits of a document.
public struct YAMLLimits: Sendable, Hashable {
    public var maximumBytes = 1_048_576
    public var maximumDepth = 32
    /// Values and keys together.
    public var maximumNodes = 50_000

    public init() {}
}
