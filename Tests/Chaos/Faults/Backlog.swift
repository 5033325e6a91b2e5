import FoundationEssentials
import Shared
import Support

/// Rows that wait for the broker: each tells of a file that was refused, of a submission of nobody's, and nobody has to do anything
/// about it. They are a gateway's, whose own rows come behind them.
struct Backlog: Sendable {
    let rows: Int

    /// As an operator's `psql` carries it out.
    func script() throws -> String {
        // Of these two numbers every row has its own.
        let (event, submission) = (EventID(UUID()), SubmissionID(UUID()))
        let header = EventHeader(
            id: event, type: .uploadRefused, source: "/docket/chaos", submission: submission, time: Timestamp(Date()),
            sequence: 1, tenant: Self.tenant, journey: "proof-of-address")
        let payload = try CloudEvent(header: header, data: UploadRefused(document: DocumentID(UUID()), reasons: [])).encoded()
        let text = String(decoding: payload, as: UTF8.self).replacing("'", with: "''")
        return """
            with made as (
                insert into events (id, submission_id, tenant, sequence, type, topic, time, payload)
                select id, submission, '\(Self.tenant)', 1, '\(EventType.uploadRefused.rawValue)', '\(Topic.uploads.rawValue)', now(),
                    convert_to(replace(replace('\(text)', '\(event)', id::text), '\(submission)', submission::text), 'UTF8')
                from (select gen_random_uuid() as id, gen_random_uuid() as submission from generate_series(1, \(rows))) new
                returning position, id, submission_id
            )
            insert into outbox (position, event_id, submission_id, sequence, topic, owner)
            select position, id, submission_id, 1, '\(Topic.uploads.rawValue)', coalesce(
                (select i.id from instances i where i.service = 'gateway' and i.expires_at > now() limit 1), gen_random_uuid())
            from made
            """
    }

    /// How many of them have not reached the broker.
    static let left = """
        select count(*) from outbox o join events e using (position) where e.tenant = '\(tenant)' and o.published_at is null
        """

    private static let tenant: TenantID = "backlog"
}
