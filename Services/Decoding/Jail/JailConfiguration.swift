import EventLoop

/// How a worker runs its jail.
public struct JailConfiguration: Sendable {
    /// The DecoderJail executable, or ReaderJail's.
    public var decoderPath: String
    /// What that program is told besides, by name.
    public var environment: [String: String]
    /// Children at a time; each uses about one core.
    public var maximumConcurrentJobs: Int
    /// Documents that may wait for a child; more are answered with `JailError.unavailable` at once.
    public var maximumWaitingJobs: Int
    /// The longest silence of a child: time until the next page, or until the answer.
    public var stepDeadline: Duration
    /// How long a zygote may take to load its libraries, and a job may wait for one.
    public var startDeadline: Duration
    public var limits: JobLimits
    /// Of a file that is opened; a larger one is refused unread.
    public var maximumInputBytes: Int
    /// Without one of these the jail does not start; what else a host does not offer it does without, and says so.
    public var requiredLocks: Set<JailLock>
    /// Of a PDF that is drawn anew, in bytes; it is held in memory (memfd).
    public var maximumRedrawnBytes: Int
    /// Between a zygote's death and its replacement: the first wait, doubled with each further death, up to the second.
    public var restartDelay: Duration
    public var maximumRestartDelay: Duration

    public init(
        decoderPath: String = JailConfiguration.defaultDecoderPath, maximumConcurrentJobs: Int = 2, maximumWaitingJobs: Int = 256,
        stepDeadline: Duration = .seconds(30), startDeadline: Duration = .seconds(15), limits: JobLimits = JobLimits(),
        maximumInputBytes: Int = 25_000_000, requiredLocks: Set<JailLock> = [], maximumRedrawnBytes: Int = 512 << 20,
        restartDelay: Duration = .milliseconds(50),
        maximumRestartDelay: Duration = .seconds(10), environment: [String: String] = [:]
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
        self.maximumRedrawnBytes = maximumRedrawnBytes
        self.restartDelay = restartDelay
        self.maximumRestartDelay = maximumRestartDelay
    }

    /// What a picture that cannot be decoded line by line may take, in bytes: a quarter of a child's address space, of which libraries,
    /// the file and the page take their shares.
    var decoderMemory: Int { Int(clamping: limits.addressSpace / 4) }

    /// How long a child may be waited for, all its steps together: as long as the processor time that it may take is worth on a machine
    /// that is four times as busy as it should be, and one step more.
    var patience: Duration { .seconds(4 * Int(clamping: min(limits.cpuSeconds, 1 << 32))) + stepDeadline }

    /// `DecoderJail` beside the running executable.
    public static var defaultDecoderPath: String { "\(ChildProcess.currentExecutableDirectory ?? ".")/DecoderJail" }
}
