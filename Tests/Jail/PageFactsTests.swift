import Shared
import Testing

@testable import Jail

/// What the jail finds, in the words of the rules.
@Suite struct PageFactsTests {
    private static func known() -> PageFacts { PageFacts(id: .random(), size: 10, mediaType: .pdf) }

    @Test(arguments: [
        (InspectionFacts.Encryption.none, PageFacts.Protection.none),
        (.ownerPassword, .ownerOnly),
        (.userPassword, .passwordRequired),
    ])
    func encryptionIsProtection(found: InspectionFacts.Encryption, protection: PageFacts.Protection) {
        var facts = Self.known()
        facts.add(InspectionFacts(detectedMediaType: .pdf, pageCount: 3, encryption: found))
        #expect(facts.protection == protection)
        #expect(facts.integrity == .intact)
        #expect(facts.pageCount == 3)
        #expect(facts.secondOpinion == .pdf)
    }

    /// Names that the worker saw in the file's bytes count where the jail could not look as others do, and nowhere else.
    @Test func whatCouldNotBeLookedThroughMayAct() {
        for (scrutiny, active) in [
            (InspectionFacts.Scrutiny.whole, [PageFacts.ActiveContent.embeddedFile]), (.mended, [.embeddedFile, .script]),
            (.partial, [.embeddedFile, .script, .unexamined]),
        ] {
            var structure = FileFacts(mediaType: .pdf)
            structure.pdf = PDFFacts(hints: [.javaScript, .form])
            var facts = Self.known()
            facts.add(structure)
            #expect(facts.activeContent == [.script])
            facts.add(
                InspectionFacts(detectedMediaType: .pdf, content: .pdf, pageCount: 1, attachmentCount: 1, scrutiny: scrutiny))
            #expect(facts.activeContent == Set(active), "\(scrutiny)")
        }
    }

    @Test(
        arguments: [
            (InspectionFacts(detectedMediaType: .pdf, content: .pdf, hasJavaScript: true), .script),
            (InspectionFacts(detectedMediaType: .pdf, content: .pdf, hasAutomaticActions: true), .automaticAction),
            (InspectionFacts(detectedMediaType: .pdf, content: .pdf, hasLaunchAction: true), .launch),
            (InspectionFacts(detectedMediaType: .pdf, content: .pdf, attachmentCount: 1), .embeddedFile),
        ] as [(InspectionFacts, PageFacts.ActiveContent)])
    func whatAPDFCanDoByItselfIsToldToTheRules(found: InspectionFacts, active: PageFacts.ActiveContent) {
        var facts = Self.known()
        facts.add(found)
        #expect(facts.activeContent == [active])
    }

    @Test func noOpinionIsNone() {
        var facts = Self.known()
        facts.add(InspectionFacts(detectedMediaType: .octetStream, pageCount: 1))
        #expect(facts.secondOpinion == nil)
    }

    /// What the parsers saw stays beside what the jail says.
    @Test func aLenientDecoderMakesNothingWhole() {
        var structure = FileFacts(mediaType: .jpeg)
        structure.isTruncated = true
        structure.trailing = TrailingData(.unknown, byteCount: 5)
        structure.secondFormats = [.zip]
        var facts = Self.known()
        facts.add(structure)
        #expect(facts.mediaType == .jpeg && facts.integrity == .unknown)
        facts.add(InspectionFacts(detectedMediaType: .png, content: .image, pageCount: 1))
        #expect(facts.isTruncated && facts.integrity == .intact)
        #expect(facts.trailing == PageFacts.Trailing(bytes: 5))
        #expect(facts.structure == structure)
        #expect(facts.secondOpinion == .png)
    }

    @Test func refusalsAreFacts() {
        var damaged = Self.known()
        damaged.add(ContentRefusal.damaged(detail: "ends early"))
        #expect(damaged.integrity == .damaged)

        var locked = Self.known()
        locked.add(ContentRefusal.passwordProtected)
        #expect(locked.protection == .passwordRequired)

        var large = Self.known()
        large.add(ContentRefusal.overBudget(.pixelsPerPage, found: 7, limit: 5))
        #expect(large.excess == PageFacts.Excess(.pixels, found: 7, limit: 5))
        #expect(large.integrity == .unknown)

        var inspected = Self.known()
        inspected.add(InspectionFacts(detectedMediaType: .pdf, refusal: .damaged(detail: "no pages")))
        #expect(inspected.integrity == .damaged)
        #expect(inspected.pageCount == nil)
    }

    /// Runs a job that ends with these errors, one after the other, and then well.
    private func judge(_ errors: [JailError]) async -> (runs: [Bool], error: JailError?) {
        var runs: [Bool] = []
        do {
            try await Jail.judged { alone in
                runs.append(alone)
                if runs.count <= errors.count { throw errors[runs.count - 1] }
            }
            return (runs, nil)
        } catch {
            return (runs, error as? JailError)
        }
    }

    @Test(
        arguments: [
            (.crashed(signal: 11), "damaged"), (.failed(exitCode: 3), "damaged"), (.protocolViolation(detail: "?"), "damaged"),
            (.deadlineExceeded, "too-costly"),
        ] as [(JailError, String)])
    func aChildThatDiesBesideOthersProvesNothing(error: JailError, refusal: String) async {
        #expect(await judge([error]) == ([false, true], nil))
        let both = await judge([error, error])
        #expect(both.runs == [false, true])
        #expect(both.error?.refusal?.code == refusal)
    }

    @Test func whatAChildDoesByItselfIsItsFilesFault() async {
        #expect(await judge([.exhausted]) == ([false], .refused(.tooCostly)))
        #expect(await judge([.forbidden]).error?.refusal?.code == "damaged")
        #expect(await judge([.forbidden]).runs == [false])
    }

    /// By SIGKILL the kernel ends one process for the memory of all.
    @Test func aChildThatIsKilledProvesNothingEvenAlone() async {
        #expect(await judge([.crashed(signal: 9)]) == ([false, true], nil))
        #expect(await judge([.crashed(signal: 9), .crashed(signal: 9)]) == ([false, true], .crashed(signal: 9)))
    }

    @Test func whatCostsTooMuchIsOverBudget() {
        var facts = Self.known()
        facts.add(.tooCostly)
        #expect(facts.excess == .work)
        facts.add(.overBudget(.frames, found: 5, limit: 4))
        #expect(facts.excess == PageFacts.Excess(.pages, found: 5, limit: 4))
    }

    @Test(arguments: [JailError.unavailable(detail: ""), .cancelled, .unproven(findings: []), .refused(.passwordProtected)])
    func whatIsNobodysDeathIsToldAtOnce(error: JailError) async {
        #expect(await judge([error]) == ([false], error))
    }
}
