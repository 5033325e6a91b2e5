public import Domain
internal import FoundationEssentials
public import Postgres
public import Shared

/// Submissions whose pages have new previews or suggestions, for observers. Such news changes no version, makes no event,
/// and may be lost.
public struct PostgresPageNews: Sendable {
    /// What a query could see. Everything else is news for the next one, whenever it began.
    public struct Sight: Sendable, Hashable {
        fileprivate let snapshot: String
    }

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Belongs into the transaction that adds to the pages. It uses each of the places in turn.
    static func telling(_ submission: SubmissionID) -> SQL {
        """
        insert into page_news (place, submission_id) values (nextval('page_news_places'), \(submission.uuid))
        on conflict (place) do update set submission_id = excluded.submission_id, transaction_id = excluded.transaction_id
        """
    }

    /// The current state, which is no news.
    public func sight() async throws(StoreError) -> Sight {
        try await StoreError.wrapping("look for news of pages") {
            let rows = try await pool.query("select pg_current_snapshot()::text as snapshot")
            return Sight(snapshot: try rows[0].decode("snapshot"))
        }
    }

    /// The submissions with something visible that was not before.
    public func news(since before: Sight) async throws(StoreError) -> (submissions: Set<SubmissionID>, sight: Sight) {
        try await StoreError.wrapping("look for news of pages") {
            let rows = try await pool.query(
                """
                select pg_current_snapshot()::text as snapshot, news.submission_id
                from (select \(before.snapshot)::text::pg_snapshot as seen) before left join page_news news
                    on news.transaction_id >= pg_snapshot_xmin(seen) and not pg_visible_in_snapshot(news.transaction_id, seen)
                """)
            let submissions = try rows.compactMap { row in
                try row.decodeIfPresent("submission_id", as: UUID.self).map { SubmissionID($0) }
            }
            return (Set(submissions), Sight(snapshot: try rows[0].decode("snapshot")))
        }
    }
}
