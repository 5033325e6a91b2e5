public import Shared

/// Everything that the database knows of one submission's past, read at one moment.
public struct SubmissionStory: Sendable, Hashable {
    public var submission: SubmissionID
    public var tenant: TenantID
    public var journey: JourneyID
    public var state: SubmissionState
    public var createdAt: Timestamp
    public var erasedAt: Timestamp?
    public var events: [Event] = []
    public var attempts: [Work] = []
    public var deadLetters: [GivenUp] = []
    public var deliveries: [Telling] = []
    public var acts: [Act] = []

    /// An event, and the place of its record.
    public struct Event: Sendable, Hashable {
        public var id: EventID
        public var sequence: Int
        public var type: EventType
        public var time: Timestamp
        /// Nil for an event without a topic.
        public var topic: String?
        /// Nil while it waits for its topic, and again long after its publication.
        public var published: Published?
        public var traceparent: String?
        /// The reasons for a refusal or a warning, if the event has any.
        public var reasons: [Reason] = []

        public init(id: EventID, sequence: Int, type: EventType, time: Timestamp, topic: String?) {
            (self.id, self.sequence, self.type, self.time, self.topic) = (id, sequence, type, time, topic)
        }
    }

    public struct Published: Sendable, Hashable {
        public var at: Timestamp
        public var partition: Int
        public var offset: Int64

        public init(at: Timestamp, partition: Int, offset: Int64) {
            (self.at, self.partition, self.offset) = (at, partition, offset)
        }
    }

    /// The work of a stage on an event.
    public struct Work: Sendable, Hashable {
        public var event: EventID
        public var stage: Stage
        /// `pending`, `done` or `parked`.
        public var state: String
        /// Attempts that count.
        public var attempts: Int
        public var isRunning: Bool
        public var retryAt: Timestamp?
        public var error: String?
        public var changedAt: Timestamp

        public init(event: EventID, stage: Stage, state: String, attempts: Int, changedAt: Timestamp) {
            (self.event, self.stage, self.state, self.attempts) = (event, stage, state, attempts)
            self.changedAt = changedAt
            isRunning = false
        }
    }

    /// A dead letter of a stage, and the place of its record.
    public struct GivenUp: Sendable, Hashable {
        public var event: EventID
        public var stage: Stage
        public var attempts: Int
        public var code: String
        public var problem: String
        public var failedAt: Timestamp
        public var published: Published?

        public init(event: EventID, stage: Stage, attempts: Int, code: String, problem: String, failedAt: Timestamp) {
            (self.event, self.stage, self.attempts, self.code) = (event, stage, attempts, code)
            (self.problem, self.failedAt) = (problem, failedAt)
        }
    }

    /// A delivery of an event.
    public struct Telling: Sendable, Hashable {
        public var event: EventID
        public var channel: String
        public var endpoint: String
        public var state: DeliveryState
        public var attempts: Int
        public var plannedAt: Timestamp
        public var changedAt: Timestamp
        public var nextAt: Timestamp?
        public var status: Int?
        public var error: String?
        public var tries: [Try] = []

        public init(
            event: EventID, channel: String, endpoint: String, state: DeliveryState, attempts: Int, plannedAt: Timestamp,
            changedAt: Timestamp
        ) {
            (self.event, self.channel, self.endpoint, self.state) = (event, channel, endpoint, state)
            (self.attempts, self.plannedAt, self.changedAt) = (attempts, plannedAt, changedAt)
        }
    }

    public struct Try: Sendable, Hashable {
        public var attempt: Int
        public var at: Timestamp
        public var milliseconds: Int
        public var status: Int?
        public var error: String?

        public init(attempt: Int, at: Timestamp, milliseconds: Int, status: Int?, error: String?) {
            (self.attempt, self.at, self.milliseconds) = (attempt, at, milliseconds)
            (self.status, self.error) = (status, error)
        }
    }

    /// An act from the audit trail.
    public struct Act: Sendable, Hashable {
        public var action: String
        public var actor: String
        public var time: Timestamp
        /// The gateway's note, such as the reason for a refused file. Never a text that a person wrote.
        public var note: String?

        public init(action: String, actor: String, time: Timestamp, note: String? = nil) {
            (self.action, self.actor, self.time, self.note) = (action, actor, time, note)
        }
    }

    public init(submission: SubmissionID, tenant: TenantID, journey: JourneyID, state: SubmissionState, createdAt: Timestamp) {
        (self.submission, self.tenant, self.journey) = (submission, tenant, journey)
        (self.state, self.createdAt) = (state, createdAt)
    }
}
