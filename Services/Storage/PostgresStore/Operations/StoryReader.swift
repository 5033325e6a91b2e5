public import Domain
public import Postgres
public import Shared

/// Reads a submission's past.
public struct StoryReader: Sendable {
    private let pool: PostgresPool

    /// More entries than any submission has. Further ones are left out.
    public static let limit = 10_000

    public init(pool: PostgresPool) { self.pool = pool }

    /// Nil if there is no such submission.
    public func story(of id: SubmissionID) async throws(StoreError) -> SubmissionStory? {
        try await StoreError.wrapping("read what happened to a submission") {
            // One look, so that what is told fits together.
            let answers = try await pool.withTransaction(.repeatableRead) { try await $0.pipeline(Self.statements(id)) }
            guard let row = answers[0].first else { return nil }
            var story = SubmissionStory(
                submission: id, tenant: try row.decodeValue("tenant"), journey: try row.decodeValue("journey"),
                state: try row.decodeCase("state"), createdAt: try row.decodeTimestamp("created_at"))
            story.erasedAt = try row.decodeTimestampIfPresent("erased_at")
            story.events = try answers[1].map(Self.event)
            story.attempts = try answers[2].map(Self.work)
            story.deadLetters = try answers[3].map(Self.givenUp)
            story.deliveries = try answers[4].map(Self.telling)
            for row in answers[5] {
                let (event, channel, endpoint): (EventID, String, String) = (
                    try row.decodeID("event_id"), try row.decode("channel"), try row.decode("endpoint")
                )
                guard
                    let place = story.deliveries.firstIndex(where: {
                        $0.event == event && $0.channel == channel && $0.endpoint == endpoint
                    })
                else { continue }
                story.deliveries[place].tries.append(
                    SubmissionStory.Try(
                        attempt: try row.decode("attempt"), at: try row.decodeTimestamp("began_at"),
                        milliseconds: try row.decode("milliseconds"), status: try row.decodeIfPresent("status"),
                        error: try row.decodeIfPresent("error")))
            }
            story.acts = try answers[6].map {
                SubmissionStory.Act(
                    action: try $0.decode("action"), actor: try $0.decode("actor"), time: try $0.decodeTimestamp("time"),
                    note: try $0.decodeIfPresent("note"))
            }
            return story
        }
    }

    private static let typesWithReasons = EventType.allCases.filter(\.tellsOfReasons).map(\.rawValue)

    private static func statements(_ id: SubmissionID) -> [SQL] {
        [
            "select tenant, journey, state, created_at, erased_at from submissions where id = \(id.uuid)",
            """
            select e.id, e.sequence, e.type, e.time, e.topic, o.published_at, o.partition, o.record_offset,
                case when e.type = any(\(typesWithReasons)) then e.payload end as payload
            from events e left join outbox o on o.event_id = e.id
            where e.submission_id = \(id.uuid) order by e.sequence limit \(limit)
            """,
            """
            select w.*, w.started_by is not null as is_running from events e join work_items w on w.event_id = e.id
            where e.submission_id = \(id.uuid) order by w.changed_at limit \(limit)
            """,
            """
            select d.*, o.published_at, o.partition as dlq_partition, o.record_offset as dlq_offset
            from events e join dead_letters d on d.event_id = e.id left join outbox o on o.position = d.position
            where e.submission_id = \(id.uuid) order by d.failed_at limit \(limit)
            """,
            "select * from deliveries where submission_id = \(id.uuid) order by planned_at limit \(limit)",
            """
            select t.* from deliveries d join delivery_tries t using (event_id, channel, endpoint)
            where d.submission_id = \(id.uuid) order by t.began_at limit \(limit)
            """,
            """
            select action, actor, time, case when action = \(AuditedDeed.refusal) then note end as note
            from audit where submission_id = \(id.uuid) order by id limit \(limit)
            """,
        ]
    }

    private static func event(_ row: Row) throws -> SubmissionStory.Event {
        SubmissionStory.Event(
            id: try row.decodeID("id"), sequence: try row.decode("sequence"), type: try row.decodeCase("type"),
            time: try row.decodeTimestamp("time"), topic: try row.decodeIfPresent("topic"),
            published: try published(row, "partition", "record_offset"),
            reasons: try row.decodeIfPresent("payload", as: [UInt8].self).map(EventReader.reasons) ?? [])
    }

    private static func published(_ row: Row, _ partition: String, _ offset: String) throws -> SubmissionStory.Published? {
        guard let at = try row.decodeTimestampIfPresent("published_at"),
            let partition = try row.decodeIfPresent(partition, as: Int.self),
            let offset = try row.decodeIfPresent(offset, as: Int64.self)
        else { return nil }
        return SubmissionStory.Published(at: at, partition: partition, offset: offset)
    }

    private static func work(_ row: Row) throws -> SubmissionStory.Work {
        SubmissionStory.Work(
            event: try row.decodeID("event_id"), stage: try row.decodeCase("stage"), state: try row.decode("state"),
            attempts: try row.decode("attempts"), isRunning: try row.decode("is_running"),
            retryAt: try row.decodeTimestampIfPresent("retry_at"), error: try row.decodeIfPresent("last_error"),
            changedAt: try row.decodeTimestamp("changed_at"))
    }

    private static func givenUp(_ row: Row) throws -> SubmissionStory.GivenUp {
        SubmissionStory.GivenUp(
            event: try row.decodeID("event_id"), stage: try row.decodeCase("stage"), attempts: try row.decode("attempts"),
            code: try row.decode("code"), problem: try row.decode("problem"), failedAt: try row.decodeTimestamp("failed_at"),
            published: try published(row, "dlq_partition", "dlq_offset"))
    }

    private static func telling(_ row: Row) throws -> SubmissionStory.Telling {
        SubmissionStory.Telling(
            event: try row.decodeID("event_id"), channel: try row.decode("channel"), endpoint: try row.decode("endpoint"),
            state: try row.decodeCase("state"), attempts: try row.decode("attempts"),
            changedAt: try row.decodeTimestamp("changed_at"), nextAt: try row.decodeTimestampIfPresent("next_at"),
            error: try row.decodeIfPresent("last_error"))
    }
}
