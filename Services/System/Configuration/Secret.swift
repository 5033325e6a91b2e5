/// A value that must not be shown: printing, interpolating, logging or dumping it gives `[secret]`.
public struct Secret: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The value itself. Use it at the call site and store it nowhere else.
    public let reveal: String

    public init(_ value: String) { reveal = value }

    public var description: String { "[secret]" }
    public var debugDescription: String { "[secret]" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
