public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

/// What live views of the queue read.
extension ReviewStore {
    /// Who has a submission open, or has decided on it with a decision that is still held. A renewed claim stays the same
    /// value.
    public struct Desk: Sendable, Hashable {
        public let submission: SubmissionID
        public let actor: String
        public let isHeld: Bool
    }

    /// The submissions of some tenants that are open with a reviewer now, or have a held decision.
    public func desks(of tenants: [TenantID]) async throws(StoreError) -> [TenantID: Set<Desk>] {
        try await StoreError.wrapping("look who reviews what") {
            let tenants = tenants.map(\.rawValue)
            let rows = try await pool.query(
                """
                select c.tenant, c.submission_id, c.actor, false as is_held
                from review_claims c join submissions s on s.id = c.submission_id and \(Self.waits("s"))
                where c.tenant = any(\(tenants)) and c.ends_at > now()
                union all
                select h.tenant, h.submission_id, h.actor, true
                from review_holds h join submissions s on s.id = h.submission_id and \(Self.waits("s"))
                where h.tenant = any(\(tenants))
                """)
            return try rows.reduce(into: [:]) { desks, row in
                let desk = Desk(
                    submission: try row.decodeID("submission_id"), actor: try row.decode("actor"),
                    isHeld: try row.decode("is_held"))
                desks[try row.decodeValue("tenant"), default: []].insert(desk)
            }
        }
    }

    /// Those of these submissions that are or were in review.
    public func reviewed(among submissions: Set<SubmissionID>) async throws(StoreError) -> Set<SubmissionID> {
        guard !submissions.isEmpty else { return [] }
        return try await StoreError.wrapping("look what was reviewed") {
            let ids = submissions.map(\.uuid)
            return Set(
                try await pool.query("select id from submissions where id = any(\(ids)) and review_since is not null")
                    .map { SubmissionID(try $0.decode("id", as: UUID.self)) })
        }
    }

    /// The numbers of waiting and of overdue submissions, by journey, over all tenants.
    public func waiting() async throws(StoreError) -> [JourneyID: (waiting: Int, overdue: Int)] {
        try await StoreError.wrapping("count what waits for reviewers") {
            let answers = try await pool.pipeline([
                "select s.journey, count(*) as count from submissions s where \(Self.waits("s")) group by s.journey",
                """
                select s.journey, count(*) as count from submissions s
                where \(Self.waits("s")) and s.review_due is not null and s.review_due <= now() group by s.journey
                """,
            ])
            var counts: [JourneyID: (waiting: Int, overdue: Int)] = [:]
            for row in answers[0] { counts[try row.decodeValue("journey")] = (try row.decode("count"), 0) }
            for row in answers[1] { counts[try row.decodeValue("journey"), default: (0, 0)].overdue = try row.decode("count") }
            return counts
        }
    }
}
