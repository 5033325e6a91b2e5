internal import Custody
internal import Postgres
internal import Shared

/// Compares tables that are no rows of the log with what it covers: legal holds and erasures with their acts, erased submissions
/// with these, journeys with the version that events name.
enum LoggedTables {
    static func faults(of tenant: String, over transaction: PostgresTransaction) async throws -> [LogFault] {
        let answers = try await transaction.pipeline([holds(of: tenant), certificates(of: tenant)])
        var faults = try answers[0].map { row in
            LogFault(.hold, "the legal hold \(try row.decode("id", as: String.self)) \(try row.decode("fault", as: String.self))")
        }
        faults += try answers[1].map { row in
            LogFault(
                .certificate,
                "the erasure of submission \(try row.decode("id", as: String.self)) \(try row.decode("fault", as: String.self))")
        }
        let journeys = try await transaction.query(
            """
            select encode(digest, 'hex') as digest, definition::text as definition from journeys
            where digest in (select journey_version from submissions where tenant = \(tenant)) order by digest
            """)
        for row in journeys {
            let (digest, definition) = (try row.decode("digest", as: String.self), try row.decode("definition", as: String.self))
            let json = try? CanonicalJSON.decode(JSONValue.self, from: Array(definition.utf8))
            guard json.map({ ContentDigest(of: JSONCanonicalization.bytes(of: $0)).hex }) != digest else { continue }
            faults.append(LogFault(.journey, "the journey of version sha256:\(digest) is not what that is the digest of"))
        }
        return faults
    }

    private static func holds(of tenant: String) -> SQL {
        """
        with told as (
            select substr(resource, 7) as id, (array_agg(submission_id))[1] as submission_id,
                bool_or(action = 'hold.set') as is_set, bool_or(action = 'hold.release') as is_released
            from audit where tenant = \(tenant) and action in ('hold.set', 'hold.release') group by resource
        ), judged as (
            select coalesce(t.id, h.id::text) as id, case
                when h.id is null then 'is gone'
                when t.id is null or not t.is_set then 'has no act that set it'
                when h.released_at is not null and not t.is_released then 'is released, and the log knows of no release'
                when h.released_at is null and t.is_released then 'is in force, and was released, as the log says'
                when h.submission_id is distinct from t.submission_id then 'is not on what the log says'
            end as fault
            from told t full join (select * from legal_holds where tenant = \(tenant)) h on h.id::text = t.id
        )
        select * from judged where fault is not null order by id limit \(LogExamination.mostNamed)
        """
    }

    /// An erasure without a certificate passes. Docket made none before migration 43, and a program of before that goes on
    /// through a roll makes none after it. The act's own time tells neither: whoever writes the act chooses it.
    private static func certificates(of tenant: String) -> SQL {
        """
        with told as (
            select submission_id as id, array_agg(note) filter (where note is not null) as notes
            from audit where tenant = \(tenant) and action = \(LogExamination.erasure) group by submission_id
        ), judged as (
            select coalesce(t.id, e.submission_id)::text as id, case
                when e.submission_id is null then 'is in the log, and its row is gone'
                when t.id is null then 'is in the table, and no act tells of it'
                when s.id is not null and s.erased_at is null then 'is in the log, and the submission is not erased'
                when e.certificate is null and t.notes is not null then 'has lost its certificate'
                when e.certificate is not null and 'certificate sha256:' || encode(sha256(convert_to(e.certificate, 'UTF8')), 'hex') <> all(coalesce(t.notes, '{}'))
                    then 'has another certificate than the log says'
            end as fault
            from told t full join (select * from erasures where tenant = \(tenant)) e on e.submission_id = t.id
                left join submissions s on s.id = t.id
        )
        select * from judged where fault is not null order by id limit \(LogExamination.mostNamed)
        """
    }
}
