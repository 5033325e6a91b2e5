import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

/// What is decided of a sandbox's submissions, and how long they stay.
@Suite(.timeLimit(.minutes(1)))
struct SandboxTests {
    /// Replaces once, has everything reviewed, and asks somebody after each step: what is forced minds none of it.
    private static let strict = JourneyDefinition(
        id: "strict", title: "Strict", summary: "", documentTypes: SampleSubmissions.journey.documentTypes,
        documents: SampleSubmissions.journey.documents, replacements: 1, review: .always,
        callOuts: [
            CallOut(name: "first", url: "https://risk.example.org/"),
            CallOut(name: "last", url: "https://risk.example.org/", after: .reading),
        ])

    /// Goes through the steps, each of which finds everything refused.
    private static func end(
        _ reference: String, attempt: Int = 1, tenant: TenantID = "acme.test", journey: JourneyDefinition = strict,
        found: (Submission) -> SubmissionVerdict = SampleSubmissions.refusal
    ) throws -> Submission {
        let moment = Timestamp(millisecondsSinceEpoch: 0)
        let page = Page(id: .random(), original: SampleSubmissions.file())
        let documents = [Document(id: .random(), type: "letter", state: .checking, pages: [page])]
        var submission = Submission(
            id: .random(), tenant: tenant, journey: journey.id, journeyVersion: journey.version, state: .submitted, version: 4,
            attempt: attempt, reference: reference, documents: documents, createdAt: moment)
        submission = try SubmissionEditor(submission, journey: journey, now: moment).apply(.validated(found(submission)))
            .submission
        guard submission.state == .processing else { return submission }
        let made = StageChange.normalized(SampleSubmissions.normalized(submission), verdict: found(submission))
        return try SubmissionEditor(submission, journey: journey, now: moment).apply(made).submission
    }

    @Test(
        arguments: [
            ("test:accepted", 1, .accepted, nil), ("test:slow", 1, .accepted, nil), ("test:review", 1, .inReview, nil),
            ("test:refused:file.size", 1, .needsInput, "file.size"), ("test:refused:file.size", 2, .rejected, "file.size"),
            ("test:refused-once:file.size", 1, .needsInput, "file.size"), ("test:refused-once:file.size", 2, .accepted, nil),
            ("test:rejected:file.size", 1, .rejected, "file.size"), ("test:warned:file.size", 1, .inReview, "file.size"),
        ] as [(String, Int, SubmissionState, RuleID?)])
    func whatIsForcedComesOutWhateverIsFound(
        reference: String, attempt: Int, state: SubmissionState, rule: RuleID?
    ) throws {
        for found in [SampleSubmissions.refusal, SampleSubmissions.acceptance] {
            let end = try Self.end(reference, attempt: attempt, found: found)
            #expect(end.state == state)
            #expect(end.documents[0].reasons.map(\.rule) == [rule].compactMap(\.self) && end.reasons.isEmpty)
            #expect((end.documents[0].state == .accepted) == (state == .accepted))
        }
    }

    @Test func aWarningIsAcceptedWhereNobodyReviews() throws {
        let end = try Self.end("test:warned:file.size", journey: SampleSubmissions.journey)
        #expect(end.state == .accepted && end.documents[0].verdict == .acceptedWithWarnings)
        #expect(end.documents[0].reasons.map(\.severity) == [.warn])
    }

    @Test func aReasonNamesWhatItsRuleSpeaksOf() throws {
        let file = try Self.end("test:refused:file.size")
        #expect(file.documents[0].reasons.first?.page == file.documents[0].pages[0].id)
        let document = try Self.end("test:refused:document.issue-date-recent")
        #expect(document.documents[0].reasons.map(\.page) == [nil])
        let whole = try Self.end("test:refused:submission.document-count")
        #expect(whole.state == .needsInput && whole.reasons.map(\.rule) == ["submission.document-count"])
        #expect(whole.documents[0].reasons.isEmpty)
    }

    @Test func aRealTenantsReferenceMeansNothing() throws {
        let end = try Self.end("test:accepted", tenant: "acme", journey: SampleSubmissions.journey)
        #expect(end.state == .needsInput && end.documents[0].reasons.map(\.rule) == ["legible"])
    }

    @Test func whatIsInASandboxIsDueAWeekAfterItWasMadeWhateverItIs() async throws {
        try await TestDatabase.runMigrated { database in
            func store(_ daysAgo: Double) -> SubmissionStore {
                SubmissionStore(
                    pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test",
                    now: { Date().addingTimeInterval(-daysAgo * 86_400) })
            }
            let draft = try await store(7.1).createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "acme.test")
            #expect(draft.expiresAt == draft.createdAt.adding(.seconds(7 * 86_400)))
            let submitted = try await store(7.2).submittedSample(tenant: "acme.test")
            let decided = try await store(7.3).submittedSample(tenant: "acme.test")
            _ = try await store(6.9).submittedSample(tenant: "acme.test")
            _ = try await store(7.5).submittedSample(tenant: "acme")
            // Touched a moment ago.
            try await database.pool.execute(
                "update submissions set state = 'accepted', changed_at = now() where id = \(decided.id.uuid)")

            let due = try await RetentionStore(pool: database.pool).due(includingHeld: false, limit: 10)
            #expect(due.map(\.submission) == [decided.id, submitted.id, draft.id])
            #expect(due.allSatisfy { $0.part == .everything && $0.days == 7 })
        }
    }

    @Test func aDraftsTimeEndsWithTheWeekHoweverOftenItIsTouched() async throws {
        let journey = JourneyDefinition(
            id: "sample", title: "Sample", summary: "", documentTypes: SampleSubmissions.journey.documentTypes,
            documents: SampleSubmissions.journey.documents, retention: Retention(draft: 2))
        let made = Timestamp(millisecondsSinceEpoch: 0)
        let real = Submission(id: .random(), tenant: "acme", journey: "sample", journeyVersion: journey.version, createdAt: made)
        let test = Submission(
            id: .random(), tenant: "acme.test", journey: "sample", journeyVersion: journey.version, createdAt: made)
        for (day, expected) in [(1, 3), (6, 7), (7, 7)] {
            let now = made.adding(.seconds(day * 86_400))
            func expiry(_ submission: Submission) throws -> Timestamp? {
                try SubmissionEditor(submission, journey: journey, now: now)
                    .addDocument(.random(), NewDocument(type: "letter")).submission.expiresAt
            }
            #expect(try expiry(test) == made.adding(.seconds(expected * 86_400)))
            #expect(try expiry(real) == now.adding(.seconds(2 * 86_400)))
        }
    }
}
