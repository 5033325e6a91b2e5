import Domain
import FoundationEssentials
import Postgres
import Shared
import Support
import Testing

@testable import PostgresStore

@Suite(.timeLimit(.minutes(2))) struct FactsStoreTests {
    private static func facts(of submission: Submission, journey: JourneyDefinition = SampleSubmissions.journey)
        -> SubmissionFacts
    {
        SubmissionFacts(submission, journey: journey, at: submission.submittedAt ?? submission.createdAt)
    }

    @Test func factsAreRecordedApartFromVerdictsAndReadInOrder() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let stages = PostgresStageStore(pool: database.pool, source: "/docket/test")
            let lease = try await PostgresLeaseStore(pool: database.pool).acquireLease(
                instance: InstanceID(UUID()), service: "test", lasting: .seconds(60))
            var submissions: [Submission] = []
            for _ in 0..<5 {
                let submission = try await store.submittedSample()
                submissions.append(submission)
                let commit = StageCommit(
                    workItem: WorkItemKey(stage: .validation, eventID: .random()), end: .done,
                    transition: StageTransition(
                        submission: submission.id, expectedVersion: submission.version,
                        change: .validated(
                            SampleSubmissions.acceptance(submission), facts: FactsRecord(Self.facts(of: submission)))),
                    publishedAt: nil)
                #expect(try await stages.commit([commit], lease) == [.applied(version: 5)])
            }
            let facts = PostgresFactsStore(pool: database.pool)
            var read: [PostgresFactsStore.Entry] = []
            var cursor: PostgresFactsStore.Cursor?
            repeat {
                let part = try await facts.entries(
                    journey: "sample", since: Date(timeIntervalSince1970: 0), after: cursor, limit: 2)
                read += part.entries
                cursor = part.next
            } while cursor != nil
            #expect(Set(read.map(\.submission)) == Set(submissions.map(\.id)) && read.count == 5)
            #expect(read.map(\.moment) == read.map(\.moment).sorted())
            let versions = try await facts.journeys(Set(read.map(\.journeyVersion)))
            #expect(versions == [SampleSubmissions.journey.version: SampleSubmissions.journey])
            for submission in submissions {
                let entry = try #require(read.first { $0.submission == submission.id })
                #expect(try entry.record.facts(journey: SampleSubmissions.journey) == Self.facts(of: submission))
            }
            #expect(try await facts.entries(journey: "other", since: .distantPast, limit: 9).entries.isEmpty)
            #expect(try await facts.entries(journey: "sample", since: Date(timeIntervalSinceNow: 3600), limit: 9).entries.isEmpty)
            #expect(try await facts.entries(journey: "sample", since: .distantPast, tenant: "else", limit: 9).entries.isEmpty)

            guard case .confirmationRequired(let withdrawal) = try await store.withdraw(submissions[0].id, tenant: .standard)
            else {
                Issue.record("A withdrawal asks for confirmation.")
                return
            }
            _ = try await withdrawal.confirm(by: .retention)
            #expect(try await facts.entries(journey: "sample", since: .distantPast, limit: 9).entries.count == 4)
        }
    }

    private static func inspection(
        _ submission: Submission, _ facts: SubmissionFacts
    ) throws -> PostgresFactsStore.Inspection {
        PostgresFactsStore.Inspection(
            submission: submission,
            facts: try SealedSigners(FactsRecord(facts), ofAttempt: submission.attempt, as: .clear))
    }

    /// As where an operator has a submission validated once more: it is asked once more, too.
    @Test func whatIsValidatedAgainHasNoAnswerOfBefore() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let submission = try await store.submittedSample()
            let inspection = try Self.inspection(submission, Self.facts(of: submission))
            let moment = Timestamp(millisecondsSinceEpoch: 0)
            let record = CallOutRecord(callOut: "risk", after: .validation, verdict: .warn, askedAt: moment, endedAt: moment)
            for _ in 0..<2 {
                try await database.pool.execute(PostgresFactsStore.recording([inspection]))
                #expect(try await store.callOuts(of: submission).isEmpty)
                try await database.pool.execute(try PostgresFactsStore.recording(record, of: submission))
                #expect(try await store.callOuts(of: submission) == [record])
            }
        }
    }

    /// Of the files that are there: another one in a page's place was not looked into yet.
    @Test func signaturesAreThoseOfTheFilesAsTheyAre() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let submission = try await store.submittedSample()
            #expect(try await store.fileFindings(of: submission).signatures.isEmpty)
            var facts = Self.facts(of: submission)
            let signature = FileSignature(.trusted, coversFile: true, signer: "Ada")
            facts.documents[0].pages[0].origin = FileOrigin(
                programs: ["Writer"], signatures: 1, checks: [signature])
            let document = submission.documents[0]
            let inspection = try Self.inspection(submission, facts)
            try await database.pool.execute(PostgresFactsStore.recording([inspection]))
            #expect(
                try await store.fileFindings(of: submission).signatures
                    == [FoundSignature(document: document.id, page: document.pages[0].id, signature)])
            let origin = try #require(try await store.fileFindings(of: submission).origins.first)
            #expect(origin.programs == ["Writer"] && origin.page == document.pages[0].id && origin.updates == nil)
            // Where another document is validated again, this one only counts: what was found out of it stands.
            var settled = Self.facts(of: submission)
            settled.documents[0].settled = []
            var again = submission
            again.attempt += 1
            try await database.pool.execute(PostgresFactsStore.recording([try Self.inspection(again, settled)]))
            #expect(try await store.fileFindings(of: submission).signatures.count == 1)
            facts.documents[0].pages[0].digest = ContentDigest(bytes: [UInt8](repeating: 7, count: 32))
            let other = try Self.inspection(submission, facts)
            try await database.pool.execute(PostgresFactsStore.recording([other]))
            #expect(try await store.fileFindings(of: submission).signatures.isEmpty)
        }
    }

    @Test func periodsAndConsentAreKept() async throws {
        try await TestDatabase.runMigrated { database in
            let asking = JourneyDefinition(
                id: "asking", title: "Asking", summary: "", documentTypes: SampleSubmissions.journey.documentTypes,
                documents: CountRange(1...2), consent: ConsentText(version: "2", text: "I agree."))
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let draft = try await store.createSubmission(
                NewSubmission(journey: asking.id, consent: "1"), journey: asking, tenant: .standard)
            let read = try #require(try await store.submission(draft.id, tenant: .standard))
            #expect(read == draft)
            #expect(read.consent == GivenConsent(version: "1", at: draft.createdAt))
            let (start, end) = (CalendarDate("2026-08-01"), CalendarDate("2026-08-31"))
            let period = DatePeriod(start: try #require(start), end: try #require(end))
            let document = DocumentID.random()
            _ = try await store.addDocument(
                document, NewDocument(type: "letter", period: period), to: draft.id, tenant: .standard)
            _ = try await store.addPage(.random(), SampleSubmissions.file(), to: document, of: draft.id, tenant: .standard)
            #expect(try await store.submission(draft.id, tenant: .standard)?.document(document)?.period == period)
            guard case .refused(.incomplete(let missing)) = try await store.submit(draft.id, tenant: .standard) else {
                Issue.record("It was submitted under terms that nobody agreed to.")
                return
            }
            #expect(missing.map(\.wording) == ["submission.consent/outdated"])
            let submitted = try await store.submit(draft.id, tenant: .standard, consent: "2").submission
            #expect(submitted?.consent?.version == "2")
            #expect(try await store.submission(draft.id, tenant: .standard)?.consent == submitted?.consent)
        }
    }

    @Test(arguments: DeliveryBackend.allCases) func filesThatCameBeforeAreFound(_ backend: DeliveryBackend) async throws {
        try await backend.run { ports in
            let lease = try await ports.lease()
            let submissions = [try await ports.submit(lease.instance), try await ports.submit(lease.instance)]
            let digest = try #require(submissions[0].documents[0].pages[0].original?.digest)
            let other = ContentDigest(of: [9])
            #expect(
                try await ports.stages.submissionsHolding([digest, other, digest], tenant: .standard, besides: submissions[0].id)
                    == [digest: 1])
            #expect(try await ports.stages.submissionsHolding([digest], tenant: .standard, besides: .random()) == [digest: 2])
            #expect(try await ports.stages.submissionsHolding([digest], tenant: "another", besides: .random()) == [:])
            #expect(try await ports.stages.submissionsHolding([], tenant: .standard, besides: .random()) == [:])
        }
    }

    /// A form that came to others a thousand times costs one who asks for it no more than a few looks.
    @Test func aFileOfMillionsIsNotCounted() async throws {
        try await TestDatabase.runMigrated { database in
            let submission = try await SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
                .submittedSample()
            let digest = try #require(submission.documents[0].pages[0].original?.digest)
            try await database.pool.execute(
                """
                insert into pages (id, submission_id, document_id, position, rotation, original_digest)
                select gen_random_uuid(), submission_id, document_id, n, 0, original_digest
                from pages, generate_series(1, \(KnownFilesLimit.pages * 5)) n
                where original_digest = \(digest.bytes)
                """)
            let counting = PostgresStageStore.holding([digest], tenant: "another", besides: .random())
            let plan = try await database.pool.query("explain (analyze, timing off, costs off, summary off) \(counting)").map {
                try $0.decode("QUERY PLAN", as: String.self)
            }
            let rows = plan.compactMap { $0.firstMatch(of: /rows=(\d+)/).flatMap { Int($0.1) } }
            #expect(!rows.isEmpty && rows.allSatisfy { $0 <= KnownFilesLimit.pages }, "\(plan)")
        }
    }

    @Test func whatWasRecordedUnderAnEarlierDocketIsFound() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let submission = try await store.submittedSample()
            // Its digest is not that of what this Docket would write.
            let recorded = ContentDigest(of: [7])
            try await database.pool.execute(
                """
                insert into journeys (digest, id, definition)
                select \(recorded.bytes), id, definition from journeys where digest = \(submission.journeyVersion.bytes)
                """)
            try await database.pool.execute(
                "update submissions set journey_version = \(recorded.bytes) where id = \(submission.id.uuid)")
            let fresh = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            let read = try #require(try await fresh.submission(submission.id, tenant: .standard))
            let journey = try await fresh.journey(of: read)
            #expect(journey.version == recorded && journey.documentTypes == SampleSubmissions.journey.documentTypes)
        }
    }
}
