public import Domain
internal import Postgres
public import Shared

/// Further facts about a submission in review.
extension ReviewStore {
    /// The most entries of each list.
    private static let limit = 100
    /// The most pages of a person that are compared.
    private static let comparedPages = 500

    // MARK: - History

    /// The history of the submission, the oldest entry first, without the person's steps of filling it in.
    public func history(of submission: SubmissionID) async throws(StoreError) -> [ReviewHistoryEntry] {
        try await StoreError.wrapping("read the history of a submission") {
            let answers = try await pool.pipeline([
                """
                select e.type, e.time, a.actor, \(SealedNote.columns(of: "a")),
                    (convert_from(e.payload, 'UTF8')::jsonb -> 'data' ->> 'attempt')::int as attempt,
                    case when e.type = any(\(Self.typesWithReasons)) then e.payload end as payload
                from events e
                left join audit a on a.event_id = e.id and a.submission_id = e.submission_id and a.action = any(\(Self.deeds))
                where e.submission_id = \(submission.uuid) and e.type = any(\(Self.types))
                order by e.sequence desc limit \(Self.limit)
                """,
                """
                select action, actor, time from audit where submission_id = \(submission.uuid) and event_id is null
                    and action = any(\(Self.deedsWithoutEvent))
                order by id desc limit \(Self.limit)
                """,
            ])
            var events: [ReviewHistoryEntry] = []
            for row in answers[0] {
                events.append(
                    ReviewHistoryEntry(
                        at: try row.decodeTimestamp("time"), event: try row.decodeCase("type"),
                        act: try row.decodeIfPresent("action"), by: try row.decodeIfPresent("actor"),
                        attempt: try row.decodeIfPresent("attempt"),
                        reasons: try row.decodeIfPresent("payload", as: [UInt8].self).map(EventReader.reasons) ?? [],
                        note: try await SealedNote.note(row, about: submission, by: keys)))
            }
            // What another reviewer noted is not told before both have judged.
            let acts = try answers[1].map { row in
                ReviewHistoryEntry(
                    at: try row.decodeTimestamp("time"), act: try row.decode("action"), by: try row.decode("actor"))
            }
            return (events + acts).sorted { $0.at < $1.at }
        }
    }

    private static let types = SubmissionState.allCases.map { EventType(entering: $0).rawValue }
    private static let typesWithReasons = EventType.allCases.filter(\.tellsOfReasons).map(\.rawValue)
    private static let deeds = [AuditedDeed.decision, "submission.withdraw", "submission.retry"]
    private static let deedsWithoutEvent = [AuditedDeed.verdict, AuditedDeed.dropped, AuditedDeed.takenBack, "review.take-over"]

    // MARK: - Files that are alike

    /// Pages like these in other submissions of the tenant that were submitted: first equal files, then similar pictures of
    /// the same person; each the newest submission first.
    public func pagesLike(those submission: Submission) async throws(StoreError) -> [AlikePage] {
        let pages = submission.documents.filter { $0.state != .removed }.flatMap(\.pages)
        return try await StoreError.wrapping("look for files that are alike") {
            var found = try await sameFiles(as: pages, submission)
            let known = Set(found.map(\.page))
            found += try await likePictures(of: pages, submission).filter { !known.contains($0.page) }
            return Array(found.prefix(Self.limit))
        }
    }

    /// Examines at most `KnownFilesLimit.pages` pages with each file, as `KnownFiles` does. The limit of the list is for all files.
    private func sameFiles(as pages: [Page], _ submission: Submission) async throws -> [AlikePage] {
        var own: [ContentDigest: PageID] = [:]
        for page in pages { if let digest = page.original?.digest { own[digest] = own[digest] ?? page.id } }
        guard !own.isEmpty else { return [] }
        let rows = try await pool.query(
            """
            select distinct on (s.submitted_at, s.id, p.original_digest) s.id as submission, s.state, s.submitted_at,
                p.document_id, p.id as page, p.original_digest
            from unnest(\(own.keys.map { Bytes($0.bytes) })) as wanted (digest)
            cross join lateral (
                select id, submission_id, document_id, original_digest from pages
                where original_digest = wanted.digest limit \(KnownFilesLimit.pages)
            ) p join submissions s on s.id = p.submission_id
            where s.id <> \(submission.id.uuid) and s.tenant = \(submission.tenant.rawValue) and s.submitted_at is not null
                and s.erased_at is null
            order by s.submitted_at desc, s.id, p.original_digest, p.id limit \(Self.limit)
            """)
        return try rows.compactMap { row in
            guard let own = own[try row.decodeDigest("original_digest")] else { return nil }
            return try Self.alike(row, own: own, .sameFile)
        }
    }

    private func likePictures(of pages: [Page], _ submission: Submission) async throws -> [AlikePage] {
        guard let subject = submission.subject else { return [] }
        let own = pages.compactMap { page in page.look?.signals.first.map { (page: page.id, likeness: $0.likeness) } }
        guard !own.isEmpty else { return [] }
        func ofPerson(_ condition: SQL) -> SQL {
            """
            (select s.id as submission, s.state, s.submitted_at, s.created_at, p.document_id, p.id as page, p.look
            from submissions s join pages p on p.submission_id = s.id
            where s.tenant = \(submission.tenant.rawValue) and \(condition) and s.id <> \(submission.id.uuid)
                and s.submitted_at is not null and s.erased_at is null and p.look is not null
            order by s.created_at desc, s.id limit \(Self.comparedPages))
            """
        }
        let code = try await keys?.lookup(of: submission.tenant).map { Bytes($0.code(ofSubject: subject)) }
        let all = [ofPerson("s.subject = \(subject)")] + (code.map { [ofPerson("s.subject_code = \($0)")] } ?? [])
        let rows = try await pool.query(
            "\(SQL.joined(all, separator: " union all ")) order by created_at desc, submission limit \(Self.comparedPages)")
        return try rows.compactMap { row in
            guard let likeness = try row.decodeJSON("look", as: FirstLook.self).signals.first?.likeness,
                let like = own.first(where: { $0.likeness.distance(to: likeness) <= AlikePage.distance })
            else { return nil }
            return try Self.alike(row, own: like.page, .likePicture)
        }
    }

    private static func alike(_ row: Row, own: PageID, _ why: AlikePage.Likeness) throws -> AlikePage {
        AlikePage(
            submission: try row.decodeID("submission"), document: try row.decodeID("document_id"), page: try row.decodeID("page"),
            own: own, why: why, state: try row.decodeCase("state"), at: try row.decodeTimestamp("submitted_at"))
    }
}
