import BlobStore
import Domain
import EventLoop
import FoundationEssentials
import Glibc
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

/// `docket hold`, `retention` and `export`.
@Suite(.timeLimit(.minutes(3)))
struct PrivacyCommandTests {
    @Test(arguments: [
        (["erase"], "nobody is named"), (["erase", "x", "--again", "y"], "contradict"),
        (["hold", "set", "person", "--subject"], "one of a tenant's"), (["hold", "set", "person"], "not the id of a submission"),
    ])
    func `what is wrong on the command line is told before what is missing around it`(_ words: [String], _ problem: String)
        async throws
    {
        let outcome = try await OperatorGround.docket(words, environment: [:])
        #expect(outcome.code == .usage && outcome.errors.contains(problem), "\(outcome.errors)")
    }

    /// An older dump knows what was erased since, and so do the bytes that were restored with it.

    @Test func `what is held is kept by everybody`() async throws {
        try await PrivacyGround.run { ground in
            let submission = try await ground.person()
            struct Hold: Decodable { let id: String }
            let set = try await ground.docket("hold", "set", "\(submission.id)", "--reason", "case 7", "--json")
            let hold = try set.json(Hold.self)
            #expect(try await ground.docket("hold", "set", "\(submission.id)", "--json").json(Hold.self).id == hold.id)
            let ofPerson = try await ground.docket(
                "hold", "set", "\(PrivacyGround.marker)-subject", "--subject", "--tenant", "acme", "--json")
            let second = try ofPerson.json(Hold.self)
            #expect(try await ground.docket("hold", "list").output.contains("case 7"))

            let kept = try await ground.docket("erase", "\(submission.id)", "--yes")
            #expect(kept.code == .refused && kept.output.contains(hold.id) && kept.output.contains(second.id))
            // The person cannot either.
            guard case .refused(.held) = try await ground.operators.submissions.withdraw(submission.id, tenant: ground.tenant)
            else {
                Issue.record("a held submission can be withdrawn")
                return
            }
            #expect(try await ground.docket("hold", "release", hold.id).code == .success)
            #expect(try await ground.docket("hold", "release", hold.id).code == .notFound)
            #expect(try await ground.docket("erase", "\(submission.id)", "--yes").code == .refused)
            #expect(try await ground.docket("hold", "release", second.id).code == .success)
            #expect(try await ground.docket("hold", "list").output == "Nothing is held.\n")
            #expect(try await ground.docket("erase", "\(submission.id)", "--yes").code == .success)
            #expect(try await ground.traces() == [])
            #expect(try await ground.docket("hold", "list", "--released").output.contains("an erased person"))
            #expect(try await ground.operators.audit().filter { $0.hasPrefix("hold.") }.count == 4)
        }
    }

    @Test func `retention removes what its journey says and no more`() async throws {
        try await PrivacyGround.run { ground in
            var journey = SampleSubmissions.journey
            journey = JourneyDefinition(
                id: "kept", title: journey.title, summary: journey.summary, documentTypes: journey.documentTypes,
                documents: journey.documents, replacements: 1,
                retention: Retention(draft: 5, accepted: 100, original: 30, minimum: 30))
            let old = try await ground.person(journey, subject: "\(PrivacyGround.marker)-old")
            let middle = try await ground.person(journey, subject: "\(PrivacyGround.marker)-middle")
            let held = try await ground.person(journey, subject: "\(PrivacyGround.marker)-held")
            let young = try await ground.person(journey, subject: "\(PrivacyGround.marker)-young")
            let endless = try await ground.person(subject: "\(PrivacyGround.marker)-endless")
            for (submission, days) in [(old, 101), (middle, 31), (held, 101), (young, 29), (endless, 5_000)] {
                try await ground.pool.execute(
                    """
                    update submissions set state = 'accepted', expires_at = null, changed_at = now() - interval '1 day' * \(days)
                    where id = \(submission.id.uuid)
                    """)
            }
            #expect(try await ground.docket("hold", "set", "\(held.id)").code == .success)
            // What a law asks for is kept, unless somebody takes that on themselves.
            let tooEarly = try await ground.docket("erase", "\(young.id)", "--yes")
            #expect(tooEarly.code == .refused && tooEarly.output.contains("asks for keeping it until"))

            struct Line: Decodable, Hashable {
                let submission: String
                let part: String
                let outcome: String
            }
            func lines(_ outcome: OperatorGround.Outcome) throws -> Set<Line> {
                Set(try outcome.output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) })
            }
            let wanted = { (outcome: String) in
                Set([
                    Line(submission: "\(old.id)", part: "everything", outcome: outcome),
                    Line(submission: "\(middle.id)", part: "originals", outcome: outcome),
                ])
            }
            let shown = try lines(try await ground.docket("retention", "run", "--dry-run", "--json"))
            #expect(shown == wanted("would go").union([Line(submission: "\(held.id)", part: "everything", outcome: "held")]))
            #expect(try lines(try await ground.docket("retention", "run", "--json")) == wanted("removed"))
            #expect(try await ground.docket("retention", "run").output == "Nothing has been kept too long.\n")

            #expect(try await ground.operators.submissions.submission(old.id, tenant: ground.tenant) == nil)
            let thinned = try #require(try await ground.operators.submissions.submission(middle.id, tenant: ground.tenant))
            #expect(thinned.documents.first?.pages.allSatisfy { $0.original == nil } == true)
            for kept in [held, young, endless] {
                let found = try #require(try await ground.operators.submissions.submission(kept.id, tenant: ground.tenant))
                #expect(found.documents == kept.documents)
            }
            let trail = try await ground.pool.query(
                "select action, basis, actor from audit where basis = 'policy' order by action")
            #expect(try trail.map { try $0.decode("action") } == ["submission.erase", "submission.erase-originals"])
            #expect(try trail.allSatisfy { try $0.decode("actor", as: String.self) == "retention" })
            #expect(try await ground.docket("erase", "\(young.id)", "--yes", "--overrule-minimum").code == .success)
        }
    }

    @Test func `an export holds all that is held`() async throws {
        try await PrivacyGround.run { ground in
            let submission = try await ground.person()
            let target = "\(ground.folder.path)/export"
            let outcome = try await ground.docket("export", "\(PrivacyGround.marker)-subject", "--tenant", "acme", "--to", target)
            #expect(outcome.code == .success && outcome.output.contains("2 files and export.json"), "\(outcome.errors)")
            let folder = "\(target)/\(submission.id)"
            let original = try #require(FileText.read("\(folder)/documents/1-letter/page-1-original.jpg"))
            #expect(original == "\(PrivacyGround.marker) file of \(submission.id)")
            let json = try #require(FileText.bytes("\(folder)/export.json", limit: 1 << 20))
            let value = try CanonicalJSON.decode(JSONValue.self, from: json)
            guard case .object(let tables) = value else {
                Issue.record("the export is no object")
                return
            }
            for (table, rows) in tables where !["page_images", "page_likenesses", "legal_holds"].contains(table) {
                guard case .array(let rows) = rows else { continue }
                #expect(!rows.isEmpty, "\(table) is empty")
            }
            var status = stat()
            #expect(stat("\(folder)/export.json", &status) == 0 && status.st_mode & 0o077 == 0)
            #expect(stat(target, &status) == 0 && status.st_mode & 0o077 == 0)
            #expect(try await ground.operators.audit().last == "submission.export by operator:erna")
            // Not over what is there.
            #expect(try await ground.docket("export", "\(submission.id)", "--to", target).code == .cannotCreate)
            // A file that is gone is named.
            _ = try await ground.files.eraseAll(in: BlobSpace(tenant: ground.tenant, submission: submission.id))
            let partial = try await ground.docket("export", "\(submission.id)", "--to", "\(target)-2")
            #expect(partial.code == .missing && partial.output.contains("page-1-original"))
        }
    }
}
