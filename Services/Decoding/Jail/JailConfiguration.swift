import EventLoop

/// The configuration of a jail.
public struct JailConfiguration: Sendable {
    /// The path of the executable DecoderJail, ReaderJail or MailJail.
    public var decoderPath: String
    /// The environment of that program.
    public var environment: [String: String]
    /// The number of children at a time. Each uses about one core.
    public var maximumConcurrentJobs: Int
    /// The number of documents that may wait for a child. Any further one fails at once with `JailError.unavailable`.
    public var maximumWaitingJobs: Int
    /// The longest silence of a child: until the next page or the answer.
    public var stepDeadline: Duration
    /// The time for a zygote to load its libraries, and for a job to wait for one.
    public var startDeadline: Duration
    public var limits: JobLimits
    /// Of an input file, in bytes. A larger one is refused unread.
    public var maximumInputBytes: Int
    /// The jail does not start without these locks. It works without any other lock, and reports that.
    public var requiredLocks: Set<JailLock>
    /// Of a redrawn PDF, in bytes. It is held in memory (memfd).
    public var maximumRedrawnBytes = 512 << 20

    public init(
        decoderPath: String = JailConfiguration.defaultDecoderPath, maximumConcurrentJobs: Int = 2, maximumWaitingJobs: Int = 256,
        stepDeadline: Duration = .seconds(30), startDeadline: Duration = .seconds(15), limits: JobLimits = JobLimits(),
        maximumInputBytes: Int = 25_000_000, requiredLocks: Set<JailLock> = [],
        environment: [String: String] = [:]
    ) {
        self.decoderPath = decoderPath
        self.environment = environment
        self.maximumConcurrentJobs = maximumConcurrentJobs
        self.maximumWaitingJobs = maximumWaitingJobs
        self.stepDeadline = stepDeadline
        self.startDeadline = startDeadline
        self.limits = limits
        self.maximumInputBytes = maximumInputBytes
        self.requiredLocks = requiredLocks
    }

    /// The memory of a picture that cannot be decoded line by line, in bytes: a quarter of a child's address space.
    /// Libraries, the file and the page need their shares.
    var decoderMemory: Int { Int(clamping: limits.addressSpace / 4) }

    /// The total time of a child's steps: four times its processor time, for a busy machine, plus one step.
    var patience: Duration { .seconds(4 * Int(clamping: min(limits.cpuSeconds, 1 << 32))) + stepDeadline }

    /// `DecoderJail` beside the running executable.
    public static var defaultDecoderPath: String { "\(ChildProcess.currentExecutableDirectory ?? ".")/DecoderJail" }
}
