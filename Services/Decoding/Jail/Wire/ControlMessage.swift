/// From the worker to the zygote. One message is one packet of the control socket.
public enum ZygoteCommand: Hashable, Sendable {
    /// Forks a child. The packet carries as descriptors the job's stream socket and then its inputs.
    case start(job: UInt64, limits: JobLimits)
    /// Kills the child's process group. Ignores an unknown job, which has ended meanwhile.
    case kill(job: UInt64)
}

/// From the zygote to the worker.
public enum ZygoteEvent: Hashable, Sendable {
    /// The libraries are loaded. Has their versions by name, and the locks that this host lacks.
    case ready(libraries: [String: String], missingLocks: [MissingLock])
    case ended(job: UInt64, status: JobStatus, usage: JobUsage)
}

/// A lock that no child can apply.
public struct MissingLock: Hashable, Sendable {
    /// The raw value of a `JailLock`.
    public var lock: String
    /// The kernel's reason.
    public var reason: String

    public init(lock: String, reason: String) {
        self.lock = lock
        self.reason = reason
    }
}

/// How a child ended.
public enum JobStatus: Hashable, Sendable {
    case exited(code: Int32)
    case signalled(signal: Int32)
    /// It could not be forked; `errno` says why.
    case notStarted(errno: Int32)
}

/// The resources that a child has used.
public struct JobUsage: Hashable, Sendable {
    /// The peak memory in bytes, including memory shared with the zygote.
    public var peakMemory: Int
    /// Processor time, in microseconds.
    public var processorMicroseconds: Int

    public init(peakMemory: Int = 0, processorMicroseconds: Int = 0) {
        self.peakMemory = peakMemory
        self.processorMicroseconds = processorMicroseconds
    }
}

/// The kernel's limits for a child.
public struct JobLimits: Hashable, Sendable {
    /// Address space in bytes. The libraries take about half a gigabyte of it.
    public var addressSpace: UInt64
    /// Processor time, in seconds.
    public var cpuSeconds: UInt64
    public var openFiles: UInt64

    public init(addressSpace: UInt64 = 3 << 30, cpuSeconds: UInt64 = 90, openFiles: UInt64 = 64) {
        self.addressSpace = addressSpace
        self.cpuSeconds = cpuSeconds
        self.openFiles = openFiles
    }
}
