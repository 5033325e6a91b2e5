import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

/// What reasons quote of a sealed submission, and values that are suggested to its person: a dump does not hold them, and whoever may
/// read them does.
@Suite(.timeLimit(.minutes(2)))
struct SealedFindingsTests {
    private static let read = CalendarDate(year: 1987, month: 6, day: 5)
    private static let words = "Mr Mustermann is known to us."

    /// Quotes a day that was read from each document, and a service's words on the whole.
    private static func warning(_ submission: Submission) throws -> SubmissionVerdict {
        let (read, entered) = (try #require(read), try #require(CalendarDate(year: 2026, month: 8, day: 24)))
        let documents = submission.documents.map { document in
            let finding = Finding(
                "document.issue-date-printed/differs",
                ["type": .text("Letter"), "read": .day(read), "entered": .day(entered)], severity: .warn,
                documentType: document.type, document: document.id)
            return DocumentVerdict(document: document.id, reasons: [Reason(finding)])
        }
        let known = try #require(CallOutReasons.reason(.warn, CallOutRecord.Entry(code: "known"), words: words))
        return SubmissionVerdict(documents: documents, reasons: [known])
    }

    /// Where rows show any of it.
    private static func inClear(_ ground: SealedGround) async throws -> [String] {
        let rows = try await ground.pool.query(
            """
            select 'documents' as place, to_jsonb(t)::text as row from documents t
            union all select 'pages', to_jsonb(t)::text from pages t
            union all select 'submissions', to_jsonb(t)::text from submissions t order by place
            """)
        return try rows.filter { row in
            let text = try row.decode("row", as: String.self)
            return ["1987-06-05", "June 1987", "ustermann", "2031-03-04", "passport"].contains { text.contains($0) }
        }.map { try $0.decode("place") }
    }

    /// A draft whose page has a suggestion.
    private static func suggested(_ ground: SealedGround, sealed: Bool = true) async throws -> Submission {
        let store = ground.store(sealed ? ground.keys : nil)
        let draft = try await store.createSubmission(
            NewSubmission(journey: SampleSubmissions.journey.id), journey: SampleSubmissions.journey, tenant: .standard)
        let document = DocumentID.random()
        _ = try await store.addDocument(document, NewDocument(type: "letter"), to: draft.id, tenant: .standard)
        let answer = try await store.addPage(
            .random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: .standard)
        let page = try #require(answer.submission?.documents.first?.pages.first)
        let digest = try #require(page.original?.digest)
        return try await ground.commit(
            .suggestion, .suggested(page.id, of: digest, SampleSubmissions.suggestion), on: try #require(answer.submission))
    }

    /// The same, submitted, with all that is found in it.
    private static func found(_ ground: SealedGround, sealed: Bool = true) async throws -> Submission {
        let draft = try await suggested(ground, sealed: sealed)
        let answer = try await ground.store(ground.keys).submit(draft.id, tenant: draft.tenant)
        let submitted = try #require(answer.submission)
        return try await ground.toReading(submitted, warning: try warning(submitted))
    }

    /// The same, in review.
    private static func foundInReview(_ ground: SealedGround) async throws -> Submission {
        let submission = try await found(ground)
        try await ground.pool.execute(
            "update submissions set state = 'in_review', version = version + 1 where id = \(submission.id.uuid)")
        return submission
    }

    private static func isWhole(_ submission: Submission?) throws -> Bool {
        guard let submission else { return false }
        let expected = try warning(submission)
        return submission.reasons == expected.reasons
            && submission.documents.map(\.reasons) == expected.documents.map(\.reasons)
            && submission.documents.flatMap(\.pages).map(\.suggestion) == [SampleSubmissions.suggestion]
    }

    @Test func `it is sealed, stages add to it, and all who ask read it whole`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.found(ground)
            #expect(try Self.isWhole(submission))
            #expect(try await Self.inClear(ground).isEmpty)
            // A process that knows no key yet does what the next stage does.
            let read = try await ground.commit(
                .reading,
                .read(
                    ReadingRecord(documents: [], models: [:]), pdfs: [:], verdict: SampleSubmissions.acceptance(submission)),
                on: submission, by: try ground.otherKeys())
            #expect(try Self.isWhole(read) && read.state != submission.state)
            #expect(try await Self.inClear(ground).isEmpty)
            let keys = try ground.otherKeys()
            #expect(try Self.isWhole(try await ground.store(keys).submission(read.id, tenant: read.tenant)))
            // By its rules a listing finds it.
            let rules = try await ground.pool.query(
                "select from documents where reasons @> '[{\"rule\": \"document.issue-date-printed\"}]'")
            #expect(rules.count == 1)
        }
    }

    @Test(arguments: [true, false])
    func `a stage that gives up leaves it sealed`(_ readsFirst: Bool) async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.found(ground)
            let failure = ProcessingFailure(code: "broken", isRetriable: false, description: "it cannot be read")
            // Also where nobody can open the key.
            for keys in [try ground.otherKeys(), ground.noKeys()] {
                try await ground.pool.execute(
                    "update submissions set state = \(submission.state.rawValue) where id = \(submission.id.uuid)")
                let now = try #require(
                    try await ground.store(try ground.otherKeys()).submission(submission.id, tenant: submission.tenant))
                let failed = try await ground.commit(.reading, .failed(failure), on: now, by: keys, readsFirst: readsFirst)
                #expect(failed.state == .failed)
                #expect(try Self.isWhole(failed))
                #expect(try await Self.inClear(ground).isEmpty)
            }
        }
    }

    @Test func `a stage that cannot open the key goes on, and stores nothing in the clear`() async throws {
        try await SealedGround.run { ground in
            let submitted = try await ground.store(ground.keys).submittedSample()
            let facts = FactsRecord(SubmissionFacts(submitted, journey: SampleSubmissions.journey, at: submitted.changedAt))
            let blind = ground.noKeys()
            let validated = try await ground.commit(
                .validation, .validated(try Self.warning(submitted), facts: facts), on: submitted, by: blind)
            let masked = try Self.warning(submitted).masked
            #expect(validated.reasons == masked.reasons)
            #expect(validated.documents.map(\.reasons) == masked.documents.map(\.reasons))
            #expect(try await Self.inClear(ground).isEmpty)
            // Before this has begun nothing is taken from what is stored.
            try await ground.pool.execute("update docket_keys.beginning set findings_too = false")
            let next = try await ground.store(ground.keys).submittedSample()
            let whole = try await ground.commit(
                .validation, .validated(try Self.warning(next), facts: nil), on: next, by: ground.noKeys())
            #expect(try whole.reasons == Self.warning(next).reasons)
        }
    }

    @Test func `an export holds it, and what is left where the key is gone`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.found(ground)
            func exported(_ table: String) async throws -> String {
                let rows = try await ground.exported(table, of: submission, by: try ground.otherKeys())
                return String(decoding: try CanonicalJSON.encode(rows), as: UTF8.self)
            }
            #expect(try await exported("documents").contains("1987-06-05"))
            #expect(try await exported("pages").contains("2031-03-04"))
            #expect(try await exported("submissions").contains(Self.words))
            for table in ["documents", "pages", "submissions"] {
                #expect(try await !exported(table).contains("_sealed"), "\(table)")
            }
            try await ground.pool.execute("delete from docket_keys.submissions")
            #expect(try await exported("documents").contains("document.issue-date-printed"))
            #expect(try await !exported("documents").contains("1987-06-05"))
        }
    }

    @Test func `who has no keys reads the rules alone, and what they change keeps the rest`() async throws {
        try await SealedGround.run { ground in
            let submitted = try await ground.store(ground.keys).submittedSample()
            let facts = FactsRecord(SubmissionFacts(submitted, journey: SampleSubmissions.journey, at: submitted.changedAt))
            let warned = try Self.warning(submitted)
            let refusal = SampleSubmissions.refusal(submitted)
            let refused = try await ground.commit(
                .validation, .validated(warned.merging(refusal), facts: facts), on: submitted)
            #expect(refused.state == .needsInput && refused.documents[0].reasons.count == 2)
            let blind = ground.store(nil)
            let masked = try #require(try await blind.submission(refused.id, tenant: refused.tenant))
            #expect(masked.documents[0].reasons == refused.documents[0].reasons.map(\.masked))
            #expect(masked.documents[0].reasons != refused.documents[0].reasons)
            #expect(masked.reasons.map(\.message).contains { $0.contains("ustermann") } == false)

            var changed = masked
            (changed.version, changed.documents[0].pdf) = (masked.version + 1, SampleSubmissions.pdf("a letter"))
            _ = try await ground.pool.pipeline(try SubmissionWriter.difference(from: masked, to: changed))
            let whole = try #require(
                try await ground.store(try ground.otherKeys()).submission(refused.id, tenant: refused.tenant))
            #expect(whole.version == refused.version + 1 && whole.documents[0].pdf != nil)
            #expect(whole.documents[0].reasons == refused.documents[0].reasons && whole.reasons == refused.reasons)
            // What takes its place is stored.
            let file = SampleSubmissions.file("a better photo")
            _ = try await blind.addPage(
                .random(), file, to: refused.documents[0].id, of: refused.id, tenant: refused.tenant)
            let again = try await ground.store(ground.keys).submission(refused.id, tenant: refused.tenant)
            #expect(again?.documents.map(\.reasons) == [[]] && again?.reasons == refused.reasons)
        }
    }

    @Test func `a reviewer's words to the person are sealed once they are decided`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.foundInReview(ground)
            let decision = ReviewDecision([submission.documents[0].id: .refuse("This is Mr Mustermann's.")], isFinal: true)
            let reviewer = Reviewer(actor: "user:mia")
            let store = ground.store(try ground.otherKeys()).acting(for: AuditOrigin(actor: reviewer.actor))
            let answer = try await store.decide(
                submission.id, decision, note: nil, tenant: submission.tenant, reviewer: reviewer)
            guard case .changed(.done) = answer else {
                Issue.record("it was not decided: \(answer)")
                return
            }
            #expect(try await Self.inClear(ground).isEmpty)
            let read = try await ground.store(try ground.otherKeys()).submission(submission.id, tenant: submission.tenant)
            let messages = read?.documents[0].reasons.map(\.message) ?? []
            #expect(messages.count == 2 && messages.last == "This is Mr Mustermann's.")
            #expect(messages.first == submission.documents[0].reasons[0].message)
        }
    }

    @Test func `a decision that was held leaves what was found before it`() async throws {
        try await SealedGround.run { ground in
            let submission = try await Self.foundInReview(ground)
            let decision = ReviewDecision([submission.documents[0].id: .refuse("This is Mr Mustermann's.")], isFinal: true)
            let reviewer = Reviewer(actor: "user:mia")
            let held = try await ground.store(try ground.otherKeys()).acting(for: AuditOrigin(actor: reviewer.actor)).hold(
                submission.id, decision, note: nil, tenant: submission.tenant, reviewer: reviewer, for: .zero)
            guard case .held = held else {
                Issue.record("it was not held: \(held)")
                return
            }
            let store = ground.store(try ground.otherKeys())
            let due = try #require(try await store.dueDecisions(limit: 1).decisions.first)
            #expect(try await store.carryOut(due))
            #expect(try await Self.inClear(ground).isEmpty)
            let read = try await ground.store(try ground.otherKeys()).submission(submission.id, tenant: submission.tenant)
            #expect(read?.state == .rejected && read?.reasons == submission.reasons)
            let messages = read?.documents[0].reasons.map(\.message) ?? []
            #expect(messages == [submission.documents[0].reasons[0].message, "This is Mr Mustermann's."])
        }
    }

    @Test func `a suggestion stays with its page, and goes with its file`() async throws {
        try await SealedGround.run { ground in
            let draft = try await Self.suggested(ground)
            #expect(try await Self.inClear(ground).isEmpty)
            let (document, page) = (draft.documents[0].id, draft.documents[0].pages[0].id)
            let store = ground.store(try ground.otherKeys())
            let turned = try await store.changePage(
                page, of: document, PagePatch(rotation: .quarter), in: draft.id, tenant: draft.tenant)
            #expect(turned.submission?.documents[0].pages[0].suggestion == SampleSubmissions.suggestion)
            let read = try await ground.store(try ground.otherKeys()).submission(draft.id, tenant: draft.tenant)
            #expect(read?.documents[0].pages[0].suggestion == SampleSubmissions.suggestion)
            guard
                case .confirmationRequired(let required) = try await store.replacePage(
                    page, of: document, with: SampleSubmissions.file("another photo"), in: draft.id, tenant: draft.tenant)
            else {
                Issue.record("a confirmation is asked for")
                return
            }
            _ = try await required.confirm(by: .retention)
            let replaced = try await ground.store(try ground.otherKeys()).submission(draft.id, tenant: draft.tenant)
            #expect(replaced?.documents[0].pages.map(\.suggestion) == [nil])
            #expect(try await ground.pool.query("select from pages where suggestion_sealed is not null").count == 0)
        }
    }

    @Test func `one document's are not passed off as another's`() async throws {
        try await SealedGround.run { ground in
            let (one, other) = (try await Self.found(ground), try await Self.found(ground))
            try await ground.pool.execute(
                """
                update documents set reasons_sealed = (select reasons_sealed from documents where submission_id = \(one.id.uuid))
                where submission_id = \(other.id.uuid)
                """)
            let error = await #expect(throws: StoreError.self) {
                try await ground.store(try ground.otherKeys()).submission(other.id, tenant: other.tenant)
            }
            #expect(error?.code == .unopenable)
        }
    }

    @Test func `before programs of before are gone it is stored as it is, and sealed once they are`() async throws {
        try await SealedGround.run { ground in
            try await ground.pool.execute("update docket_keys.beginning set findings_too = false")
            let (one, clear) = (try await Self.found(ground), try await Self.found(ground, sealed: false))
            #expect(try await Self.inClear(ground).count == 6)
            // Reasons that quote nothing stay.
            let plain = try await ground.store(ground.keys).submittedSample()
            let facts = FactsRecord(SubmissionFacts(plain, journey: SampleSubmissions.journey, at: plain.changedAt))
            _ = try await ground.commit(
                .validation, .validated(SampleSubmissions.refusal(plain), facts: facts), on: plain)
            let keys = try ground.otherKeys()
            try await keys.begin()
            #expect(try await keys.sealFindings() == 3)
            #expect(try await keys.sealFindings() == 0)
            #expect(try await Self.inClear(ground) == ["documents", "pages", "submissions"], "of the one without a key")
            for submission in [one, clear] {
                let read = try await ground.store(keys).submission(submission.id, tenant: submission.tenant)
                #expect(try Self.isWhole(read) && read == submission)
            }
            let erased = try await ground.pool.query(
                "select from documents where reasons <> '[]' and reasons_sealed is null"
            ).count
            #expect(erased == 2, "that of the one without a key, and the one that quotes nothing")
        }
    }
}
