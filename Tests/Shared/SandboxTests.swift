import Shared
import Testing

@Suite struct SandboxTests {
    @Test func aSandboxIsATenantOfItsOwnThatKnowsWhoseItIs() throws {
        let acme: TenantID = "acme"
        let sandbox = try #require(acme.sandbox)
        #expect(sandbox == "acme.test" && sandbox.isSandbox && sandbox.owner == acme && !sandbox.isShadow)
        #expect(!acme.isSandbox && acme.owner == acme)
        #expect(sandbox.sandbox == nil)
        for name in ["test", "acme-test", "acme.tests", "acme.test.eu"] as [TenantID] { #expect(!name.isSandbox, "\(name)") }
    }

    @Test func aNameThatIsTooLongHasNoSandbox() throws {
        let longest = try #require(TenantID(rawValue: String(repeating: "a", count: 59)))
        #expect(longest.sandbox?.rawValue.utf8.count == TenantID.maximumLength)
        #expect(TenantID(rawValue: String(repeating: "a", count: 60))?.sandbox == nil)
    }

    @Test(
        arguments: [
            ("test:accepted", .accepted), ("test:review", .review), ("test:slow", .slow),
            ("test:warned:file.unedited", .warned("file.unedited")),
            ("test:refused:document.issue-date-recent", .refused("document.issue-date-recent")),
            ("test:refused-once:file.size", .refusedOnce("file.size")),
            ("test:rejected:file.no-malware", .rejected("file.no-malware")),
        ] as [(String, ForcedOutcome)])
    func aReferenceSaysWhatBecomesOfASubmissionOfASandbox(reference: String, outcome: ForcedOutcome) throws {
        #expect(try ForcedOutcome.read(reference, of: "acme.test") == outcome)
        #expect(try ForcedOutcome.read(reference, of: "acme") == nil)
    }

    @Test(arguments: [nil, "", "test", "TEST:accepted", "a test:accepted", "tester:accepted"] as [String?])
    func anyOtherReferenceIsTheTenantsOwn(reference: String?) throws {
        #expect(try ForcedOutcome.read(reference, of: "acme.test") == nil)
    }

    @Test(arguments: [
        "test:", "test:acepted", "test:accepted:", "test:accepted:file.size", "test:refused", "test:refused:file.size:1",
        "test:slow ", "test:Accepted",
    ])
    func aTestThatThereIsNotIsRefusedByThoseThatThereAre(reference: String) throws {
        let fault = #expect(throws: ForcedOutcome.Fault.self) { try ForcedOutcome.read(reference, of: "acme.test") }
        for known in ForcedOutcome.references { #expect(fault?.description.contains(known) == true) }
        #expect(try ForcedOutcome.read(reference, of: "acme") == nil)
    }

    @Test(arguments: ["", "file.sizes", "File.size", "not a name"])
    func aRuleThatThereIsNotIsRefusedByThoseThatThereAre(rule: String) throws {
        let fault = #expect(throws: ForcedOutcome.Fault.self) {
            try ForcedOutcome.read("test:refused:\(rule)", of: "acme.test")
        }
        for known in RuleChecks.standard.rules { #expect(fault?.description.contains(known.id.rawValue) == true) }
    }

    @Test func aSlowOneIsHeldBackForAWhileAndNoOther() {
        let submitted = Timestamp(millisecondsSinceEpoch: 1_000_000)
        #expect(ForcedOutcome.slow.wait(since: submitted, now: submitted) == ForcedOutcome.delay)
        #expect(ForcedOutcome.slow.wait(since: submitted, now: submitted.adding(.seconds(29))) == .seconds(1))
        #expect(ForcedOutcome.slow.wait(since: submitted, now: submitted.adding(ForcedOutcome.delay)) == nil)
        #expect(ForcedOutcome.accepted.wait(since: submitted, now: submitted) == nil)
    }
}
