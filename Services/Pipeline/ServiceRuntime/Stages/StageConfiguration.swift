public import Configuration
public import Shared

/// Bounds of one stage in one process.
public struct StageConfiguration: Sendable {
    /// The number of events in progress at once.
    public var parallel: Int
    /// The number of records of one partition that may wait here. Reading continues once half of them are done.
    public var buffered: Int
    /// The number of ends in one transaction.
    public var commitLimit: Int
    /// The time for one attempt. Then it is cancelled, and counts as failed.
    public var attemptLimit: Duration
    /// The further time to react to the cancellation. Then the process counts as stuck.
    public var hangGrace: Duration
    /// How long a stop waits for each of these: abandoned work, its commits, and leaving the group.
    public var closingLimit: Duration
    /// How long a stop waits for the work in progress.
    public var drainLimit: Duration
    /// The longest interval of queries for due retries and abandoned items without a report by a lease renewal.
    public var pollInterval: Duration
    /// How long an event waits for an unfinished predecessor.
    public var postponement: Duration
    public var retryPolicy: RetryPolicy
    /// How tenants take turns; the platform's are set by `StagePlatform`.
    public var turns = TurnSettings()
    var breakerPace = StageBreaker.Pace()
    /// The interval of queries for the ends of partitions that are not being fetched.
    var endsInterval = Duration.seconds(5)
    /// The time without records after which fetching stops, if there are notifications. It is longer than
    /// `BellPace.quiet`, which suppresses repeated notifications.
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
    /// Reads the variables of a worker. Other bounds keep their defaults.
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
