import Domain
import FoundationEssentials
import Postgres
import PostgresStore
import Sealing
import Shared
import Support
import Testing

@Suite(.timeLimit(.minutes(1))) struct SubmissionListingTests {
    private let tenant: TenantID = "acme"

    @Test func pagesFollowOneAnotherWithoutGapOrRepeat() async throws {
        try await TestDatabase.runMigrated { database in
            let store = SubmissionStore(
                pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test",
                now: { Date(timeIntervalSince1970: 1_793_404_800) })
            var ids: Set<SubmissionID> = []
            // All at the same moment: the id decides.
            for _ in 0..<7 {
                ids.insert(
                    try await store.createSubmission(
                        NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: tenant
                    ).id)
            }
            var seen: [SubmissionID] = []
            var cursor: SubmissionCursor?
            repeat {
                let page = try await store.submissions(tenant: tenant, limit: 3, after: cursor)
                seen += page.submissions.map(\.id)
                cursor = page.next.flatMap { SubmissionCursor($0.description) }
            } while cursor != nil
            #expect(seen.count == 7)
            #expect(Set(seen) == ids)
        }
    }

    /// The same filters give the same submissions in memory and in SQL.
    @Test(arguments: [false, true]) func filtersMeanTheSameInSQL(isSealed: Bool) async throws {
        try await TestDatabase.runMigrated { database in
            let provider = isSealed ? try KeyFile(parsing: Array(KeyFile.text(name: "test").utf8)) : nil
            let keys = SealingKeyStore(pool: database.pool, SealingConfiguration(provider: provider))
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test", keys: keys)
            var all: [Submission] = []
            for reference in ["Case 7", "CASE 8", "Ärger %", "100%", nil] {
                let draft = try await store.createSubmission(
                    NewSubmission(journey: "sample", reference: reference), journey: SampleSubmissions.journey, tenant: tenant)
                let document = NewDocument(type: "letter")
                if reference != nil { _ = try await store.addDocument(.random(), document, to: draft.id, tenant: tenant) }
                all.append(try #require(try await store.submission(draft.id, tenant: tenant)))
            }
            let submitted = try await store.submittedSample(tenant: tenant)
            let stages = PostgresStageStore(pool: database.pool, source: "/docket/test", keys: keys)
            let lease = Lease(instance: InstanceID(UUID()), service: "test", epoch: 1)
            _ = try await stages.commit(
                [
                    StageCommit(
                        workItem: WorkItemKey(stage: .validation, eventID: .random()), end: .done,
                        transition: StageTransition(
                            submission: submitted.id, expectedVersion: 4,
                            change: .validated(SampleSubmissions.refusal(submitted))),
                        publishedAt: nil)
                ], lease)
            all.append(try #require(try await store.submission(submitted.id, tenant: tenant)))

            let moment = all[2].createdAt
            let predicates: [SubmissionFilter] = [
                .journeys(["sample"]), .journeys(["other"]), .states([.draft]), .states([.needsInput, .accepted]), .states([]),
                .documentTypes(["letter"]), .createdAfter(moment), .createdBefore(moment), .referenceContains("case"),
                .referenceContains("ÄRGER"), .referenceContains("%"), .referenceContains(""), .referenceContains("se 8"),
                .referenceContains("e"), .referenceContains("cas 7"), .rules(["legible"]),
                .rules(["other"]), .subject("person-1"), .subject("nobody"),
            ]
            var expressions = predicates.map { FilterExpression.predicate($0) }
            expressions += expressions.map { .not($0) }
            expressions += [.and([]), .or([])]
            expressions += zip(expressions, expressions.reversed()).flatMap { [.and([$0, $1]), .or([$0, $1])] }
            for expression in expressions {
                var filters = FilterManager<SubmissionFilter>()
                filters["tried"] = expression
                // No parameters of a listing can ask that.
                if isSealed, expression.asksForReferenceAsAlternative {
                    let error = await #expect(throws: StoreError.self) {
                        _ = try await store.submissions(tenant: tenant, matching: filters)
                    }
                    #expect(error?.code == .internal)
                    continue
                }
                let listed = try await store.submissions(tenant: tenant, matching: filters)
                #expect(Set(listed.submissions.map(\.id)) == Set(filters.filter(all).map(\.id)), "\(expression)")
            }
        }
    }
}

extension FilterExpression<SubmissionFilter> {
    fileprivate var asksForReferenceAsAlternative: Bool {
        switch self {
        case .predicate, .not(.predicate): false
        case .and(let all): all.contains(where: \.asksForReferenceAsAlternative)
        case .or(let any): any.contains { $0.isAboutReferences || $0.asksForReferenceAsAlternative }
        case .not(let expression): expression.isAboutReferences
        }
    }

    private var isAboutReferences: Bool {
        contains { if case .referenceContains = $0 { true } else { false } }
    }
}
