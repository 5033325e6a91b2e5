import Glibc

/// A descriptor that is closed when its last reference is released. All members may be used from any thread.
public final class OwnedDescriptor: Sendable {
    public let number: CInt

    /// Takes over an open descriptor.
    public init(_ number: CInt) { self.number = number }

    deinit { Glibc.close(number) }
}
