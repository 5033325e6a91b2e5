public import FoundationEssentials
public import Shared

/// What a stage gives up, for operators and their tools: where it came from, how often it was tried, and why. Key and value are
/// the original record's, so that it can be sent again as it is.
public struct DeadLetterNotice: Hashable, Sendable {
    /// Where the record lay.
    public struct Origin: Hashable, Sendable {
        /// Nil when it is not known.
        public let cluster: String?
        public let topic: String
        public let partition: Int32
        public let offset: Int64

        public init(cluster: String?, topic: String, partition: Int32, offset: Int64) {
            self.cluster = cluster
            self.topic = topic
            self.partition = partition
            self.offset = offset
        }
    }

    /// What a record says beside its value.
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: [UInt8]

        public init(name: String, value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    public let stage: Stage
    /// Nil when the record held no event of the log.
    public let event: EventID?
    public let key: [UInt8]
    public let value: [UInt8]
    /// Of the record; empty for an event of the log, which says all in its bytes.
    public let headers: [Header]
    /// Nil when no record brought the event: a retry, or what a dead process left.
    public let origin: Origin?
    public let attempts: Int
    /// Code of the last failure.
    public let code: String
    /// The last failure in safe words.
    public let problem: String
    public let failedAt: Date

    /// Bytes that the database keeps in no text are left out of the words.
    public init(
        stage: Stage, event: EventID?, key: [UInt8], value: [UInt8], headers: [Header] = [], origin: Origin?, attempts: Int,
        code: String, problem: String, failedAt: Date
    ) {
        self.stage = stage
        self.event = event
        self.key = key
        self.value = value
        self.headers = headers.map { Header(name: $0.name.filter { $0 != "\0" }, value: $0.value) }
        self.origin = origin
        self.attempts = attempts
        self.code = code.filter { $0 != "\0" }
        self.problem = problem.filter { $0 != "\0" }
        self.failedAt = failedAt
    }
}

/// A dead letter that waits for its topic.
public struct DeadLetterRow: Hashable, Sendable {
    /// The row's id: who reads one twice reads the same number twice.
    public let position: Int64
    public let notice: DeadLetterNotice

    public init(position: Int64, notice: DeadLetterNotice) {
        self.position = position
        self.notice = notice
    }
}
