import Crypto
import Domain
import FoundationEssentials
import Postgres
import Sealing
import Shared
import Support
import Testing

@testable import PostgresStore

/// What people write about a sealed submission: a dump does not hold it, and whoever may read it does.
@Suite(.timeLimit(.minutes(2)))
struct SealedWordsTests {
    private static let (mia, ben) = (Reviewer(actor: "user:mia"), Reviewer(actor: "user:ben"))
    private static let journey = JourneyDefinition(
        id: "doubted", title: "Doubted", summary: "Two look at it.", documentTypes: SampleSubmissions.journey.documentTypes,
        documents: CountRange(1...2), reviewers: 2)

    private struct Ground {
        let pool: PostgresPool
        let keys: SealingKeyStore

        init(_ pool: PostgresPool) throws {
            self.pool = pool
            keys = try SealedGround.keys(pool)
        }

        func store(_ keys: SealingKeyStore?, by reviewer: Reviewer = mia) -> SubmissionStore {
            SubmissionStore(pool: pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
                .acting(for: AuditOrigin(actor: reviewer.actor))
        }

        func reviews(_ keys: SealingKeyStore?) -> ReviewStore { ReviewStore(pool: pool, keys: keys) }
        func trail(_ keys: SealingKeyStore?) -> AuditStore { AuditStore(pool: pool, keys: keys) }

        /// A submission that waits for two reviewers.
        func inReview(tenant: TenantID = .standard) async throws -> Submission {
            let submissions = store(keys)
            let draft = try await submissions.createSubmission(
                NewSubmission(journey: journey.id), journey: journey, tenant: tenant)
            let document = DocumentID.random()
            _ = try await submissions.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: tenant)
            _ = try await submissions.addPage(.random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: tenant)
            _ = try await submissions.submit(draft.id, tenant: tenant)
            try await pool.execute(
                "update submissions set state = 'in_review', version = version + 1 where id = \(draft.id.uuid)")
            // What a store remembers of it is older.
            return try #require(try await store(keys).submission(draft.id, tenant: tenant))
        }

        func hold(_ submission: Submission) async throws {
            let answer = try await store(keys).hold(
                submission.id, SealedWordsTests.refusal(of: submission), note: "Mrs Mustermann rang.", tenant: submission.tenant,
                reviewer: mia, for: .zero)
            guard case .held = answer else {
                Issue.record("it was not held: \(answer)")
                return
            }
        }

        func judge(_ submission: Submission, by reviewer: Reviewer, over keys: SealingKeyStore? = nil) async throws
            -> DecisionAnswer
        {
            try await store(keys ?? self.keys, by: reviewer).decide(
                submission.id, SealedWordsTests.refusal(of: submission), note: "Mrs Mustermann rang.", tenant: submission.tenant,
                reviewer: reviewer)
        }

        /// How many rows of a dump show any of it.
        func inClear() async throws -> [String] {
            let rows = try await pool.query(
                """
                select 'review_drafts' as place, to_jsonb(t)::text as row from review_drafts t
                union all select 'review_holds', to_jsonb(t)::text from review_holds t
                union all select 'review_verdicts', to_jsonb(t)::text from review_verdicts t
                union all select 'audit', to_jsonb(t)::text from audit t order by place
                """)
            return try rows.filter { try $0.decode("row", as: String.self).contains("ustermann") }.map { try $0.decode("place") }
        }

        /// As a database is whose programs of before have just been replaced.
        func asBefore() async throws { try await pool.execute("update docket_keys.beginning set words_too = false") }
    }

    private static func refusal(of submission: Submission) -> ReviewDecision {
        ReviewDecision(
            Dictionary(
                uniqueKeysWithValues: submission.documents.map { ($0.id, .refuse("This is Mr Mustermann's.", because: .altered)) }
            ))
    }

    private static func run(_ body: @Sendable (Ground) async throws -> Void) async throws {
        try await TestDatabase.runMigrated { database in try await body(try Ground(database.pool)) }
    }

    private static func code(_ body: () async throws(StoreError) -> Void) async -> StoreError.Code? {
        do throws(StoreError) { try await body() } catch { return error.code }
        return nil
    }

    @Test func `drafts, verdicts, held decisions and notes are sealed, and read by all who ask for them`() async throws {
        try await Self.run { ground in
            let (one, other) = (try await ground.inReview(), try await ground.inReview())
            let draft = DecisionRecord(
                documents: [one.documents[0].id.description: .init(message: "Of Mrs Mustermann?")], note: "Mustermann")
            let kept = try await ground.reviews(ground.keys).keep(draft, of: one.id, tenant: one.tenant, reviewer: Self.ben)
            #expect(kept == nil)
            try await ground.hold(one)
            guard case .waits = try await ground.judge(other, by: Self.mia) else {
                Issue.record("another reviewer is asked")
                return
            }
            let act = AuditAct(
                tenant: one.tenant, submission: one.id, action: "glass.break", resource: "submissions/\(one.id)",
                origin: AuditOrigin(actor: "operator:erna"), note: "Mrs Mustermann asked for it.", time: Timestamp(Date()))
            try await ground.trail(ground.keys).recordInWords(act)
            #expect(try await ground.inClear().isEmpty)

            let keys = try SealedGround.keys(ground.pool)
            let reviews = ground.reviews(keys)
            #expect(try await reviews.draft(of: one.id, reviewer: Self.ben)?.draft == draft)
            let found = try await ground.store(keys).dueDecisions(limit: 10)
            #expect(found.decisions.map(\.decision) == [Self.refusal(of: one)] && found.obstacle == nil)
            #expect(found.decisions.map(\.note) == ["Mrs Mustermann rang."])
            let round = try await reviews.round(of: other, journey: Self.journey)
            #expect(round.verdicts.map(\.decision) == [Self.refusal(of: other)])
            let entries = try await ground.trail(keys).entries(tenant: nil, limit: 10)
            #expect(entries.compactMap(\.act.note) == ["Mrs Mustermann asked for it.", "Mrs Mustermann rang."])
        }
    }

    @Test func `two who say the same decide, and their notes stand in the history`() async throws {
        try await Self.run { ground in
            let submission = try await ground.inReview()
            _ = try await ground.judge(submission, by: Self.mia)
            let keys = try SealedGround.keys(ground.pool)
            guard case .changed(.done) = try await ground.judge(submission, by: Self.ben, over: keys) else {
                Issue.record("two have said the same")
                return
            }
            #expect(try await !ground.inClear().contains("audit"))
            let history = try await ground.reviews(keys).history(of: submission.id)
            #expect(history.compactMap(\.note) == ["Mrs Mustermann rang."])
        }
    }

    @Test func `an export holds the words`() async throws {
        try await Self.run { ground in
            let (one, other) = (try await ground.inReview(), try await ground.inReview())
            try await ground.hold(one)
            _ = try await ground.judge(other, by: Self.mia)
            func records(of submission: Submission) async throws -> JSONValue {
                let data = PersonalDataStore(
                    pool: ground.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: try SealedGround.keys(ground.pool)
                )
                let export = try await data.export(
                    submission.id, by: AuditOrigin(actor: "operator:erna"), because: "Mrs Mustermann asked for it.")
                return try CanonicalJSON.decode(JSONValue.self, from: Array(try #require(export).records.utf8))
            }
            func first(_ table: String, _ records: JSONValue) -> JSONValue? {
                guard case .array(let rows)? = records[table] else { return nil }
                return rows.first
            }
            let held = first("review_holds", try await records(of: one))?["decision"]
            #expect(held?["note"] == .string("Mrs Mustermann rang."))
            let judgement = held?["documents"]?[one.documents[0].id.description]
            #expect(judgement?["message"] == .string("This is Mr Mustermann's."))
            let told = try await records(of: other)
            #expect(first("review_verdicts", told)?["decision"]?["documents"] != nil)
            #expect(first("audit", told)?["note"] == .string("Mrs Mustermann rang."))
            #expect(try await ground.inClear().isEmpty)

            // What is left, where the key is gone.
            try await ground.pool.execute("delete from docket_keys.submissions")
            let (lost, rest) = (try await records(of: one), try await records(of: other))
            #expect(first("review_holds", lost)?["decision"] == .null)
            #expect(first("audit", rest)?["note"] == .string(SealedNote.unopened))
        }
    }

    @Test func `who has no keys reads no words, and everything else`() async throws {
        try await Self.run { ground in
            let submission = try await ground.inReview()
            let reviews = ground.reviews(ground.keys)
            _ = try await reviews.keep(
                DecisionRecord(note: "Mustermann"), of: submission.id, tenant: .standard, reviewer: Self.mia)
            _ = try await reviews.keep(DecisionRecord(note: "Else"), of: submission.id, tenant: .standard, reviewer: Self.ben)
            _ = try await ground.judge(submission, by: Self.mia)
            #expect(try await ground.trail(nil).entries(tenant: nil, limit: 1).map(\.act.note) == [SealedNote.unopened])
            let blind = ground.reviews(nil)
            let code = await Self.code { () throws(StoreError) in
                _ = try await blind.draft(of: submission.id, reviewer: Self.ben)
            }
            #expect(code == .keysUnavailable)
            // One reviewer's words are not passed off as another's.
            try await ground.pool.execute("update review_drafts set actor = 'user:mia'")
            let moved = await Self.code { () throws(StoreError) in
                _ = try await reviews.draft(of: submission.id, reviewer: Self.mia)
            }
            #expect(moved == .unopenable)
        }
    }

    @Test func `a held decision whose key is away waits alone, and one whose key is gone is dropped`() async throws {
        try await Self.run { ground in
            let (gone, unlucky) = (try await ground.inReview(), try await ground.inReview(tenant: "unlucky"))
            let other = try await ground.inReview()
            for submission in [gone, unlucky, other] { try await ground.hold(submission) }
            try await ground.pool.execute("delete from docket_keys.submissions where submission_id = \(gone.id.uuid)")
            try await ground.pool.execute("update docket_keys.tenants set wrapped_by = 'gone' where tenant = 'unlucky'")
            let store = ground.store(try SealedGround.keys(ground.pool))
            let first = try await store.dueDecisions(limit: 1)
            #expect(first.decisions.map(\.submission) == [gone.id] && first.decisions[0].decision == ReviewDecision([:]))
            #expect(try await store.carryOut(first.decisions[0]))
            let dropped = try await ground.pool.query("select from audit where action = \(AuditedDeed.dropped)")
            #expect(dropped.count == 1)
            let found = try await store.dueDecisions(limit: 1)
            #expect(found.decisions.map(\.submission) == [other.id], "it is behind the one that waits")
            #expect(found.obstacle?.contains("gone") == true)
        }
    }

    @Test func `before programs of before are gone they are stored as they are, and sealed once they are`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            let (one, other) = (try await ground.inReview(), try await ground.inReview())
            let draft = DecisionRecord(note: "Mustermann")
            _ = try await ground.reviews(ground.keys).keep(draft, of: one.id, tenant: one.tenant, reviewer: Self.mia)
            try await ground.hold(one)
            _ = try await ground.judge(other, by: Self.mia)
            #expect(try await ground.inClear() == ["audit", "review_drafts", "review_holds", "review_verdicts"])
            let keys = try SealedGround.keys(ground.pool)
            try await keys.begin()
            #expect(try await keys.sealWords() == 3)
            #expect(try await keys.sealWords() == 0)
            #expect(try await ground.inClear() == ["audit"], "the trail stays what it is")
            #expect(try await ground.reviews(keys).draft(of: one.id, reviewer: Self.mia)?.draft == draft)
            let found = try await ground.store(keys).dueDecisions(limit: 10).decisions
            #expect(found.map(\.note) == ["Mrs Mustermann rang."] && found.map(\.decision) == [Self.refusal(of: one)])
            let round = try await ground.reviews(keys).round(of: other, journey: Self.journey)
            #expect(round.verdicts.map(\.decision) == [Self.refusal(of: other)])
        }
    }

    @Test func `a decision that was held in the clear needs no key to be carried out`() async throws {
        try await Self.run { ground in
            try await ground.asBefore()
            let submission = try await ground.inReview()
            try await ground.hold(submission)
            try await ground.keys.begin()
            try await ground.pool.execute("delete from docket_keys.submissions")
            let store = ground.store(try SealedGround.keys(ground.pool))
            let due = try #require(try await store.dueDecisions(limit: 1).decisions.first)
            #expect(try await store.carryOut(due))
            #expect(try await ground.pool.query("select from review_verdicts").count == 1)
        }
    }
}
