/// A file for the jail.
public enum JailInput: Sendable {
    /// An open, readable file, read from its start. It stays the caller's, who keeps it open until the call returns.
    /// The child gets its own handle on it, so it should be open for reading only.
    case descriptor(CInt)
    /// Copied into memory that the child reads through a descriptor.
    case bytes([UInt8])
}
