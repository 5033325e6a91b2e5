public import FoundationEssentials
public import Shared

/// Notice of a dead letter for operators and their tools: its origin, its attempts and its failure. Key and value are the
/// original record's, so that it can be sent again unchanged.
public struct DeadLetterNotice: Hashable, Sendable {
    /// The place of the original record.
    public struct Origin: Hashable, Sendable {
        /// Nil if unknown.
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

    /// A header of a record.
    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: [UInt8]

        public init(name: String, value: [UInt8]) {
            self.name = name
            self.value = value
        }
    }

    public let stage: Stage
    /// Nil if the record had no event of the log.
    public let event: EventID?
    public let key: [UInt8]
    public let value: [UInt8]
    /// The record's headers; empty for an event of the log, whose bytes are complete.
    public let headers: [Header]
    /// Nil if no record brought the event: for a retry, or an item of a dead process.
    public let origin: Origin?
    public let attempts: Int
    /// The code of the last failure.
    public let code: String
    /// The last failure, in words that are safe to show.
    public let problem: String
    public let failedAt: Date

    /// Removes bytes from the texts that the database cannot store.
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
    /// The row's id: a row that is read twice has the same number.
    public let position: Int64
    public let notice: DeadLetterNotice

    public init(position: Int64, notice: DeadLetterNotice) {
        self.position = position
        self.notice = notice
    }
}
