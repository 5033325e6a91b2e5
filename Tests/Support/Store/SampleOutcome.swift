public import Domain
import FoundationEssentials
public import Postgres
import PostgresStore
public import Shared

/// An outcome in the log, of a submission that is nowhere else: what deliveries need.
public enum SampleOutcome {
    public static func record(
        over pool: PostgresPool, type: EventType = .submissionNeedsInput, tenant: TenantID = .standard,
        submission: SubmissionID = .random(), sequence: Int = 7, at moment: Timestamp? = nil
    ) async throws -> RecordedEvent {
        let time = moment ?? Timestamp(Date())
        let header = EventHeader(
            id: .sample(of: submission, sequence: sequence), type: type, source: "/docket/test", submission: submission,
            time: time,
            sequence: sequence, tenant: tenant, journey: "sample")
        let payload = try CloudEvent(header: header, data: SubmissionOutcome(state: .needsInput, attempt: 1)).encoded()
        try await pool.query(
            """
            insert into events (id, submission_id, tenant, sequence, type, topic, time, payload)
            values (\(header.id.uuid), \(submission.uuid), \(tenant.rawValue), \(sequence), \(type.rawValue),
                \(Topic.outcomes.rawValue), \(time.date), \(payload))
            """)
        guard let event = try await PostgresEventLog(pool: pool).events(ids: [header.id]).first else { throw NotRecorded() }
        return event
    }

    struct NotRecorded: Error {}
}
