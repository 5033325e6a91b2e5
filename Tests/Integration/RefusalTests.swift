import IntakeClient
import Shared
import Support
import Testing

/// What the rules refuse comes back with reasons, and goes on when it is replaced.
extension MainJobTests {
    struct Refusal: CustomTestStringConvertible, Sendable {
        let rule: RuleID
        let sample: @Sendable () throws -> SampleFile
        var testDescription: String { rule.rawValue }
    }

    static let refusals = [
        Refusal(rule: "file.readable") { try .damagedPhoto() },
        Refusal(rule: "file.readable") { .pretendedPDF() },
    ]

    @Test(arguments: refusals)
    func aRefusedFileIsReplacedAndAccepted(_ refusal: Refusal) async throws {
        let docket = try #require(RunningDocket.current)
        let files = [try refusal.sample(), try SampleFile.smallPhoto()]
        let refused = try await docket.outcome("proof-of-address", [PlannedDocument("utility-bill", issued: 1, files)])
        #expect(refused.state == .needsInput)
        let document = try #require(refused.documents.first)
        #expect(document.state == .open)
        #expect(document.reasons.map(\.rule).contains(refusal.rule), "\(document.reasons)")
        let bad = try #require(document.pages.first)
        #expect(document.reasons.filter { $0.rule == refusal.rule }.allSatisfy { $0.page == bad.id })
        Self.expectSaid(document.reasons)
        let told = try await docket.receiver.arrival(.submissionNeedsInput, of: refused.id)
        #expect(told.isSigned)

        let replacement = try await docket.client.replacePage(
            bad.id, of: document.id, in: refused.id, with: try docket.upload(try .smallPhoto(5)))
        _ = try await replacement.confirm(asking: "tests") { _ in true }
        let accepted = try await docket.outcome(of: refused.id)
        #expect(accepted.state == .accepted, "\(accepted.allReasons)")
        #expect(accepted.documents.first?.pdf != nil)
        _ = try await docket.receiver.arrival(.submissionAccepted, of: refused.id)
        let types = docket.receiver.arrivals(of: refused.id).compactMap { $0.header?.type }
        #expect(types == [.submissionNeedsInput, .submissionAccepted])
    }

    /// What no decoder could open is refused while it is sent, with what would be taken.
    @Test func aLockedFileIsRefusedAtOnce() async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 1, [])])
        let document = try #require(draft.documents.first)
        let error = await #expect(throws: IntakeClientError.self) {
            try await docket.client.addPage(try docket.upload(try .lockedPDF()), to: document.id, of: draft.id)
        }
        #expect(error?.problem?.type == "password-protected" && error?.problem?.status == 422)
    }

    @Test func anOldDateIsRefusedAndCorrected() async throws {
        let docket = try #require(RunningDocket.current)
        let documents = [
            PlannedDocument("utility-bill", issued: 400, [try .smallPhoto()]),
            PlannedDocument("bank-letter", issued: 2, [try .smallPhoto(1)]),
        ]
        let refused = try await docket.outcome("proof-of-address", documents)
        #expect(refused.state == .needsInput)
        // Only what was refused is open again.
        #expect(refused.documents.map(\.state.allowsChanges) == [true, false])
        let old = try #require(refused.documents.first)
        #expect(old.reasons.map(\.rule) == ["document.issue-date-recent"])
        #expect(old.reasons.first?.found.contains("400 days ago") == true)
        let earliest = CalendarDate.today.adding(days: -90)
        let expected = try #require(old.reasons.first?.expected)
        #expect(expected.contains("\(earliest.year)") && expected.contains("\(earliest.day)") && expected.hasSuffix("or later"))
        Self.expectSaid(old.reasons)

        _ = try await docket.client.setIssueDate(CalendarDate.today, of: old.id, in: refused.id)
        let accepted = try await docket.outcome(of: refused.id)
        #expect(accepted.state == .accepted, "\(accepted.allReasons)")
        #expect(accepted.documents.allSatisfy { $0.pdf != nil })
    }

    @Test func aWithdrawnSubmissionIsToldOf() async throws {
        let docket = try #require(RunningDocket.current)
        let draft = try await docket.draft("proof-of-address", [PlannedDocument("utility-bill", issued: 1, [try .smallPhoto()])])
        let path = "/v1/submissions/\(draft.id)"
        let asked = try await docket.curl(path, ["-X", "DELETE"])
        #expect(asked.status == 428)
        #expect(asked.problem == "confirmation-required")
        #expect(try await docket.client.submission(draft.id).state == .draft)
        let token = try #require(asked.member("token"))
        #expect(try await docket.curl(path, ["-X", "DELETE", "-H", "Docket-Confirmation: \(token)"]).status == 200)
        #expect(try await docket.client.submission(draft.id).state == .withdrawn)
        _ = try await docket.receiver.arrival(.submissionWithdrawn, of: draft.id)
    }

    /// A refusal without what was found, what would do and what to do about it is none.
    static func expectSaid(_ reasons: [Reason]) {
        for reason in reasons {
            #expect(!reason.found.isEmpty && !reason.expected.isEmpty && !reason.message.isEmpty, "\(reason.rule)")
        }
    }
}
