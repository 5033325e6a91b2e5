public import Domain
public import FoundationEssentials
public import Postgres
internal import Sealing
public import Shared

/// The facts that rules were checked on, so that other rules can be tried on them.
public struct PostgresFactsStore: Sendable {
    /// The facts of one submission when it was submitted for the `attempt`th time.
    public struct Entry: Sendable {
        public let submission: SubmissionID
        public let attempt: Int
        /// When it was submitted.
        public let moment: Timestamp
        /// The journey version that it was made under.
        public let journeyVersion: ContentDigest
        public let record: FactsRecord
        /// The text that was read from its documents; nil if none was.
        public let reading: ReadingRecord?
        /// The answers to the call-outs of its journey, in order.
        public let callOuts: [CallOutRecord]
        /// The reviewer's decision on this attempt; nil if there is none.
        public let review: WhatIf.Review?

        /// The facts for the rules of a journey, with the reading.
        ///
        /// - Throws: `FactsRecordError` for a record that cannot be read.
        public func facts(journey: JourneyDefinition) throws(FactsRecordError) -> SubmissionFacts {
            var facts = try record.facts(journey: journey)
            guard let reading else { return facts }
            for index in facts.documents.indices {
                facts.documents[index].reading = reading.document(facts.documents[index].id)
            }
            return facts
        }
    }

    /// A position in the order of submission times.
    public struct Cursor: Sendable, Hashable {
        let moment: Date
        let submission: UUID
        let attempt: Int
    }

    private let pool: PostgresPool
    private let journeys = JourneyStore()

    private let longReads: LongReads
    private let keys: SealingKeyStore?

    /// Without `longReads` past facts are read from `pool`, too; without `keys` no sealed reading can be.
    public init(pool: PostgresPool, longReads: LongReads? = nil, keys: SealingKeyStore? = nil) {
        self.pool = pool
        self.keys = keys
        self.longReads = longReads ?? LongReads(primary: pool)
    }

    /// The facts of a submission that was validated just now.
    struct Inspection: Sendable {
        let submission: Submission
        let facts: SealedSigners
    }

    /// Records the facts of several submissions, each named once. A submission that is validated again makes its
    /// call-outs again, so earlier answers are removed.
    static func recording(_ inspections: [Inspection]) -> SQL {
        let submissions = inspections.map(\.submission)
        return """
            insert into inspections (submission_id, attempt, tenant, journey, journey_version, moment, facts,
                signers_sealed)
            select * from unnest(\(submissions.map(\.id.uuid)), \(submissions.map(\.attempt)),
                \(submissions.map(\.tenant.rawValue)), \(submissions.map(\.journey.rawValue)),
                \(submissions.map { Bytes($0.journeyVersion.bytes) }),
                \(submissions.map { ($0.submittedAt ?? $0.changedAt).date }), \(inspections.map { Bytes($0.facts.record.bytes) }),
                \(OptionalArray(inspections.map(\.facts.sealed))))
            on conflict (submission_id, attempt) do update set moment = excluded.moment, facts = excluded.facts,
                signers_sealed = excluded.signers_sealed, callouts = null
            """
    }

    /// Adds the answer to a call-out to the record of this attempt.
    static func recording(_ record: CallOutRecord, of submission: Submission) throws -> SQL {
        """
        update inspections set callouts = coalesce(callouts, '[]') || jsonb_build_array(\(try JSONText(encoding: record)))
        where submission_id = \(submission.id.uuid) and attempt = \(submission.attempt)
        """
    }

    /// The next entries of a journey, of one tenant or of all, in the order of submission.
    public func entries(
        journey: JourneyID, since: Date, tenant: TenantID? = nil, after cursor: Cursor? = nil, limit: Int
    ) async throws(StoreError) -> (entries: [Entry], next: Cursor?) {
        try await StoreError.wrapping("read past facts") {
            let scope: SQL = tenant.map { " and i.tenant = \($0.rawValue)" } ?? ""
            let place: SQL =
                cursor.map {
                    " and (moment, submission_id, attempt) > (\($0.moment), \($0.submission), \($0.attempt))"
                } ?? ""
            let rows = try await longReads.read { pool in
                try await pool.query(
                    """
                    select submission_id, attempt, moment, journey_version, facts, reading, reading_sealed, callouts,
                        k.tenant as key_tenant, k.wrapped, \(Self.decision)
                    from inspections i left \(SealingKeyStore.join(of: "i.submission_id"))
                    where journey = \(journey.rawValue) and moment >= \(since)\(scope)\(place)
                    order by moment, submission_id, attempt limit \(limit)
                    """)
            }
            var entries: [Entry] = []
            var last: Cursor?
            for row in rows {
                let id: SubmissionID = try row.decodeID("submission_id")
                let (attempt, moment): (Int, Date) = (try row.decode("attempt"), try row.decode("moment"))
                entries.append(
                    Entry(
                        submission: id, attempt: attempt, moment: Timestamp(moment),
                        journeyVersion: try row.decodeDigest("journey_version"),
                        record: FactsRecord(bytes: try row.decode("facts", as: [UInt8].self)),
                        reading: try await KeptReading.record(row, of: id) { () throws(SealingError) in
                            try await keys?.key(of: id, inRow: row)
                        },
                        callOuts: try row.decodeJSONIfPresent("callouts") ?? [],
                        review: try row.decodeIfPresent("decision", as: String.self).flatMap(EventType.init(rawValue:))
                            .flatMap(WhatIf.Review.init)))
                last = Cursor(moment: moment, submission: id.uuid, attempt: attempt)
            }
            return (entries, entries.count == limit ? last : nil)
        }
    }

    /// The type of the event of the last review decision before the next attempt. The audit trail tells who decided, and
    /// the event what.
    private static let decision: SQL = """
        (select e.type from audit a join events e on e.id = a.event_id
        where a.submission_id = i.submission_id and a.action = \(AuditedDeed.decision) and a.time >= i.moment
            and not exists (
                select from inspections later
                where later.submission_id = i.submission_id and later.attempt > i.attempt and later.moment <= a.time)
        order by a.id desc limit 1) as decision
        """

    /// The rules of these versions.
    public func journeys(
        _ versions: Set<ContentDigest>
    ) async throws(StoreError) -> [ContentDigest: JourneyDefinition] {
        try await StoreError.wrapping("read journeys") { try await journeys.journeys(versions, over: pool) }
    }
}

extension WhatIf.Review {
    /// Nil for an event that is not about a decision.
    init?(_ outcome: EventType) {
        switch outcome {
        case .submissionAccepted: self = .accepted
        case .submissionNeedsInput, .submissionRejected: self = .refused
        default: return nil
        }
    }
}

extension PostgresStageStore: KnownFiles {
    public func submissionsHolding(
        _ digests: [ContentDigest], tenant: TenantID, besides submission: SubmissionID
    ) async throws(StoreError) -> [ContentDigest: Int] {
        guard !digests.isEmpty else { return [:] }
        return try await StoreError.wrapping("look for files that came before") {
            let rows = try await pool.query(Self.holding(Set(digests), tenant: tenant, besides: submission))
            var counts: [ContentDigest: Int] = [:]
            for row in rows {
                let count: Int = try row.decode("submissions")
                if count > 0 { counts[try row.decodeDigest("digest")] = count }
            }
            return counts
        }
    }

    /// Both limits hold for each file, so the cost does not grow with how often a file was uploaded, by any person.
    static func holding(_ digests: Set<ContentDigest>, tenant: TenantID, besides submission: SubmissionID) -> SQL {
        """
        select wanted.digest, (
            select count(*) from (
                select distinct s.id from (
                    select submission_id from pages where original_digest = wanted.digest limit \(KnownFilesLimit.pages)
                ) p join submissions s on s.id = p.submission_id
                where s.id <> \(submission.uuid) and s.tenant = \(tenant.rawValue) and s.submitted_at is not null
                limit \(KnownFilesLimit.submissions)
            ) found
        )::bigint as submissions
        from unnest(\(digests.map { Bytes($0.bytes) })) as wanted (digest)
        """
    }
}
