internal import FoundationEssentials
internal import Postgres
internal import Shared

/// Writes the event of a change, and its outbox row if the event goes to a topic.
struct EventWriter: Sendable {
    /// The `source` attribute: the service that made the change.
    let source: String
    /// Whose relay publishes the row.
    let owner: InstanceID

    func statement(for edit: SubmissionEdit, traceparent: String?) throws -> SQL {
        let submission = edit.submission
        let header = EventHeader(
            id: .event(of: submission.id, sequence: submission.version), type: edit.event.type, source: source,
            submission: submission.id, time: submission.changedAt, sequence: submission.version, tenant: submission.tenant,
            journey: submission.journey, traceparent: traceparent)
        let topic = edit.event.type.topic
        let insertion: SQL = """
            insert into events (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload)
            values (\(header.id.uuid), \(header.submission.uuid), \(header.tenant.rawValue), \(header.sequence),
                \(header.type.rawValue), \(topic?.rawValue), \(header.time.date), \(traceparent),
                \(try edit.event.encoded(header)))
            """
        guard let topic else { return insertion }
        return """
            with event as (\(insertion) returning position)
            insert into outbox (position, event_id, submission_id, sequence, topic, owner)
            select position, \(header.id.uuid), \(header.submission.uuid), \(header.sequence), \(topic.rawValue),
                \(owner.rawValue)
            from event
            """
    }
}
