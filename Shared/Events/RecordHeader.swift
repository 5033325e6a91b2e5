/// The names of the headers of records in Docket's topics.
public enum RecordHeader {
    /// On events that `docket replay --topics` publishes: the run and its number. The database does not know such an
    /// event.
    public static let replay = "docket-replay"

    /// On a dead letter: its number, the stage that gave it up, the number of attempts, the reason, and the time.
    public static let deadLetter = "docket-dead-letter"
    public static let stage = "docket-stage"
    public static let attempts = "docket-attempts"
    public static let errorCode = "docket-error-code"
    public static let error = "docket-error"
    public static let failedAt = "docket-failed-at"
    /// The topic of the original record, if it came from Kafka.
    public static let originalTopic = "docket-original-topic"
    public static let originalPartition = "docket-original-partition"
    public static let originalOffset = "docket-original-offset"
}
