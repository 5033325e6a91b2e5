/// The kernel's limits for a process.
public struct ResourceLimits: Hashable, Sendable {
    /// In bytes, libraries included.
    public var addressSpace: UInt64
    /// Processor time in seconds.
    public var cpuSeconds: UInt64
    /// In addition to those that it is given.
    public var openFiles: UInt64

    public init(addressSpace: UInt64, cpuSeconds: UInt64, openFiles: UInt64) {
        self.addressSpace = addressSpace
        self.cpuSeconds = cpuSeconds
        self.openFiles = openFiles
    }
}
