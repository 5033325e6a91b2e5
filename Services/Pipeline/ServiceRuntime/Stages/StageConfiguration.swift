public import Configuration
public import Shared

/// Bounds of one stage in one process.
public struct StageConfiguration: Sendable {
    /// How many events are worked on at once.
    public var parallel: Int
    /// How many records of one partition may wait in this process; reading goes on once half of them are done.
    public var buffered: Int
    /// How many ends are committed in one transaction.
    public var commitLimit: Int
    /// How long one try may take before it is cancelled and counts as failed.
    public var attemptLimit: Duration
    /// How much longer it may take to react to that before the process counts as stuck.
    public var hangGrace: Duration
    /// How long a stop waits for each of these: what it has abandoned, its commits, and leaving the group.
    public var closingLimit: Duration
    /// How long a stop waits for what is in progress.
    public var drainLimit: Duration
    /// How often due retries and abandoned items are looked for at least, while no renewal of the lease tells of them.
    public var pollInterval: Duration
    /// How long an event waits whose predecessor is not finished.
    public var postponement: Duration
    public var retryPolicy: RetryPolicy
    var breakerPace = StageBreaker.Pace()
    /// How often the brokers are asked for the ends of partitions of which nothing is fetched.
    var endsInterval = Duration.seconds(5)
    /// After how long in which nothing came nothing is fetched, where somebody tells of what comes. Longer than `BellPace.quiet`, within
    /// which nobody is told a second time.
    var fetchPatience = Duration.seconds(10)

    public init(
        parallel: Int = 16, buffered: Int = 1_000, commitLimit: Int = 200, attemptLimit: Duration = .seconds(120),
        hangGrace: Duration = .seconds(30), closingLimit: Duration = .seconds(5), drainLimit: Duration = .seconds(10),
        pollInterval: Duration = .seconds(10), postponement: Duration = .seconds(2),
        retryPolicy: RetryPolicy = .exponential(first: .seconds(1), limit: .seconds(120), maximumAttempts: 6)
    ) {
        self.parallel = max(1, parallel)
        self.buffered = max(2, buffered)
        self.commitLimit = max(1, commitLimit)
        self.attemptLimit = attemptLimit
        self.hangGrace = hangGrace
        self.closingLimit = closingLimit
        self.drainLimit = drainLimit
        self.pollInterval = pollInterval
        self.postponement = postponement
        self.retryPolicy = retryPolicy
    }
}

extension StageConfiguration {
    /// The variables of a worker; the bounds that they do not name are as they are by default.
    public init(reading reader: inout ConfigurationReader) {
        let parallel = reader.integer(
            "DOCKET_STAGE_CONCURRENCY", default: 8, in: 1...1_000, "How many events this process works on at once, for each stage"
        )
        let buffered = reader.integer(
            "DOCKET_STAGE_BUFFER", default: 1_000, in: 2...100_000, "How many records of a partition may wait in this process")
        let attemptLimit = reader.duration(
            "DOCKET_STAGE_ATTEMPT_LIMIT", default: .seconds(120), "How long one attempt at an event may take")
        let first = reader.duration(
            "DOCKET_STAGE_RETRY_FIRST", default: .seconds(1), "The pause before the second attempt; it doubles from then on")
        let limit = reader.duration("DOCKET_STAGE_RETRY_LIMIT", default: .seconds(120), "The longest pause between attempts")
        let attempts = reader.integer(
            "DOCKET_STAGE_ATTEMPTS", default: 6, in: 1...100, "After so many attempts an event goes to the dead letters")
        self.init(
            parallel: parallel, buffered: buffered, attemptLimit: attemptLimit,
            retryPolicy: .exponential(first: first, limit: limit, maximumAttempts: attempts))
    }
}
