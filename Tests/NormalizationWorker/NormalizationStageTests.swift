import BlobStore
import Domain
import Jail
import ServiceRuntime
import Shared
import Support
import Synchronization
import Testing

@testable import NormalizationWorker

@Suite struct NormalizationStageTests {
    private func decide(
        on submitted: SubmittedFixture, attempt: Int = 1, decoder: ScriptedDecoder = ScriptedDecoder { _ in 1 },
        assembler: ListingAssembler = ListingAssembler()
    ) async throws -> StageOutcome {
        var decoders = ProcessorFactory<any FileDecoder>(.normalization)
        decoders.register { _ in decoder }
        let stage = NormalizationStage(
            reader: submitted.store,
            normalization: SubmissionNormalization(
                pages: PageNormalizer(blobs: submitted.blobs, decoders: decoders, format: PageFormat()),
                assembler: assembler, known: submitted.store, concurrency: 2))
        return await stage.decide(on: submitted.event(.submissionValidated, attempt: attempt))
    }

    private func result(
        _ outcome: StageOutcome, of submitted: SubmittedFixture
    ) throws -> (documents: [NormalizedDocument], verdict: SubmissionVerdict) {
        guard case .commit(let transition) = outcome, case .normalized(let documents, let verdict, _) = transition.change else {
            throw Unexpected(outcome: outcome)
        }
        #expect(transition.expectedVersion == submitted.submission.version)
        return (documents, verdict)
    }

    @Test func everyFileBecomesPagesInTheirOrder() async throws {
        let files = (1...5).map { (content: Array("photo \($0)".utf8), mediaType: MediaType.jpeg) }
        let submitted = try await SubmittedFixture(state: .processing, documents: [files, [(Array("a statement".utf8), .pdf)]])
        let decoder = ScriptedDecoder { request in request.mediaType == .pdf ? 3 : 1 }
        let (documents, verdict) = try result(try await decide(on: submitted, decoder: decoder), of: submitted)

        #expect(verdict.verdict == .accepted)
        #expect(documents.map(\.document) == submitted.submission.documents.map(\.id))
        for (normalized, document) in zip(documents, submitted.submission.documents) {
            #expect(normalized.pages.map(\.page) == document.pages.map(\.id))
        }
        #expect(documents[1].pages[0].images.count == 3)
        let expected = (1...5).map { ContentDigest(of: Array("photo \($0) page 1".utf8)) }
        #expect(documents[0].pages.flatMap(\.images).map(\.file.digest) == expected)
        // Every page is among the blobs before anything refers to it.
        for image in documents.flatMap(\.pages).flatMap(\.images) {
            #expect(try await submitted.blobs.open(submitted.space.key(image.file.digest)).size == image.file.size)
        }
    }

    @Test func whatWasAcceptedKeepsTheCleanPagesThatItHas() async throws {
        var submitted = try await SubmittedFixture(
            state: .processing, documents: [[(Array("a photo".utf8), .jpeg)], [(Array("a statement".utf8), .pdf)]])
        submitted.acceptFirstDocument()
        let (documents, _) = try result(try await decide(on: submitted), of: submitted)
        #expect(documents.map(\.document) == [submitted.submission.documents[1].id])
    }

    @Test func pagesThatAreTooMuchForOnePDFAreAReason() async throws {
        let files = (1...3).map { (content: Array("photo \($0)".utf8), mediaType: MediaType.jpeg) }
        let submitted = try await SubmittedFixture(state: .processing, documents: [files, [(Array("a statement".utf8), .pdf)]])
        let outcome = try await decide(on: submitted, assembler: ListingAssembler(mostPages: 2))
        let (documents, verdict) = try result(outcome, of: submitted)
        #expect(documents.map(\.document) == [submitted.submission.documents[1].id])
        #expect(verdict.allReasons.map(\.rule) == ["file.within-budget"])
        #expect(verdict.verdict == .refused)
    }

    @Test func thePersonsTurningIsAskedFor() async throws {
        var submitted = try await SubmittedFixture(state: .processing, documents: [[(Array("photo".utf8), .jpeg)]])
        let crop = PageCrop(points: [[0, 0], [9000, 0], [9000, 9000], [0, 9000]])
        submitted.turnFirstPage(.quarter, crop: crop)
        let decoder = ScriptedDecoder { _ in 1 }
        _ = try await decide(on: submitted, decoder: decoder)
        #expect(decoder.requests.all.withLock { $0.map(\.rotation) } == [.quarter])
        #expect(decoder.requests.all.withLock { $0.map(\.crop) } == [crop])
    }

    @Test(arguments: [
        (ContentRefusal.damaged(detail: "ends early"), RuleID("file.readable")),
        (.passwordProtected, "file.no-password"),
        (.overBudget(.pixelsPerPage, found: 200, limit: 100), "file.within-budget"),
    ])
    func contentThatCannotBeUsedIsAReason(refusal: ContentRefusal, rule: RuleID?) async throws {
        let submitted = try await SubmittedFixture(
            state: .processing, documents: [[(Array("good".utf8), .jpeg)], [(Array("bad".utf8), .pdf)]])
        let decoder = ScriptedDecoder { request throws(JailError) in
            if request.mediaType == .pdf { throw .refused(refusal) }
            return 1
        }
        let (documents, verdict) = try result(try await decide(on: submitted, decoder: decoder), of: submitted)
        #expect(documents.map(\.document) == [submitted.submission.documents[0].id])
        #expect(verdict.refusedDocuments == [submitted.submission.documents[1].id])
        #expect(verdict.allReasons.map(\.rule) == [rule])
    }

    @Test func pagesWithNothingOnThemAreToldOf() async throws {
        let files = [(content: Array("blank".utf8), mediaType: MediaType.jpeg), (Array("letter".utf8), .jpeg)]
        let submitted = try await SubmittedFixture(state: .processing, documents: [files])
        let (documents, verdict) = try result(try await decide(on: submitted), of: submitted)
        // A warning refuses nothing: the pages are made.
        #expect(documents.map(\.document) == submitted.submission.documents.map(\.id))
        #expect(verdict.verdict == .acceptedWithWarnings)
        #expect(verdict.allReasons.map(\.wording) == ["file.not-blank"])
        #expect(verdict.allReasons.map(\.page) == [submitted.submission.documents[0].pages[0].id])

        let strict = JourneyDefinition(
            id: "strict", title: "Strict", summary: "", documentTypes: SampleSubmissions.journey.documentTypes,
            documents: CountRange(1...2), rules: ["file.not-blank": .refuse])
        let other = try await SubmittedFixture(journey: strict, state: .processing, documents: [files])
        let refused = try result(try await decide(on: other), of: other)
        #expect(refused.documents.isEmpty && refused.verdict.verdict == .refused)
    }

    @Test func aBlurredPageIsToldOfOrRefusedAsTheJourneySays() async throws {
        let files = [(content: Array("blurred letter".utf8), mediaType: MediaType.jpeg)]
        let submitted = try await SubmittedFixture(state: .processing, documents: [files])
        let (documents, verdict) = try result(try await decide(on: submitted), of: submitted)
        #expect(documents.count == 1 && verdict.verdict == .acceptedWithWarnings)
        #expect(verdict.allReasons.map(\.wording) == ["file.not-blurred"])
        #expect(documents[0].pages[0].making?.signals.map(\.isBlurred) == [true])
        #expect(documents[0].pages[0].making?.decoders == ["scripted": "1"])

        let other = try await SubmittedFixture(
            journey: Self.journey(["file.not-blurred": .refuse]), state: .processing, documents: [files])
        let refused = try result(try await decide(on: other), of: other)
        #expect(refused.documents.isEmpty && refused.verdict.verdict == .refused)
    }

    @Test func whatIsLeftOfAFileIsTakenOnlyWhereTheJourneyAllowsIt() async throws {
        let files = [(content: Array("cut off".utf8), mediaType: MediaType.jpeg)]
        for (policy, asks) in [(RulePolicy.refuse, false), (.warn, true), (.allow, true)] {
            let submitted = try await SubmittedFixture(
                journey: Self.journey(["file.complete": policy]), state: .processing, documents: [files])
            let decoder = ScriptedDecoder { _ in 1 }
            let (documents, verdict) = try result(try await decide(on: submitted, decoder: decoder), of: submitted)
            #expect(decoder.requests.all.withLock { $0.map(\.salvages) } == [asks])
            #expect(documents[0].pages[0].making?.repairs == (asks ? [.incompletePage(1, missing: 30)] : []))
            #expect(verdict.allReasons.map(\.wording) == (policy == .warn ? ["file.complete/incomplete-page"] : []))
        }
    }

    @Test func aPDFKeepsItsLettersWhereTheJourneyWantsThemAndThatCanBeProven() async throws {
        let files: [(content: String, mediaType: MediaType)] = [("statement", .pdf), ("stubborn", .pdf), ("photo", .jpeg)]
        for (policy, letters) in [(PDFTextPolicy.dropped, [false, false, false]), (.kept, [true, false, false])] {
            for (file, isKept) in zip(files, letters) {
                let submitted = try await SubmittedFixture(
                    journey: Self.journey([:], pdfText: policy), state: .processing,
                    documents: [[(Array(file.content.utf8), file.mediaType)]])
                let (documents, _) = try result(try await decide(on: submitted), of: submitted)
                let original = submitted.submission.documents[0].pages[0].original?.digest
                #expect((documents[0].pdf?.digest == original) == isKept, "\(file.content) \(policy)")
            }
        }
        // Turned by its person, it is not what it was.
        var turned = try await SubmittedFixture(
            journey: Self.journey([:], pdfText: .kept), state: .processing, documents: [[(Array("statement".utf8), .pdf)]])
        turned.turnFirstPage(.quarter)
        let (documents, _) = try result(try await decide(on: turned), of: turned)
        #expect(documents[0].pdf?.digest != turned.submission.documents[0].pages[0].original?.digest)
    }

    @Test func `a page that looks like another's is told, where the journey asks`() async throws {
        let files = [(content: Array("a letter".utf8), mediaType: MediaType.jpeg)]
        for (policy, told) in [(RulePolicy.warn, ["file.not-alike"]), (.allow, [])] {
            let journey = Self.journey(["file.not-alike": policy])
            let submitted = try await SubmittedFixture(journey: journey, state: .processing, documents: [files])
            let (documents, first) = try result(try await decide(on: submitted), of: submitted)
            #expect(first.allReasons.isEmpty)
            var other = try await SubmittedFixture(journey: journey, state: .processing, documents: [files]).submission
            other.documents[0].pages[0].making = documents[0].pages[0].making
            submitted.store.insert(other, journey: journey)
            let (_, second) = try result(try await decide(on: submitted), of: submitted)
            #expect(second.allReasons.map(\.rule.rawValue) == told)
            #expect(second.verdict == (told.isEmpty ? .accepted : .acceptedWithWarnings))
        }
    }

    private static func journey(
        _ rules: [RuleID: RulePolicy], pdfText: PDFTextPolicy = .dropped
    ) -> JourneyDefinition {
        JourneyDefinition(
            id: "strict", title: "Strict", summary: "", documentTypes: SampleSubmissions.journey.documentTypes,
            documents: CountRange(1...2), rules: rules, pdfText: pdfText)
    }

    /// However often the event was tried before, for whatever reason.
    @Test(arguments: [1, 7]) func aDecoderThatDiesIsTriedAloneAndThenTheFileIsToBlame(attempt: Int) async throws {
        let submitted = try await SubmittedFixture(state: .processing, documents: [[(Array("bad".utf8), .jpeg)]])
        let decoder = ScriptedDecoder { _ throws(JailError) in throw .crashed(signal: 11) }
        let (_, verdict) = try result(try await decide(on: submitted, attempt: attempt, decoder: decoder), of: submitted)
        #expect(verdict.allReasons.map(\.rule) == ["file.readable"])
        #expect(decoder.requests.all.withLock { $0.count } == 2)
    }

    @Test(arguments: [JailError.crashed(signal: 11), .crashed(signal: 9), .deadlineExceeded])
    func whatOnlyDiesBesideOthersIsDecoded(error: JailError) async throws {
        let submitted = try await SubmittedFixture(state: .processing, documents: [[(Array("good".utf8), .jpeg)]])
        let decoder = ScriptedDecoder(pages: { _ in 2 }, besideOthers: error)
        let (made, _) = try result(try await decide(on: submitted, attempt: 7, decoder: decoder), of: submitted)
        #expect(made.flatMap(\.pages).map(\.images.count) == [2])
    }

    /// By SIGKILL the kernel ends one process for the memory of all.
    @Test func aChildThatIsKilledForMemoryNeverBlamesTheFile() async throws {
        let submitted = try await SubmittedFixture(state: .processing, documents: [[(Array("good".utf8), .jpeg)]])
        let decoder = ScriptedDecoder { _ throws(JailError) in throw .crashed(signal: 9) }
        let outcome = try await decide(on: submitted, attempt: 5, decoder: decoder)
        guard case .retry = outcome else { throw Unexpected(outcome: outcome) }
    }

    @Test func aJailThatIsAwayNeverBlamesTheFile() async throws {
        let submitted = try await SubmittedFixture(state: .processing, documents: [[(Array("good".utf8), .jpeg)]])
        let decoder = ScriptedDecoder { _ throws(JailError) in throw .unavailable(detail: "being replaced") }
        let outcome = try await decide(on: submitted, attempt: 5, decoder: decoder)
        guard case .retry = outcome else { throw Unexpected(outcome: outcome) }
    }

    @Test func aFullStoreIsTriedAgain() async throws {
        let submitted = try await SubmittedFixture(state: .processing, documents: [[(Array("good".utf8), .jpeg)]])
        submitted.blobs.limit(toBytes: 4)
        let outcome = try await decide(on: submitted)
        guard case .retry(_, let failure) = outcome else { throw Unexpected(outcome: outcome) }
        #expect(failure.code == "blob.storageFull")
    }

    @Test(arguments: [SubmissionState.submitted, .withdrawn, .needsInput, .accepted])
    func whatHasMovedOnIsLeftAlone(state: SubmissionState) async throws {
        let submitted = try await SubmittedFixture(state: state, documents: [[(Array("good".utf8), .jpeg)]])
        let outcome = try await decide(on: submitted)
        guard case .nothing = outcome else { throw Unexpected(outcome: outcome) }
    }
}
