import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeClient

/// What a draft and the gateway's submission are together: the rule alone.
@Suite struct MergeTests {
    /// A gateway's submission that others write to.
    private struct Remote {
        var state = SubmissionState.draft
        var version = 5
        var documents: [(id: DocumentID, state: DocumentState, issueDate: CalendarDate?, pages: [PageView])] = []
        var periods: [DocumentID: DatePeriod] = [:]
        var types: [DocumentID: DocumentTypeID] = [:]

        var view: SubmissionView {
            let moment = Timestamp(millisecondsSinceEpoch: 0)
            return SubmissionView(
                id: Fixture.submission, journey: "sample", state: state, version: version, test: nil, subject: nil,
                reference: nil,
                locale: nil, metadata: nil, returnUrl: nil, consent: GivenConsent(version: "7", at: moment), createdAt: moment,
                updatedAt: moment, submittedAt: nil, expiresAt: nil, isValid: false, missing: [], progress: nil, reasons: [],
                documents: documents.map { document in
                    DocumentView(
                        id: document.id, type: types[document.id] ?? "letter", issueDate: document.issueDate,
                        expiryDate: nil, periodStart: periods[document.id]?.start, periodEnd: periods[document.id]?.end,
                        source: .camera, state: document.state, verdict: nil, reasons: [], pages: document.pages, pdf: nil)
                })
        }
    }

    private static func pageView(_ id: PageID = .random(), size: Int = 100, mark: UInt8 = 1, _ rotation: Rotation = .none)
        -> PageView
    {
        PageView(
            id: id, mediaType: .png, size: size, digest: ContentDigest(of: [mark]), pages: nil, rotation: rotation, crop: nil,
            state: .received,
            preview: nil, images: [], suggestion: nil)
    }

    /// Two documents at the gateway, of three pages and of one, and the draft that has sent them.
    private static func together() -> (Draft, Remote) {
        var remote = Remote()
        remote.documents = [
            (.random(), .open, SampleContent.day, (1...3).map { pageView(mark: $0) }),
            (.random(), .open, SampleContent.day, [pageView(mark: 9)]),
        ]
        var draft = Draft(journey: "sample", submission: Fixture.submission)
        draft.documents = remote.documents.map { document in
            DraftDocument(
                id: .random(), type: "letter", issueDate: document.issueDate, period: nil, source: .camera,
                pages: document.pages.map { own(.sent($0.id, .none), digest: $0.digest) },
                sent: SentDocument(
                    id: document.id, type: "letter", issueDate: document.issueDate, period: nil,
                    order: document.pages.map(\.id)))
        }
        draft.consent = "7"
        return (draft, remote)
    }

    private static func own(_ transfer: PageTransfer, digest: ContentDigest? = nil) -> DraftPage {
        DraftPage(
            id: .random(),
            file: DraftFile(
                place: .storage, name: "own.png", size: 100, mediaType: .png, declaredMediaType: nil, pageCount: nil),
            rotation: .none, transfer: transfer, digest: digest)
    }

    private func ids(_ draft: Draft, _ document: Int = 0) -> [PageID?] { draft.documents[document].pages.map(\.transfer.pageID) }

    @Test func nothingNewChangesNothing() {
        let (draft, remote) = Self.together()
        let merge = DraftMerge(of: draft, with: remote.view)
        #expect(merge.draft == draft && merge.changes.isEmpty && merge.replaced == [])
        #expect(UploadPlan.next(for: merge.draft) == .finished)
    }

    @Test func aTypeThatWasChangedOnOneSideIsTaken() {
        var (draft, remote) = Self.together()
        remote.types[remote.documents[0].id] = "card"
        draft.documents[1].type = "card"
        let merge = DraftMerge(of: draft, with: remote.view)
        #expect(merge.draft.documents.map(\.type) == ["card", "card"])
        #expect(UploadPlan.next(for: merge.draft) == .describe(draft.documents[1].id))
        // Changed on both: this device's is told again.
        draft.documents[0].type = "passport"
        #expect(DraftMerge(of: draft, with: remote.view).draft.documents[0].type == "passport")
    }

    /// The answer to a document's creation was lost, and somebody has changed its date since: the date is not told again.
    @Test func whatWasChangedBeforeAnAnswerCameIsTakenOver() {
        var draft = Draft(journey: "sample", submission: Fixture.submission)
        let told = DraftDocument(
            id: .random(), type: "letter", issueDate: SampleContent.day, period: nil, source: .camera, pages: [], sent: nil)
        draft.documents = [told]
        var remote = Remote()
        remote.documents = [(.random(), .open, SampleContent.day.adding(days: -1), [Self.pageView()])]
        draft = DraftMerge(of: draft, with: remote.view).draft
        draft.wasTold(
            of: told.id,
            SentDocument(id: remote.documents[0].id, type: "letter", issueDate: told.issueDate, period: nil, order: []))
        #expect(draft.documents.map(\.id) == [told.id] && draft.documents[0].pages.count == 1)
        #expect(draft.documents[0].issueDate == SampleContent.day.adding(days: -1))
        #expect(UploadPlan.next(for: draft) == .finished)
    }

    @Test func anEmptyDraftTakesAllOver() {
        let (_, remote) = Self.together()
        let empty = Draft(journey: "sample", submission: Fixture.submission)
        let merge = DraftMerge(of: empty, with: remote.view)
        #expect(merge.draft.documents.map { $0.pages.map(\.transfer.pageID) } == remote.documents.map { $0.pages.map(\.id) })
        #expect(merge.draft.pages.allSatisfy { $0.file.place == .gateway } && merge.draft.consent == "7")
        #expect(merge.changes.addedDocuments.count == 2 && merge.changes.addedPages.count == 4)
        #expect(UploadPlan.next(for: merge.draft) == .finished)
        // Asked again, and on a third device, it is the same.
        #expect(DraftMerge(of: merge.draft, with: remote.view).draft == merge.draft)
        #expect(DraftMerge(of: empty, with: remote.view).draft.documents == merge.draft.documents)
    }

    @Test func bothAdd() {
        var (draft, remote) = Self.together()
        let unsent = Self.own(.waiting)
        draft.documents[0].pages.insert(unsent, at: 1)
        draft.documents.insert(
            DraftDocument(
                id: .random(), type: "letter", issueDate: nil, period: nil, source: nil, pages: [Self.own(.waiting)], sent: nil),
            at: 1)
        let new = Self.pageView(mark: 20)
        remote.documents[0].pages.append(new)
        remote.documents.insert((.random(), .open, nil, [Self.pageView(mark: 21)]), at: 0)
        let merge = DraftMerge(of: draft, with: remote.view)
        #expect(merge.draft.documents.map(\.pages.count) == [1, 5, 1, 1])
        // What is only here keeps its place behind what it followed.
        #expect(merge.draft.documents[1].pages[1] == unsent && ids(merge.draft, 1).last == new.id)
        #expect(merge.changes.addedPages.count == 2 && merge.changes.removedPages == [])
    }

    @Test func whatWasRemovedElsewhereGoes() {
        var (draft, remote) = Self.together()
        let gone = remote.documents[0].pages.remove(at: 1)
        remote.documents.remove(at: 1)
        let merge = DraftMerge(of: draft, with: remote.view)
        #expect(merge.draft.documents.count == 1 && !ids(merge.draft).contains(gone.id))
        #expect(merge.changes.removedDocuments == [draft.documents[1].id])
        #expect(merge.changes.removedPages.count == 2 && merge.replaced.count == 2)
        #expect(UploadPlan.next(for: merge.draft) == .finished)
        // Files that were not sent are not the others' to remove.
        draft.documents[1].pages += [Self.own(.sending(.random(), offset: 50)), Self.own(.refused("No."))]
        let kept = DraftMerge(of: draft, with: remote.view)
        #expect(kept.draft.documents[1].pages.map(\.transfer) == [.waiting, .refused("No.")])
        #expect(kept.draft.documents[1].sent == nil && kept.draft.documents[1].id == draft.documents[1].id)
        // Told anew, not under the key that made the one that is gone.
        #expect(kept.draft.documents[1].key != draft.documents[1].key)
        #expect(UploadPlan.next(for: kept.draft) == .createDocument(draft.documents[1].id))
    }

    @Test func whatWasRemovedHereStaysRemoved() throws {
        var (draft, remote) = Self.together()
        let page = draft.documents[0].pages[0]
        draft.remember(removalOf: page)
        draft.documents[0].pages.removeFirst()
        draft.removals.append(DraftRemoval(document: try #require(draft.documents[1].sent?.id), page: nil))
        draft.documents.removeLast()
        let merge = DraftMerge(of: draft, with: remote.view)
        #expect(merge.draft.documents == draft.documents && merge.draft.removals == draft.removals)
        // What cannot go any more is there again, and is said.
        remote.state = .submitted
        let late = DraftMerge(of: draft, with: remote.view)
        #expect(late.draft.removals == [] && late.draft.documents.map(\.pages.count) == [3, 1])
        #expect(late.changes.addedPages.count == 2)
        // What is gone already needs no removing.
        remote.state = .draft
        remote.documents = [remote.documents[0]]
        remote.documents[0].pages.removeFirst()
        #expect(DraftMerge(of: draft, with: remote.view).draft.removals == [])
    }

    @Test func eachSideAloneIsHeeded() {
        var (draft, remote) = Self.together()
        let later = SampleContent.day.adding(days: 1)
        remote.documents[0].issueDate = later
        remote.documents[0].pages[0] = Self.pageView(remote.documents[0].pages[0].id, mark: 1, .quarter)
        remote.documents[0].pages.swapAt(1, 2)
        let theirs = DraftMerge(of: draft, with: remote.view).draft
        #expect(theirs.documents[0].issueDate == later && theirs.documents[0].pages[0].rotation == .quarter)
        #expect(ids(theirs) == remote.documents[0].pages.map(\.id) && UploadPlan.next(for: theirs) == .finished)
        // Changed on both sides, it is as here, and the gateway is told again.
        draft.documents[0].issueDate = SampleContent.day.adding(days: -1)
        draft.documents[0].pages[0].rotation = .half
        draft.documents[0].pages.reverse()
        let ours = DraftMerge(of: draft, with: remote.view).draft
        #expect(ours.documents[0].issueDate == SampleContent.day.adding(days: -1))
        #expect(ours.documents[0].pages.map(\.id) == draft.documents[0].pages.map(\.id))
        #expect(ours.documents[0].pages[2].rotation == .half)
        #expect(UploadPlan.next(for: ours) == .describe(draft.documents[0].id))
    }

    @Test func aPeriodIsMergedByItself() {
        func period(_ days: Int) -> DatePeriod {
            DatePeriod(start: SampleContent.day, end: SampleContent.day.adding(days: days))
        }
        var (draft, remote) = Self.together()
        remote.periods[remote.documents[0].id] = period(30)
        let theirs = DraftMerge(of: draft, with: remote.view).draft
        #expect(theirs.documents.map(\.period) == [period(30), nil] && theirs.documents[0].sent?.period == period(30))
        #expect(UploadPlan.next(for: theirs) == .finished)
        // The day was changed here, the period there: each is taken from where it was changed.
        draft.documents[0].issueDate = SampleContent.day.adding(days: -1)
        let dayOurs = DraftMerge(of: draft, with: remote.view).draft
        #expect(dayOurs.documents[0].issueDate == SampleContent.day.adding(days: -1))
        #expect(dayOurs.documents[0].period == period(30))
        // And the other way round, changed on both sides.
        (draft, remote) = Self.together()
        let later = SampleContent.day.adding(days: 1)
        remote.documents[0].issueDate = later
        remote.periods[remote.documents[0].id] = period(30)
        draft.documents[0].period = period(60)
        let periodOurs = DraftMerge(of: draft, with: remote.view).draft
        #expect(periodOurs.documents[0].issueDate == later && periodOurs.documents[0].period == period(60))
        #expect(UploadPlan.next(for: periodOurs) == .describe(draft.documents[0].id))
    }

    @Test func aFileReplacedElsewhereIsShown() {
        let (draft, _) = Self.together()
        var (_, remote) = (0, Self.together().1)
        remote.documents = zip(draft.documents, remote.documents).map { own, theirs in
            var theirs = theirs
            theirs.id = own.sent?.id ?? theirs.id
            theirs.pages = zip(own.sent?.order ?? [], theirs.pages).map { id, page in
                Self.pageView(id, size: page.size ?? 0, mark: 77, .half)
            }
            return theirs
        }
        let merge = DraftMerge(of: draft, with: remote.view)
        #expect(merge.changes.replacedPages == draft.pages.map(\.id) && merge.replaced == draft.pages)
        #expect(merge.draft.pages.map(\.id) == draft.pages.map(\.id))
        #expect(merge.draft.pages.allSatisfy { $0.file.place == .gateway && $0.rotation == .half })
    }

    @Test(arguments: [SubmissionState.withdrawn, .expired]) func ofWhatIsOverNothingIsTaken(_ state: SubmissionState) {
        var (draft, remote) = Self.together()
        draft.documents[0].pages.append(Self.own(.waiting))
        remote.state = state
        remote.documents = []
        #expect(DraftMerge(of: draft, with: remote.view).draft == draft)
    }

    /// Whatever both sides did: nothing is there twice, nothing that was not sent is lost, what the gateway has is shown, and once it is
    /// merged it stays.
    @Test(arguments: [UInt64(1), 2, 3, 4]) func nothingIsLostAndNothingDoubled(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for round in 0..<300 {
            var (draft, remote) = Self.together()
            let said = "seed \(seed), round \(round)"
            for _ in 0..<random.number(below: 6) {
                let number = random.number(below: max(1, remote.documents.count))
                switch random.number(below: 5) {
                case 0 where !remote.documents.isEmpty: remote.documents.remove(at: number)
                case 1 where !remote.documents.isEmpty: remote.documents[number].pages.append(Self.pageView(mark: 50))
                case 2 where !remote.documents.isEmpty: remote.documents[number].pages.shuffle(using: &random)
                case 3 where !remote.documents.isEmpty: _ = remote.documents[number].pages.popLast()
                default: remote.documents.append((.random(), .open, nil, [Self.pageView(mark: 60)]))
                }
            }
            for _ in 0..<random.number(below: 6) {
                let number = random.number(below: max(1, draft.documents.count))
                guard !draft.documents.isEmpty else { break }
                switch random.number(below: 4) {
                case 0: draft.documents[number].pages.insert(Self.own(.waiting), at: 0)
                case 1: draft.documents[number].pages.shuffle(using: &random)
                case 2:
                    guard let page = draft.documents[number].pages.last else { continue }
                    draft.remember(removalOf: page)
                    draft.documents[number].pages.removeLast()
                default: draft.documents.shuffle(using: &random)
                }
            }
            let merged = DraftMerge(of: draft, with: remote.view).draft
            #expect(Set(merged.documents.map(\.id)).count == merged.documents.count, "\(said)")
            #expect(Set(merged.pages.map(\.id)).count == merged.pages.count, "\(said)")
            let sent = merged.pages.compactMap(\.transfer.pageID)
            let removed = Set(draft.removals.compactMap(\.page))
            let wanted = remote.documents.flatMap { $0.pages.map(\.id) }.filter { !removed.contains($0) }
            #expect(sent.count == wanted.count && Set(sent) == Set(wanted), "\(said)")
            let unsent = draft.pages.filter { $0.transfer.pageID == nil }.map(\.id)
            #expect(Set(unsent).isSubset(of: merged.pages.map(\.id)), "\(said)")
            let again = DraftMerge(of: merged, with: remote.view)
            #expect(again.draft == merged && again.changes.isEmpty, "\(said)")
        }
    }
}
