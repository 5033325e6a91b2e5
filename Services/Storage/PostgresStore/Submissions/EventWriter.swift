import Domain
internal import Postgres
internal import Shared

/// Writes the event of a change, and its outbox row if the event goes to a topic.
struct EventWriter: Sendable {
    /// The `source` attribute: the service that made the change.
    let source: String
    /// The instance whose relay publishes the row.
    let owner: InstanceID

    /// An event to write. Its id is created with its row and never computed again: after a restore to an earlier time,
    /// another event of the submission with the same number has another id.
    struct Entry: Sendable {
        let id: EventID
        let edit: SubmissionEdit
        let traceparent: String?

        init(_ edit: SubmissionEdit, traceparent: String?) {
            id = .timeOrdered(at: edit.submission.changedAt.date)
            self.edit = edit
            self.traceparent = traceparent
        }
    }

    /// One statement for all entries, at least one. Positions ascend in the order of the entries.
    func statement(_ entries: [Entry]) throws -> SQL {
        let headers = entries.map(header)
        let payloads = try zip(entries, headers).map { Bytes(try $0.edit.event.encoded($1)) }
        let insertion: SQL = """
            insert into events (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload)
            select id, submission_id, tenant, sequence, type, topic, time, traceparent, payload
            from unnest(\(headers.map(\.id.uuid)), \(headers.map(\.submission.uuid)), \(headers.map(\.tenant.rawValue)),
                    \(headers.map(\.sequence)), \(headers.map(\.type.rawValue)),
                    \(OptionalArray(headers.map { $0.type.topic?.rawValue })), \(headers.map(\.time.date)),
                    \(OptionalArray(headers.map(\.traceparent))), \(payloads))
                with ordinality as e (id, submission_id, tenant, sequence, type, topic, time, traceparent, payload, number)
            order by number
            """
        guard headers.contains(where: { $0.type.topic != nil }) else { return insertion }
        return """
            with event as (\(insertion) returning position, id, submission_id, tenant, sequence, topic)
            insert into outbox (position, event_id, submission_id, sequence, topic, owner, tenant, journey)
            select event.position, event.id, event.submission_id, event.sequence, event.topic, \(owner.rawValue), event.tenant, j.journey
            from event join unnest(\(headers.map(\.id.uuid)), \(headers.map(\.journey.rawValue))) as j (id, journey) using (id)
            where event.topic is not null
            """
    }

    private func header(_ entry: Entry) -> EventHeader {
        let (submission, type) = (entry.edit.submission, entry.edit.event.type)
        return EventHeader(
            id: entry.id, type: type, source: source, submission: submission.id,
            time: submission.changedAt, sequence: submission.version, tenant: submission.tenant, journey: submission.journey,
            previousTime: entry.edit.previousTime, traceparent: entry.traceparent)
    }
}
