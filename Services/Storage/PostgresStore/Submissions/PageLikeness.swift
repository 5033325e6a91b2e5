public import Domain
internal import FoundationEssentials
internal import Postgres
public import Shared

/// How clean pages look, for finding pages that are alike: in four quarters of sixteen bits, of which an index has each.
enum PageLikeness {
    private static let quarters: [SQL] = ["48", "32", "16", "0"]

    private static func quarter(_ hash: SQL, _ shift: SQL) -> SQL { "((\(hash) >> \(shift)) & 65535)" }

    /// Records the pages of documents whose journey looks for pages that are alike.
    static func recording(_ documents: [NormalizedDocument], of submission: Submission) -> [SQL] {
        let pages = documents.flatMap(\.pages)
        guard !pages.isEmpty else { return [] }
        var (ids, numbers, hashes): ([UUID], [Int], [Int64]) = ([], [], [])
        for page in pages {
            for (index, signals) in (page.making?.signals ?? []).enumerated() where signals.isTellingApart {
                ids.append(page.page.uuid)
                numbers.append(index + 1)
                hashes.append(Int64(bitPattern: signals.likeness.bits))
            }
        }
        return [
            "delete from page_likenesses where page_id = any(\(pages.map(\.page.uuid)))",
            """
            insert into page_likenesses (page_id, number, submission_id, tenant, likeness)
            select page_id, number, \(submission.id.uuid), \(submission.tenant.rawValue), likeness
            from unnest(\(ids), \(numbers), \(hashes)) as page (page_id, number, likeness)
            """,
        ]
    }

    /// The limits hold for each picture, so the cost does not grow with how often a form was submitted.
    static func showing(_ pictures: Set<PerceptualHash>, tenant: TenantID, besides submission: SubmissionID) -> SQL {
        let candidates = quarters.map { shift -> SQL in
            """
            (select submission_id, likeness from page_likenesses l
            where l.tenant = \(tenant.rawValue) and \(quarter("l.likeness", shift)) = \(quarter("wanted.likeness", shift))
            limit \(KnownFilesLimit.alikePages))
            """
        }
        return """
            select wanted.likeness, (
                select count(*) from (
                    select distinct found.submission_id from (\(SQL.joined(candidates, separator: " union all "))) found
                    where found.submission_id <> \(submission.uuid)
                        and bit_count((found.likeness # wanted.likeness)::bit(64)) <= \(PerceptualHash.sameDistance)
                    limit \(KnownFilesLimit.submissions)
                ) alike
            )::bigint as submissions
            from unnest(\(pictures.map { Int64(bitPattern: $0.bits) })) as wanted (likeness)
            """
    }
}

extension PostgresStageStore: KnownPictures {
    public func submissionsShowing(
        _ pictures: [PerceptualHash], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [PerceptualHash: Int] {
        guard !pictures.isEmpty else { return [:] }
        return try await StoreError.wrapping("look for pages that are alike") {
            let rows = try await pool.query(PageLikeness.showing(Set(pictures), tenant: tenant, besides: submission))
            var counts: [PerceptualHash: Int] = [:]
            for row in rows {
                let count: Int = try row.decode("submissions")
                if count > 0 { counts[PerceptualHash(bits: UInt64(bitPattern: try row.decode("likeness")))] = count }
            }
            return counts
        }
    }
}
