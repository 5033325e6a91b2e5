import FoundationEssentials
import Shared
import Testing

@Suite struct FactsRecordTests {
    static func everything() -> SubmissionFacts {
        var file = Fixture.file(
            size: 123_456, content: .pdf, declared: MediaType("text/plain"), fileExtension: "pdf", pages: 12,
            digest: ContentDigest(of: [1]), integrity: .truncated, protection: .ownerOnly, secondOpinion: .jpeg,
            excess: .init(.memory, found: .max, limit: 0))
        file.pictures = [PixelSize(width: 1, height: 2), PixelSize(width: 70_000, height: 3)]
        file.blankPages = 0
        file.signals = [
            PageSignals(
                tiles: 450, writtenTiles: 9, blurredTiles: 8, glaringTiles: 7, brightness: 255, flatness: 1000,
                proportion: 70_000,
                likeness: PerceptualHash(bits: .max)),
            RuleExamples.signals(),
        ]
        file.repairs = [
            .auxiliaryReferences, .crossReferences, .cutOff, .incompletePage(3, missing: 40), .incompletePage(4, missing: nil),
            .lostPage(5),
        ]
        file.trailing = .init(bytes: 9, mediaType: MediaType("application/zip"))
        file.activeContent = [.launch, .embeddedFile]
        file.seenElsewhere = 3
        file.origin = FileOrigin(programs: ["Writer", "LibreOffice 7.4"], signatures: 2, isChangedAfterSigning: true)
        file.origin?.dates = FileDates(made: Fixture.today, changed: Fixture.today.adding(days: 3))
        file.origin?.checks =
            FileSignature.Outcome.allCases.map {
                FileSignature(
                    $0, coversFile: true, signer: "Ada", claimedAt: Timestamp(millisecondsSinceEpoch: 1_000),
                    stampedAt: Timestamp(millisecondsSinceEpoch: 2_000))
            } + [FileSignature(.unknown)]
        file.structure = structure()
        var dated = Fixture.document(
            date: .day(Fixture.today), period: DatePeriod(start: Fixture.today.adding(days: -40_000), end: Fixture.today),
            pages: [file, Fixture.file()])
        dated.source = .camera
        dated.awaitsReplacement = true
        dated.expiryDate = .day(Fixture.today.adding(days: 3000))
        return Fixture.facts(
            [dated, Fixture.document(date: .unreadable, pages: [], expires: .unreadable), Fixture.document(settled: [])],
            consent: "2026-10")
    }

    /// Every field has a value that is not the one it has anyway.
    private static func structure() -> FileFacts {
        var facts = FileFacts(mediaType: .pdf)
        facts.software = "GIMP 2.10"
        facts.dates = FileDates(made: Fixture.today.adding(days: -30_000), changed: Fixture.today.adding(days: 9))
        facts.size = PixelSize(width: 70_000, height: 1)
        (facts.orientation, facts.pixelsOfAllPages, facts.largestPage) = (8, .max, 70_000)
        (facts.pageCount, facts.frameCount, facts.bitDepth) = (0, 1, 16)
        (facts.colour, facts.isProgressive, facts.encryption, facts.isTruncated) = (.rgbAlpha, false, .unknown, true)
        facts.trailing = TrailingData(.phone, byteCount: 300, format: .markup)
        facts.secondFormats = FileFacts.ForeignFormat.allCases
        facts.remarks = FileFacts.Remark.allCases
        facts.pdf = PDFFacts(
            version: "1.7", leadingBytes: 4, isLinearized: true, updateCount: 2, crossReferenceOffset: 9,
            hints: PDFFacts.Hint.allCases)
        return facts
    }

    @Test func everyChoiceHasANumber() throws {
        func again(_ change: (inout FileFacts) -> Void) throws {
            var structure = FileFacts(mediaType: .jpeg)
            change(&structure)
            let facts = Fixture.facts([Fixture.document(pages: [Fixture.file { $0.structure = structure }])])
            #expect(try FactsRecord(facts).facts(journey: facts.journey) == facts)
        }
        for colour in FileFacts.Colour.allCases { try again { $0.colour = colour } }
        for encryption in FileFacts.Encryption.allCases { try again { $0.encryption = encryption } }
        for kind in TrailingData.Kind.allCases { try again { $0.trailing = TrailingData(kind, byteCount: 1) } }
    }

    @Test func namesTheFilesThatAreLockedAway() throws {
        let digests = (0..<3).map { ContentDigest(of: [UInt8($0)]) }
        let infected = Fixture.file(digest: digests[1]) { $0.malware = .infected(name: "Eicar") }
        let clean = Fixture.file(digest: digests[2]) { $0.malware = .clean }
        let facts = Fixture.facts([Fixture.document(pages: [Fixture.file(digest: digests[0]), infected, clean])])
        #expect(try FactsRecord(facts).infectedFiles() == [digests[1]])
        #expect(try FactsRecord(facts).facts(journey: facts.journey) == facts)
        #expect(throws: FactsRecordError.self) { try FactsRecord(bytes: [0x1a, 0xff]).infectedFiles() }
    }

    @Test func givesBackWhatWasStored() throws {
        for var facts in RuleExamples.all.map(\.facts) + [Self.everything()] {
            // What was read is kept beside it.
            for index in facts.documents.indices {
                facts.documents[index].reading = nil
                // What is only known once pages are made comes later.
                for page in facts.documents[index].pages.indices { facts.documents[index].pages[page].alikeElsewhere = nil }
            }
            let again = try FactsRecord(bytes: FactsRecord(facts).bytes).facts(journey: facts.journey)
            #expect(again == facts)
            #expect(RuleEngine.validation.findings(for: again) == RuleEngine.validation.findings(for: facts))
        }
    }

    /// Sealing the names of signers later is no change of what an outcome was told with.
    @Test func whatIsTakenOutComesBackAsItWas() throws {
        let salt = try #require(UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff"))
        for facts in RuleExamples.all.map(\.facts) + [Self.everything()] {
            for salt in [salt, nil] {
                let whole = FactsRecord(facts, salt: salt)
                let (rest, signers) = try whole.takingSigners()
                #expect(try rest.returning(signers) == whole)
                #expect(try CanonicalJSON.decode(SignerNames.self, from: CanonicalJSON.encode(signers)) == signers)
            }
        }
        let whole = FactsRecord(Self.everything(), salt: salt)
        let bytes = withUnsafeBytes(of: salt.uuid) { Array($0) }
        #expect(whole.bytes.firstRange(of: bytes) != nil && whole != FactsRecord(Self.everything(), salt: UUID()))
        // Without the names, whose salt it is.
        #expect(try whole.takingSigners().record.bytes.firstRange(of: bytes) == nil)
        let losing = try whole.losingSigners()
        #expect(losing.bytes.firstRange(of: bytes) != nil && losing.bytes.firstRange(of: Array("Ada".utf8)) == nil)
        #expect(try losing.takingSigners().signers.isEmpty)
    }

    /// There are events with digests of records: what is written of the same facts never changes.
    @Test func itsBytesStayTheSame() {
        let facts = Self.everything()
        var bytes = FactsRecord(facts, salt: UUID(uuidString: "00112233-4455-6677-8899-aabbccddeeff")).bytes
        for id in facts.documents.map(\.id.uuid) + facts.documents.flatMap(\.pages).map(\.id.uuid) {
            guard let place = bytes.firstRange(of: withUnsafeBytes(of: id.uuid) { Array($0) }) else { continue }
            bytes.replaceSubrange(place, with: [UInt8](repeating: 0, count: 16))
        }
        #expect(ContentDigest(of: bytes).hex == "b9e54f8c7356a55e47f2290ff4f7f42fd6c1cae697263188235af62833b61321")
    }

    @Test func reasonsOfStandingVerdictsAreNoFacts() throws {
        var facts = Fixture.facts([Fixture.document(settled: [Fixture.reason()])])
        let again = try FactsRecord(facts).facts(journey: facts.journey)
        facts.documents[0].settled = []
        #expect(again == facts)
    }

    /// A later Docket may know more of a file; what is not known is passed over.
    @Test func unknownFieldsArePassedOver() throws {
        let facts = Fixture.facts([Fixture.document()])
        let longer = FactsRecord(facts).bytes + [0xf8, 0x07, 0x05] + [0xfa, 0x07, 0x02, 0x01, 0x02]
        #expect(try FactsRecord(bytes: longer).facts(journey: facts.journey) == facts)
    }

    @Test func brokenRecordsAreRefused() {
        let journey = Fixture.journey()
        let bytes = FactsRecord(Self.everything()).bytes
        #expect(throws: FactsRecordError.self) { try FactsRecord(bytes: []).facts(journey: journey) }
        for end in 1..<bytes.count {
            // A prefix may happen to end between two fields; then it is a shorter record, and never a crash.
            _ = try? FactsRecord(bytes: Array(bytes[..<end])).facts(journey: journey)
        }
        for index in bytes.indices {
            for value in [UInt8(0), 0x7f, 0x80, 0xff] {
                var broken = bytes
                broken[index] = value
                _ = try? FactsRecord(bytes: broken).facts(journey: journey)
            }
        }
        let endless: [UInt8] = [UInt8](repeating: 0xff, count: 20)
        #expect(throws: FactsRecordError.self) { try FactsRecord(bytes: endless).facts(journey: journey) }
        #expect(throws: FactsRecordError.self) {
            try FactsRecord(bytes: [0x1a, 0xff, 0xff, 0xff, 0xff, 0x0f]).facts(journey: journey)
        }
    }
}

@Suite struct WhatIfTests {
    private static func journey(_ days: Int, rules: [RuleID: RulePolicy] = [:]) -> JourneyDefinition {
        JourneyDefinition(
            id: "test", title: "Test", summary: "", documentTypes: [Fixture.type(issueDate: .issuedWithin(days: days))],
            documents: CountRange(1...2), rules: rules)
    }

    @Test func countsWhatWouldBeDecidedOtherwise() {
        var whatIf = WhatIf(new: Self.journey(30, rules: ["file.complete": .warn]))
        var ids: [SubmissionID] = []
        for age in [0, 30, 31, 60, 90, 91] {
            ids.append(.random())
            whatIf.add(
                ids[ids.count - 1], Fixture.facts([Fixture.document(date: RuleTests.day(-age))], journey: Self.journey(90)))
        }
        let cut = SubmissionID.random()
        whatIf.add(
            cut,
            Fixture.facts(
                [Fixture.document(date: RuleTests.day(0), pages: [Fixture.file(integrity: .truncated)])],
                journey: Self.journey(90)))
        #expect(whatIf.submissions == 7)
        #expect(whatIf.decidedOtherwise == 4)
        #expect(
            whatIf.changes == [
                WhatIf.Change(from: .accepted, to: .refused): 3, WhatIf.Change(from: .refused, to: .acceptedWithWarnings): 1,
            ])
        let recent = whatIf.rules["document.issue-date-recent"]
        #expect(recent?.added == 3 && recent?.removed == 0)
        #expect(recent?.examples == Array(ids[2...4]))
        let complete = whatIf.rules["file.complete"]
        #expect(complete?.added == 0 && complete?.removed == 1 && complete?.examples == [cut])
    }

    @Test func partsAddUp() {
        let (old, new) = (Self.journey(90), Self.journey(60))
        var (whole, first, second) = (WhatIf(new: new), WhatIf(new: new), WhatIf(new: new))
        for age in stride(from: 0, to: 120, by: 5) {
            let facts = Fixture.facts([Fixture.document(date: RuleTests.day(-age))], journey: old)
            let id = SubmissionID.random()
            whole.add(id, facts)
            if age < 75 { first.add(id, facts) } else { second.add(id, facts) }
        }
        first.add(second)
        #expect(first.submissions == whole.submissions && first.changes == whole.changes && first.rules == whole.rules)
        #expect(whole.decidedOtherwise == 6)
    }

    @Test func theSameRulesDecideTheSame() {
        for example in RuleExamples.all {
            var whatIf = WhatIf(new: example.facts.journey)
            whatIf.add(.random(), example.facts)
            #expect(whatIf.decidedOtherwise == 0 && whatIf.rules.isEmpty)
        }
    }

    @Test func keepsAFewExamplesOnly() {
        var whatIf = WhatIf(new: Self.journey(10))
        for _ in 0..<100 {
            whatIf.add(.random(), Fixture.facts([Fixture.document(date: RuleTests.day(-20))], journey: Self.journey(90)))
        }
        #expect(whatIf.decidedOtherwise == 100)
        #expect(whatIf.rules["document.issue-date-recent"]?.examples.count == WhatIf.maximumExamples)
    }

    /// Submissions of a letter issued so many days ago that looks like a payslip or does not, each with what a reviewer said.
    private static func reviewed(_ new: JourneyDefinition) -> WhatIf {
        var whatIf = WhatIf(new: new)
        for (age, isPayslip, review) in [
            (20, true, WhatIf.Review.refused), (50, true, .refused), (50, false, .refused), (20, true, .accepted),
            (50, false, .accepted), (20, false, nil),
        ] {
            var document = Fixture.document(date: RuleTests.day(-age))
            document.reading = RuleExamples.read(
                kind: ReadKind(verdict: isPayslip ? .looksLike : .fits, kind: isPayslip ? "payslip" : "letter"))
            whatIf.add(.random(), Fixture.facts([document], journey: Self.journey(90)), review: review)
        }
        return whatIf
    }

    private static func journey(
        _ days: Int, review: ReviewPolicy, kind: RulePolicy, reading: ReadingPolicy = .check
    ) -> JourneyDefinition {
        JourneyDefinition(
            id: "test", title: "Test", summary: "", documentTypes: [Fixture.type(issueDate: .issuedWithin(days: days))],
            documents: CountRange(1...2), review: review, rules: ["document.kind": kind], reading: reading)
    }

    @Test func rulesAreHeldAgainstReviewers() {
        let whatIf = Self.reviewed(Self.journey(30, review: .never, kind: .review))
        #expect(whatIf.reviewed == [.refused: 3, .accepted: 2])
        #expect(whatIf.reviews["document.kind"] == WhatIf.ReviewEffect(caught: 2, hurt: 1))
        #expect(whatIf.reviews["document.issue-date-recent"] == WhatIf.ReviewEffect(caught: 2, hurt: 1))
        #expect(whatIf.reviews.count == 2)
    }

    /// A warning alone holds nobody up, but where journeys send what is warned of to a reviewer.
    @Test(arguments: [ReviewPolicy.never, .onWarning, .always])
    func aWarningHoldsWhereItIsReviewed(policy: ReviewPolicy) {
        let whatIf = Self.reviewed(Self.journey(90, review: policy, kind: .warn))
        #expect(whatIf.reviews == (policy == .onWarning ? ["document.kind": WhatIf.ReviewEffect(caught: 2, hurt: 1)] : [:]))
    }

    @Test func journeysThatDoNotCheckReadNothing() {
        let whatIf = Self.reviewed(Self.journey(90, review: .onWarning, kind: .review, reading: .suggest))
        #expect(whatIf.reviews.isEmpty && whatIf.decidedOtherwise == 0)
    }

    @Test func reviewsOfPartsAddUp() {
        let new = Self.journey(30, review: .never, kind: .review)
        var whatIf = Self.reviewed(new)
        whatIf.add(Self.reviewed(new))
        #expect(whatIf.reviewed == [.refused: 6, .accepted: 4])
        #expect(whatIf.reviews["document.kind"] == WhatIf.ReviewEffect(caught: 4, hurt: 2))
    }
}
