/// The names of headers that records of Docket's topics have, beside the event.
public enum RecordHeader {
    /// On what `docket replay --topics` publishes: its run and its number. The database knows nothing of such an event.
    public static let replay = "docket-replay"

    /// On what lies among the dead letters: its number, the stage that gave it up, after how many attempts, why, and when.
    public static let deadLetter = "docket-dead-letter"
    public static let stage = "docket-stage"
    public static let attempts = "docket-attempts"
    public static let errorCode = "docket-error-code"
    public static let error = "docket-error"
    public static let failedAt = "docket-failed-at"
    /// Where it lay before, as far as it came from Kafka.
    public static let originalTopic = "docket-original-topic"
    public static let originalPartition = "docket-original-partition"
    public static let originalOffset = "docket-original-offset"
}
