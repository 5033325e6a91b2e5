/// A file for the jail.
public enum JailInput: Sendable {
    /// An open, readable file, read from its start. The caller owns it, and keeps it open until the call returns. The
    /// child gets its own handle, so it should be open for reading only.
    case descriptor(CInt)
    /// Copied into memory, which the child reads through a descriptor.
    case bytes([UInt8])
}
