import BlobStore
import DocumentFixtures
import Domain
import EventLoop
import Malware
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@testable import ValidationWorker

/// Says of every file what it was told to, and remembers what it was asked.
private final class KnowingInspector: FileInspector {
    let asked = Mutex<[PageFacts]>([])
    private let answer: @Sendable (PageFacts) throws(ProcessingFailure) -> PageFacts

    init(_ answer: @escaping @Sendable (PageFacts) throws(ProcessingFailure) -> PageFacts = { $0 }) {
        self.answer = answer
    }

    func inspect(
        _ file: BlobFile, known: PageFacts, described picture: PictureDescription?
    ) async throws(ProcessingFailure) -> PageFacts {
        asked.withLock { $0.append(known) }
        return try answer(known)
    }
}

@Suite struct ValidationStageTests {
    private static let jpeg = Corpus.handmade.first { $0.name == "plain.jpg" }?.bytes ?? []
    private static let pdf = HandmadePDF.cornered().bytes

    private func decide(
        on submitted: SubmittedFixture, _ event: StageEvent? = nil, inspector: KnowingInspector = KnowingInspector(),
        serving mediaTypes: Set<MediaType> = [.jpeg, .pdf], scanner: (any MalwareScanner)? = nil,
        knowsSigners: Bool = true, after delay: Duration = .zero
    ) async throws -> StageOutcome {
        let group = try EventLoopGroup(threads: 1, blockingThreads: 1)
        var inspectors = ProcessorFactory<any FileInspector>(.validation)
        inspectors.register(mediaTypes: mediaTypes) { _ in inspector }
        let event = event ?? submitted.event(.submissionSubmitted)
        var stage = ValidationStage(
            reader: submitted.store,
            inspection: SubmissionInspection(
                blobs: submitted.blobs, known: submitted.store, inspectors: inspectors, scanner: scanner,
                knowsSigners: knowsSigners, pool: group.blocking))
        stage.now = { event.header.time.adding(delay) }
        let outcome = await stage.decide(on: event)
        await group.shutdown()
        return outcome
    }

    private func verdict(_ outcome: StageOutcome, of submitted: SubmittedFixture) throws -> SubmissionVerdict {
        guard case .commit(let transition) = outcome, case .validated(let verdict, let facts) = transition.change else {
            throw Unexpected(outcome: outcome)
        }
        #expect(transition.submission == submitted.submission.id)
        #expect(transition.expectedVersion == submitted.submission.version)
        #expect(transition.traceparent != nil)
        // What the verdict is on goes with it, and gives the same verdict again.
        let again = try #require(facts).facts(journey: submitted.journey)
        #expect(RuleEngine.validation.verdict(on: again) == verdict)
        return verdict
    }

    @Test func whatWasAcceptedIsNotLookedIntoAgain() async throws {
        var submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)], [(Self.pdf, .pdf)]])
        submitted.acceptFirstDocument()
        let inspector = KnowingInspector()
        _ = try await decide(on: submitted, inspector: inspector)
        let pending = submitted.submission.documents[1].pages.map(\.original?.digest)
        #expect(inspector.asked.withLock { $0.map(\.digest) } == pending)
    }

    @Test func whatKeepsTheRulesPasses() async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)]])
        let inspector = KnowingInspector()
        let verdict = try verdict(try await decide(on: submitted, inspector: inspector), of: submitted)
        #expect(verdict.verdict == .accepted)
        #expect(verdict.documents.map(\.document) == submitted.submission.documents.map(\.id))
        #expect(inspector.asked.withLock { $0.map(\.mediaType) } == [.jpeg])
    }

    @Test(arguments: [("acme.test", true), ("acme", false)] as [(TenantID, Bool)])
    func aSlowTestWaitsInTheStoreAndHoldsNothingBack(tenant: TenantID, waits: Bool) async throws {
        let submitted = try await SubmittedFixture(
            state: .submitted, documents: [[(Self.jpeg, .jpeg)]], tenant: tenant, reference: "test:slow")
        let early = try await decide(on: submitted, after: .seconds(10))
        if case .ask(let nobody, let wait) = early {
            #expect(waits && nobody.isEmpty && wait == .seconds(20))
        } else {
            #expect(!waits)
        }
        #expect(try verdict(try await decide(on: submitted, after: .seconds(30)), of: submitted).verdict == .accepted)
    }

    @Test func aFileIsWhatItsBytesAreWhateverWasRecordedOfIt() async throws {
        let onlyPhotos = JourneyDefinition(
            id: "photos", title: "Photos", summary: "Photos.",
            documentTypes: [DocumentType(id: "photo", title: "Photo", hint: "", icon: "", mediaTypes: [.jpeg])],
            documents: CountRange(1...1))
        let submitted = try await SubmittedFixture(journey: onlyPhotos, state: .submitted, documents: [[(Self.pdf, .jpeg)]])
        let verdict = try verdict(try await decide(on: submitted), of: submitted)
        #expect(verdict.allReasons.map(\.rule) == ["file.media-type"])
        #expect(verdict.allReasons.first?.page == submitted.submission.documents[0].pages[0].id)
    }

    @Test func aFileThatNobodyCanLookIntoIsLeftToTheRules() async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Array("no known kind".utf8), .jpeg)]])
        let inspector = KnowingInspector()
        let verdict = try verdict(try await decide(on: submitted, inspector: inspector), of: submitted)
        #expect(verdict.verdict == .refused)
        #expect(inspector.asked.withLock { $0.isEmpty })

        let unserved = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)]])
        let other = try await decide(on: unserved, serving: [.pdf])
        #expect(try self.verdict(other, of: unserved).verdict == .accepted)
    }

    @Test func whatTheInspectorFindsIsRefused() async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)], [(Self.pdf, .pdf)]])
        let inspector = KnowingInspector { known in
            var facts = known
            if known.mediaType == .pdf { facts.protection = .passwordRequired } else { facts.integrity = .damaged }
            return facts
        }
        let verdict = try verdict(try await decide(on: submitted, inspector: inspector), of: submitted)
        #expect(verdict.documents.map { $0.reasons.map(\.rule) } == [["file.readable"], ["file.no-password"]])
    }

    /// What libmagic takes for a plain photo, because it looks at the head alone.
    @Test func aFileThatIsTwoThingsIsRefused() async throws {
        let polyglot = try #require(Corpus.handmade.first { $0.name == "pdf-behind.jpg" }).bytes
        let inspector = KnowingInspector { known in
            var facts = known
            facts.secondOpinion = .jpeg
            facts.integrity = .intact
            return facts
        }
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)], [(polyglot, .jpeg)]])
        let verdict = try verdict(try await decide(on: submitted, inspector: inspector), of: submitted)
        #expect(verdict.documents.map { $0.reasons.map(\.rule) } == [[], ["file.type-unambiguous"]])
    }

    /// Says of files that begin with the same byte what it was told to.
    private struct KnowingScanner: MalwareScanner {
        let answers: [UInt8: Result<MalwareVerdict, MalwareScanError>]

        func scan(
            size: Int, read: @escaping @Sendable (_ offset: Int, _ count: Int) async throws -> [UInt8]
        ) async throws(MalwareScanError) -> MalwareVerdict {
            let first = try? await read(0, 1).first
            return try (first.flatMap { answers[$0] } ?? .failure(.notUnderstood)).get()
        }
    }

    @Test func malwareIsRefusedAndGivenToNoDecoder() async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)], [(Self.pdf, .pdf)]])
        let inspector = KnowingInspector()
        let scanner = KnowingScanner(answers: [0xff: .success(.clean), UInt8(ascii: "%"): .success(.infected(name: "Eicar"))])
        let outcome = try await decide(on: submitted, inspector: inspector, scanner: scanner)
        let verdict = try verdict(outcome, of: submitted)
        #expect(verdict.documents.map { $0.reasons.map(\.rule) } == [[], ["file.no-malware"]])
        #expect(verdict.allReasons.first?.found.contains("Eicar") == true)
        #expect(inspector.asked.withLock { $0.map(\.mediaType) } == [.jpeg])
        guard case .commit(let transition) = outcome, case .validated(_, let facts?) = transition.change else { return }
        let pdf = try #require(submitted.submission.documents[1].pages[0].original)
        #expect(try facts.infectedFiles() == [pdf.digest])
    }

    @Test(arguments: [
        MalwareScanError.unavailable(detail: ""), .brokenOff(detail: ""), .overLimit(bytes: 1), .failed(detail: ""),
        .notUnderstood, .unreadable(detail: ""),
    ])
    func aFileThatNobodyHasLookedThroughIsNotJudged(error: MalwareScanError) async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)]])
        let outcome = try await decide(on: submitted, scanner: KnowingScanner(answers: [0xff: .failure(error)]))
        guard case .retry(_, let failure) = outcome else { throw Unexpected(outcome: outcome) }
        #expect(failure.code == error.code)
        // Only who could not be reached has nothing to do with the file.
        #expect(failure.outage == (error == .unavailable(detail: "") ? Outage(of: .malwareScanner) : nil))
    }

    /// Whom no authority answers for because none was named has done nothing wrong.
    @Test func nobodyIsRefusedForWantOfAuthorities() async throws {
        func outcome(_ rule: SignatureRule, knowsSigners: Bool) async throws -> (StageOutcome, SubmittedFixture) {
            let journey = JourneyDefinition(
                id: "signed", title: "Signed", summary: "Signed.",
                documentTypes: [
                    DocumentType(id: "contract", title: "Contract", hint: "", icon: "", mediaTypes: [.pdf], signature: rule)
                ], documents: CountRange(1...1))
            let submitted = try await SubmittedFixture(journey: journey, state: .submitted, documents: [[(Self.pdf, .pdf)]])
            let inspector = KnowingInspector { facts in
                var facts = facts
                (facts.integrity, facts.pageCount) = (.intact, 1)
                facts.origin = FileOrigin(signatures: 1, checks: [FileSignature(.unknownSigner, coversFile: true)])
                return facts
            }
            return (try await decide(on: submitted, inspector: inspector, knowsSigners: knowsSigners), submitted)
        }
        guard case (.retry(_, let failure), _) = try await outcome(.trusted, knowsSigners: false) else {
            Issue.record("it was decided on")
            return
        }
        #expect(failure.code == "signers-unknown" && failure.description.contains("DOCKET_SIGNATURE_AUTHORITIES"))
        let (strange, first) = try await outcome(.trusted, knowsSigners: true)
        #expect(try verdict(strange, of: first).allReasons.map(\.rule) == ["file.signed"])
        let (intact, second) = try await outcome(.intact, knowsSigners: false)
        #expect(try verdict(intact, of: second).allReasons.isEmpty)
    }

    @Test func ageIsCountedFromTheDayItWasSubmitted() async throws {
        let dated = JourneyDefinition(
            id: "dated", title: "Dated", summary: "Dated.",
            documentTypes: [DocumentType(id: "bill", title: "Bill", hint: "", icon: "", issueDate: .issuedWithin(days: 90))],
            documents: CountRange(1...1))
        let submitted = try await SubmittedFixture(
            journey: dated, state: .submitted, documents: [[(Self.jpeg, .jpeg)]], issueDate: CalendarDate("2020-01-01"))
        let inTime = try #require(Timestamp("2020-03-31T12:00:00.000Z"))
        let tooLate = try #require(Timestamp("2020-04-01T12:00:00.000Z"))
        let passed = try await decide(on: submitted, submitted.event(.submissionSubmitted, at: inTime))
        #expect(try verdict(passed, of: submitted).verdict == .accepted)
        let refused = try await decide(on: submitted, submitted.event(.submissionSubmitted, at: tooLate))
        #expect(try verdict(refused, of: submitted).allReasons.map(\.rule) == ["document.issue-date-recent"])
    }

    @Test(arguments: [SubmissionState.draft, .processing, .withdrawn, .needsInput, .accepted])
    func whatHasMovedOnIsLeftAlone(state: SubmissionState) async throws {
        let submitted = try await SubmittedFixture(state: state, documents: [[(Self.jpeg, .jpeg)]])
        guard case .nothing = try await decide(on: submitted) else {
            Issue.record("A submission that is \(state) was decided on.")
            return
        }
    }

    @Test func aFailureThatPassesIsTriedAgain() async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)]])
        let failure = ProcessingFailure(code: "busy", isRetriable: true, description: "Busy.")
        let outcome = try await decide(
            on: submitted, inspector: KnowingInspector { _ throws(ProcessingFailure) in throw failure })
        guard case .retry(_, failure) = outcome else { throw Unexpected(outcome: outcome) }
    }

    @Test func aBlobThatIsGoneIsAFailure() async throws {
        let submitted = try await SubmittedFixture(state: .submitted, documents: [[(Self.jpeg, .jpeg)]])
        for key in submitted.blobs.keys { try await submitted.blobs.remove(key) }
        let outcome = try await decide(on: submitted)
        guard case .failed(let failure) = outcome else { throw Unexpected(outcome: outcome) }
        #expect(failure.code == "blob.notFound")
    }
}

struct Unexpected: Error, CustomStringConvertible {
    let outcome: StageOutcome
    var description: String { "unexpected: \(outcome)" }
}
