/// What the kernel holds a process to.
public struct ResourceLimits: Hashable, Sendable {
    /// Bytes, libraries included.
    public var addressSpace: UInt64
    /// Seconds of processor time.
    public var cpuSeconds: UInt64
    /// Besides those that it is given.
    public var openFiles: UInt64

    public init(addressSpace: UInt64, cpuSeconds: UInt64, openFiles: UInt64) {
        self.addressSpace = addressSpace
        self.cpuSeconds = cpuSeconds
        self.openFiles = openFiles
    }
}
