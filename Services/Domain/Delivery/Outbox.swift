public import Shared

/// Where a record lies in a Kafka cluster.
public struct RecordLocation: Hashable, Sendable {
    public let cluster: String
    public let topic: String
    public let partition: Int32
    public let offset: Int64

    public init(cluster: String, topic: String, partition: Int32, offset: Int64) {
        self.cluster = cluster
        self.topic = topic
        self.partition = partition
        self.offset = offset
    }
}

/// An event that waits for its topic.
public struct OutboxRow: Hashable, Sendable {
    /// The event's position in the log, and the row's id.
    public let position: Int64
    public let eventID: EventID
    /// The record's key; of a signed head the id of the log.
    public let submission: SubmissionID
    public let tenant: TenantID
    public let sequence: Int
    public let topic: Topic
    /// Nil for a signed head, and when a newer version wrote it. Its bytes are for whoever reads the topic.
    public let type: EventType?
    /// The W3C `traceparent` of what caused the event, for the record's headers.
    public let traceparent: String?
    /// The record's value.
    public let payload: [UInt8]

    public init(
        position: Int64, eventID: EventID, submission: SubmissionID, tenant: TenantID, sequence: Int, topic: Topic,
        type: EventType?, traceparent: String?, payload: [UInt8]
    ) {
        self.position = position
        self.eventID = eventID
        self.submission = submission
        self.tenant = tenant
        self.sequence = sequence
        self.topic = topic
        self.type = type
        self.traceparent = traceparent
        self.payload = payload
    }
}

/// What a relay may produce now.
public struct OutboxClaim: Sendable {
    /// Each the lowest unpublished row of its submission: at most one row a submission.
    public let rows: [OutboxRow]
    /// They wait for nothing, and nothing waits for them.
    public let deadLetters: [DeadLetterRow]
    /// Whether more rows of this owner wait, be it behind the limit, behind a row of the same submission in this answer, or
    /// behind one that belongs to another process. With no rows and this set, look again shortly.
    public let isMoreWaiting: Bool

    public init(rows: [OutboxRow], deadLetters: [DeadLetterRow] = [], isMoreWaiting: Bool) {
        self.rows = rows
        self.deadLetters = deadLetters
        self.isMoreWaiting = isMoreWaiting
    }
}

/// A delivery report for one row.
public struct PublishedRow: Hashable, Sendable {
    public let position: Int64
    public let location: RecordLocation

    public init(position: Int64, location: RecordLocation) {
        self.position = position
        self.location = location
    }
}

/// The rows that tell a relay what to produce. A row appears in the transaction that changed its submission and is owned by
/// the instance that wrote it.
public protocol OutboxStore: Sendable {
    /// The rows that the lease's instance owns and may produce, in order of position; `limit` counts dead letters, too. A row is
    /// only shown once every lower sequence of its submission has been published, whoever owns it. Nothing is locked: the caller
    /// names the rows it has in flight in `excluding`. Under an old epoch the answer is empty. Rows for a topic that this version
    /// does not know stay for one that does, and hold back nothing but their own submission.
    func claimRows(_ lease: Lease, limit: Int, excluding: [Int64]) async throws(StoreError) -> OutboxClaim

    /// Records delivery reports. Rows that are already marked, or that this lease does not own any more, are left as they are.
    /// Returns the positions that are marked now, by this call or before it; the others were adopted and will be published
    /// again by their new owner.
    func markPublished(_ rows: [PublishedRow], _ lease: Lease) async throws(StoreError) -> Set<Int64>

    /// Takes over the unpublished rows of instances whose lease has expired or that are unknown, and increments the epochs of
    /// those leases. Returns how many rows changed hands.
    func adoptOrphans(_ lease: Lease, limit: Int) async throws(StoreError) -> Int

    /// How many rows wait, counted up to `OutboxBacklog.mostCounted`, and since when the oldest one does, whoever owns them: for
    /// metrics. What it costs does not grow with what waits.
    func backlog() async throws(StoreError) -> OutboxBacklog

    /// Deletes at most `limit` rows published longer ago than `age` whose events their stages have finished: until then a row
    /// says where its record is. Returns how many. The events stay in the log, and dead letters where they are.
    func purgePublished(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int

    /// Deletes at most `limit` dead letters older than `age` whose rows are gone; returns how many. Until then a record that is
    /// read once more is known to have been given up.
    func purgeDeadLetters(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int
}

public struct OutboxBacklog: Hashable, Sendable {
    /// Where counting ends: so many rows means so many or more.
    public static let mostCounted = 10_000

    public let rows: Int
    public let oldestAgeSeconds: Double

    public init(rows: Int, oldestAgeSeconds: Double) {
        self.rows = rows
        self.oldestAgeSeconds = oldestAgeSeconds
    }
}
