public import Domain
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
        /// The reasons for a refusal or a warning, if the event has any.
        public var reasons: [Reason] = []
    }

    public struct Published: Sendable, Hashable {
        public var at: Timestamp
        public var partition: Int
        public var offset: Int64
    }

    /// The work of a stage on an event.
    public struct Work: Sendable, Hashable {
        public var event: EventID
        public var stage: Stage
        /// `pending`, `done` or `parked`.
        public var state: String
        /// Attempts that count.
        public var attempts: Int
        public var isRunning = false
        public var retryAt: Timestamp?
        public var error: String?
        public var changedAt: Timestamp
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
    }

    /// A delivery of an event.
    public struct Telling: Sendable, Hashable {
        public var event: EventID
        public var channel: String
        public var endpoint: String
        public var state: DeliveryState
        public var attempts: Int
        public var changedAt: Timestamp
        public var nextAt: Timestamp?
        public var error: String?
        public var tries: [Try] = []
    }

    public struct Try: Sendable, Hashable {
        public var attempt: Int
        public var at: Timestamp
        public var milliseconds: Int
        public var status: Int?
        public var error: String?
    }

    /// An act from the audit trail.
    public struct Act: Sendable, Hashable {
        public var action: String
        public var actor: String
        public var time: Timestamp
        /// The gateway's note, such as the reason for a refused file. Never a text that a person wrote.
        public var note: String?
    }
}
