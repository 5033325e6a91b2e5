public import Shared

/// The place of a record in a Kafka cluster.
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
    /// What the row is ordered with. For a signed head it is the log's id, and for a tenant's day one made of the tenant.
    public let submission: SubmissionID
    public let tenant: TenantID
    public let sequence: Int
    public let topic: Topic
    /// Nil for a signed head, for a tenant's day, and for an event of a newer version. Readers of the topic interpret its bytes.
    public let type: EventType?
    /// The W3C `traceparent` of the event's cause, for the record's headers.
    public let traceparent: String?
    /// The record's value.
    public let payload: [UInt8]
    /// The rows that it takes turns with.
    public let line: OutboxLine

    /// The record's key.
    public var key: String { topic == .usage ? tenant.rawValue : submission.description }

    /// Without a line it is in that of an older version's rows.
    public init(
        position: Int64, eventID: EventID, submission: SubmissionID, tenant: TenantID, sequence: Int, topic: Topic,
        type: EventType?, traceparent: String?, payload: [UInt8], line: OutboxLine? = nil
    ) {
        self.line = line ?? OutboxLine(topic: topic.rawValue, tenant: "", journey: "")
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

/// The rows that a relay may produce now.
public struct OutboxClaim: Sendable {
    /// The lowest unpublished row of each submission: at most one for each.
    public let rows: [OutboxRow]
    /// Dead letters, which are independent of all rows.
    public let deadLetters: [DeadLetterRow]
    /// Whether more rows of this owner wait: beyond the limit, behind a row of the same submission in this answer, or
    /// behind a row of another process. If this is set and there are no rows, ask again shortly.
    public let isMoreWaiting: Bool
    /// Lines with rows that wait only because the room of their line is used up.
    public let held: Set<OutboxLine>

    public init(rows: [OutboxRow], deadLetters: [DeadLetterRow] = [], isMoreWaiting: Bool, held: Set<OutboxLine> = []) {
        self.held = held
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

/// The rows that a relay has to produce. A row appears in the transaction that changed its submission. The instance that
/// wrote it owns it.
public protocol OutboxStore: Sendable {
    /// The rows that the lease's instance owns and may produce, in order of position: tenants take turns, within `room`.
    /// The limit includes dead letters. The cost grows with the number of lines that wait, not with
    /// their lengths. A row appears only once every lower sequence of its submission was published, by any owner. Nothing is locked: the
    /// caller names its rows in flight in `excluding`. The answer is empty under an old epoch. Rows for an unknown topic
    /// wait for a version that knows it, and delay only their own submission.
    func claimRows(_ lease: Lease, room: OutboxRoom, excluding: [Int64]) async throws(StoreError) -> OutboxClaim

    /// Which of these events take no place of their line any more: their stage has ended them, or they are to be published
    /// once more. An event that waits for another attempt keeps its place, and one that waits for an answer of a call-out
    /// does not.
    func progress(
        of events: [UnfinishedEvent], holding lines: [OutboxLine], _ lease: Lease
    ) async throws(StoreError) -> OutboxProgress

    /// Writes down which lines of the instance wait for their turn, instead of what was written before: for operators, and
    /// for processes that hold the same line back.
    func hold(_ lines: Set<OutboxLine>, _ lease: Lease) async throws(StoreError)

    /// Records delivery reports. Ignores rows that are already marked or no longer owned by this lease. Returns the
    /// positions that are now marked, by this call or an earlier one. Others were adopted, and their new owner publishes
    /// them again.
    func markPublished(_ rows: [PublishedRow], _ lease: Lease) async throws(StoreError) -> Set<Int64>

    /// Adopts the unpublished rows of instances without a valid lease, and increments the epochs of those leases. Returns
    /// the number of adopted rows.
    func adoptOrphans(_ lease: Lease, limit: Int) async throws(StoreError) -> Int

    /// The number of waiting rows of all owners, up to `OutboxBacklog.mostCounted`, and the age of the oldest that does not
    /// wait for its turn: for metrics. The cost does not grow with the lengths of lines.
    func backlog() async throws(StoreError) -> OutboxBacklog

    /// Deletes at most `limit` rows that were published longer than `age` ago and whose events their stages have
    /// finished: until then a row has the place of its record. Returns their number. Events stay in the log, and dead
    /// letters stay.
    func purgePublished(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int

    /// Deletes at most `limit` dead letters that are older than `age` and have no row, and returns their number. Until
    /// then a record that is read again is known to be given up.
    func purgeDeadLetters(olderThan age: Duration, limit: Int) async throws(StoreError) -> Int
}

public struct OutboxBacklog: Hashable, Sendable {
    /// The limit of counting: this number means as many or more.
    public static let mostCounted = 10_000

    public let rows: Int
    /// The age of the oldest row that does not wait for its turn.
    public let oldestAgeSeconds: Double
    /// The lines that live processes hold back, and how long the first of them has been held.
    public let heldLines: Int
    public let heldSeconds: Double

    public init(rows: Int, oldestAgeSeconds: Double, heldLines: Int = 0, heldSeconds: Double = 0) {
        self.rows = rows
        self.oldestAgeSeconds = oldestAgeSeconds
        self.heldLines = heldLines
        self.heldSeconds = heldSeconds
    }
}
