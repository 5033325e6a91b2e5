import DocumentFixtures
import Shared
import Support
import Testing

@testable import Jail

@Suite struct WireTests {
    @Test func aPrefixAnnouncesBothLengths() throws {
        let prefix = try JailFrame(header: Array("{}".utf8), payload: [UInt8](repeating: 1, count: 0x010203)).prefix()
        #expect(prefix == [0, 0, 0, 2, 0, 1, 2, 3])
        let parsed = try JailFramePrefix(parsing: prefix)
        #expect((parsed.headerBytes, parsed.payloadBytes) == (2, 0x010203))
    }

    @Test func lengthsBeyondTheBoundsAreRefused() {
        #expect(throws: JailFrameFault.tooLong) { try JailFramePrefix(parsing: [0, 1, 0, 1, 0, 0, 0, 0]) }
        #expect(throws: JailFrameFault.tooLong) { try JailFramePrefix(parsing: [0, 0, 0, 2, 0xff, 0xff, 0xff, 0xff]) }
        #expect(throws: JailFrameFault.tooLong) { try JailFramePrefix(parsing: [0, 0, 0, 0, 0, 0, 0, 0]) }
        #expect(throws: JailFrameFault.truncated) { try JailFramePrefix(parsing: [0, 0]) }
        #expect(throws: JailFrameFault.tooLong) {
            try JailFrame(header: [UInt8](repeating: 0x20, count: JailFrame.maximumHeaderBytes + 1)).prefix()
        }
    }

    /// The benchmarks write these by hand.
    @Test func whatBenchmarksSendIsReadAsTheyMeanIt() async throws {
        let budget = DocumentBudget(pixelsPerPage: 100_000_000, pixelsPerDocument: 200_000_000)
        let meant: [(python: String, request: JailRequest)] = [
            ("inspect('image/jpeg')", .inspect(mediaType: .jpeg, budget: budget)),
            ("decode('application/pdf')", .decode(DecodeRequest(mediaType: .pdf, preview: nil, budget: budget))),
            (
                "read(['deu', 'eng'])",
                .read(ReadRequest(.picture, languages: [.german, .english], processorSeconds: 60, budget: budget))
            ),
            (
                "read(['deu'], page=7, seconds=5)",
                .read(ReadRequest(.page(7), languages: [.german], processorSeconds: 5, budget: budget))
            ),
        ]
        let folder = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Bench"
        let program = "from harness.decoder import *\n" + meant.map { "print(*\($0.python))\n" }.joined()
        let said = try await Program.check("python3", ["-c", program], environment: ["PYTHONPATH": folder])
        let requests = try said.text.split(separator: "\n").map {
            try WireCoding.decode(JailRequest.self, from: $0.split(separator: " ").compactMap { UInt8($0) })
        }
        #expect(requests == meant.map(\.request))
    }

    @Test(arguments: [
        JailRequest.inspect(mediaType: .jpeg, budget: DocumentBudget()), .inspect(mediaType: nil, budget: DocumentBudget()),
        .decode(DecodeRequest(mediaType: .pdf, rotation: .half)),
        .decode(
            DecodeRequest(
                mediaType: .jpeg, crop: PageCrop(points: [[1200, 800], [9000, 1500], [8200, 9400], [700, 8600]]))),
        .decode(DecodeRequest(mediaType: .pdf, measures: false, salvages: true)),
        .decode(DecodeRequest(mediaType: .pdf, describes: true)),
        .extract(pages: 2..<5, budget: DocumentBudget(pages: 7), maximumBytes: 4), .read(ReadRequest(.picture, onlyCodes: true)),
        .redraw(budget: DocumentBudget(pages: 7), maximumBytes: 4), .proveText(maximumBytes: 5),
        .read(ReadRequest(.picture, languages: [.japanese, .english], processorSeconds: 3)),
        .read(ReadRequest(.page(7), rotation: .quarter, budget: DocumentBudget(pages: 7))),
        .mail(MailRequest(maximumBytes: 4, maximumAttachments: 3, maximumAttachmentBytes: 2, maximumDepth: 1)),
    ])
    func requestsSurviveTheWire(request: JailRequest) throws {
        #expect(try WireCoding.decode(JailRequest.self, from: WireCoding.encode(request)) == request)
    }

    static let signals = PageSignals(
        tiles: 9, writtenTiles: 8, blurredTiles: 7, glaringTiles: 6, brightness: 5, flatness: 4, proportion: 3000,
        likeness: PerceptualHash(bits: .max))

    @Test func onlyWhatAPictureCanMeasureIsSound() {
        #expect(Self.signals.isSound)
        let changes: [(inout PageSignals) -> Void] = [
            { $0.tiles = 0 }, { $0.tiles = -1 }, { $0.tiles = .min }, { $0.tiles = .max }, { $0.tiles = 1 << 21 },
            { $0.writtenTiles = -1 }, { $0.writtenTiles = .min }, { $0.writtenTiles = 10 }, { $0.blurredTiles = 9 },
            { $0.glaringTiles = -1 },
            { $0.brightness = 256 }, { $0.flatness = 1001 }, { $0.proportion = 999 },
        ]
        for change in changes {
            var signals = Self.signals
            change(&signals)
            #expect(!signals.isSound, "\(signals)")
        }
    }

    @Test(arguments: [
        JailResponse.facts(InspectionFacts(detectedMediaType: .pdf, refusal: .passwordProtected)),
        .described(InspectionFacts(detectedMediaType: .jpeg, content: .image, pageCount: 1)),
        .page(DecodedPageHeader(number: 1, total: 2, width: 3, height: 4, pageBytes: 5, previewBytes: 6)), .chunk,
        .page(DecodedPageHeader(number: 1, total: 2, width: 3, height: 4, pageBytes: 5, previewBytes: 6, signals: Self.signals)),
        .page(
            DecodedPageHeader(
                number: 1, total: 2, width: 3, height: 4, pageBytes: 5, previewBytes: 6, paper: Paper(width: 612, height: 792))),
        .repaired(.auxiliaryReferences), .repaired(.crossReferences), .repaired(.cutOff),
        .repaired(.incompletePage(2, missing: 3)),
        .repaired(.incompletePage(2, missing: nil)), .repaired(.lostPage(4)),
        .finished(pages: 7), .proof(PDFProof(pageCount: 1, objectCount: 5, findings: ["/AA in /Page"])),
        .refused(.overBudget(.frames, found: 2, limit: 1)), .refused(.tooCostly), .refused(.damaged(detail: "x")),
        .text,
        .mail(
            MailFacts(
                from: ["a@b.example"], messageID: "1", sentAt: 2, authentication: ["mx; none"], attachments: 3, omitted: 4,
                isEncrypted: true)),
        .attachment(MailAttachmentFacts(mediaType: "image/png", name: "a.png", size: 5, isDeclared: true, isRelated: true)),
    ])
    func responsesSurviveTheWire(response: JailResponse) throws {
        #expect(try WireCoding.decode(JailResponse.self, from: WireCoding.encode(response)) == response)
    }

    @Test(arguments: [
        ZygoteCommand.start(job: .max, limits: JobLimits(addressSpace: 1, cpuSeconds: 2, openFiles: 3)), .kill(job: 4),
    ])
    func commandsSurviveTheWire(command: ZygoteCommand) throws {
        #expect(try WireCoding.decode(ZygoteCommand.self, from: WireCoding.encode(command)) == command)
    }

    @Test(arguments: [
        ZygoteEvent.ready(
            libraries: ["b": "2", "a": "1"], missingLocks: [MissingLock(lock: "landlock", reason: "not there")]),
        .ended(job: 1, status: .exited(code: -1), usage: JobUsage(peakMemory: 1 << 40, processorMicroseconds: 7)),
        .ended(job: 2, status: .signalled(signal: 9), usage: JobUsage()),
        .ended(job: 3, status: .notStarted(errno: 11), usage: JobUsage()),
    ])
    func eventsSurviveTheWire(event: ZygoteEvent) throws {
        #expect(try WireCoding.decode(ZygoteEvent.self, from: WireCoding.encode(event)) == event)
    }

    @Test func everyFactSurvivesTheWire() throws {
        let facts = InspectionFacts(
            detectedMediaType: .heic, content: .pdf, pageCount: 1, frameCount: -2, pageSizes: [.init(width: 0.5, height: -3)],
            encryption: .ownerPassword, hasJavaScript: true, hasAutomaticActions: false,
            hasLaunchAction: true, hasForm: true, attachmentCount: 4,
            origin: FileOrigin(
                programs: ["a", "b"], signatures: 7, isChangedAfterSigning: true,
                checks: FileSignature.Outcome.allCases.map {
                    FileSignature(
                        $0, coversFile: true, signer: "Ada", claimedAt: Timestamp(millisecondsSinceEpoch: -1),
                        stampedAt: Timestamp(millisecondsSinceEpoch: .max))
                } + [FileSignature(.unknown)],
                dates: FileDates(made: CalendarDate("2024-02-29"), changed: CalendarDate("0001-01-01"))),
            scrutiny: .partial,
            repairs: [.crossReferences, .lostPage(3)],
            refusal: .unsupported(mediaType: .octetStream))
        #expect(try WireCoding.decode(InspectionFacts.self, from: WireCoding.encode(facts)) == facts)
    }

    @Test func aDayThatNoCalendarHasIsNone() throws {
        var wire = WireWriter()
        for number in [Int?.none, 3_000_000] { wire.write(number) }
        var whole = WireWriter()
        whole.write(FileOrigin())
        // The days are the last two fields, each absent.
        let bytes = Array(whole.bytes.dropLast(2)) + wire.bytes
        var reader = WireReader(bytes)
        #expect(throws: JailFrameFault.malformedHeader) { try reader.read(FileOrigin.self) }
    }

    @Test(
        arguments: [
            [], [WireCoding.version], [WireCoding.version + 1, 3], [0, 3], [WireCoding.version, 0], [WireCoding.version, 11],
            // A number that ends early, one byte too many, no count of this size, no UTF-8, no boolean.
            [WireCoding.version, 4, 0, 0], [WireCoding.version, 3, 0], [WireCoding.version, 6, 1, 0xff, 0xff, 0xff, 0xff],
            [WireCoding.version, 6, 1, 0, 0, 0, 1, 0xff],
            [WireCoding.version, 2] + [UInt8](repeating: 0, count: 56) + [2],
            [WireCoding.version, 2] + [UInt8](repeating: 0, count: 56) + [1] + [UInt8](repeating: 0, count: 17),
        ] as [[UInt8]])
    func otherHeadersAreRefused(bytes: [UInt8]) {
        #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(JailResponse.self, from: bytes) }
    }

    @Test func aByteThatMeansNothingIsNoYes() throws {
        #expect(try WireCoding.decode(Bool.self, from: WireCoding.encode(true)))
        #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(Bool.self, from: [WireCoding.version, 2]) }
        #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(Bool.self, from: [WireCoding.version, 0xff]) }
    }

    @Test func noPaperIsSmallerOrLargerThanAPDFMayHave() throws {
        let sides = Paper.sides
        for side in [sides.lowerBound, sides.upperBound] {
            let paper = try #require(Paper(hundredths: side, side))
            #expect(try WireCoding.decode(Paper.self, from: WireCoding.encode(paper)) == paper)
        }
        for side in [Int.min, -1, 0, sides.lowerBound - 1, sides.upperBound + 1, .max] {
            #expect(Paper(hundredths: side, 1000) == nil && Paper(hundredths: 1000, side) == nil, "\(side)")
            for sides in [[side, 1000], [1000, side]] {
                let bytes = [WireCoding.version] + sides.flatMap { WireCoding.encode($0).dropFirst() }
                #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(Paper.self, from: bytes) }
            }
        }
    }

    @Test(arguments: ["Image/jpeg", "image/jpg", " image/jpeg", "image/jpeg;q=1"])
    func aMediaTypeHasOneSpelling(text: String) {
        #expect(throws: JailFrameFault.malformedHeader) {
            try WireCoding.decode(MediaType.self, from: WireCoding.encode(text))
        }
    }

    @Test func everyTruncationIsRefused() throws {
        let request = JailRequest.decode(DecodeRequest(mediaType: .jpeg, maximumPages: 1))
        let bytes = WireCoding.encode(request)
        for length in 0..<bytes.count {
            #expect(throws: JailFrameFault.malformedHeader) {
                try WireCoding.decode(JailRequest.self, from: Array(bytes.prefix(length)))
            }
        }
    }

    @Test func aCountThatTheBytesCannotHoldAllocatesNothing() {
        // Facts of which the sizes of pages are said to be four thousand million.
        let mediaType: [UInt8] = [0, 0, 0, 3] + Array("a/b".utf8)
        let bytes = [WireCoding.version, 1] + mediaType + [0] + [UInt8](repeating: 0, count: 16) + [0xff, 0xff, 0xff, 0xff]
        #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(JailResponse.self, from: bytes) }
    }

    @Test func factsOutOfBoundsAreRefused() {
        #expect(throws: JailError.self) { try InspectionFacts(detectedMediaType: .pdf, pageCount: -1).checked() }
        #expect(throws: JailError.self) {
            try InspectionFacts(
                detectedMediaType: .pdf, pageSizes: Array(repeating: .init(width: 1, height: 1), count: 33)
            ).checked()
        }
        #expect(throws: JailError.self) { try InspectionFacts(detectedMediaType: .pdf, repairs: [.lostPage(0)]).checked() }
        #expect(throws: JailError.self) {
            try InspectionFacts(
                detectedMediaType: .pdf, repairs: Array(repeating: .lostPage(1), count: 65)
            ).checked()
        }
        #expect(throws: JailError.self) {
            try InspectionFacts(detectedMediaType: .pdf, pageSizes: [.init(width: .nan, height: 1)]).checked()
        }
    }

    /// From below and from above, each count by itself.
    @Test func noCountOfAChildIsTakenAsItIs() throws {
        let sound = InspectionFacts(
            detectedMediaType: .pdf, pageCount: 10_000_000, frameCount: 10_000_000,
            pageSizes: Array(repeating: .init(width: 1e9, height: 1e9), count: 32), attachmentCount: 10_000_000,
            repairs: [.lostPage(10_000_000), .incompletePage(10_000_000, missing: 100), .incompletePage(1, missing: nil)]
                + Array(repeating: .crossReferences, count: 61))
        #expect(try sound.checked() == sound)
        for count in [Int.min, -1, 10_000_001, 1 << 53, .max] {
            for field in [\InspectionFacts.pageCount, \.frameCount, \.attachmentCount] {
                var facts = sound
                facts[keyPath: field] = count
                #expect(throws: JailError.self, "\(field) \(count)") { try facts.checked() }
            }
            for repair in [Repair.lostPage(count), .incompletePage(count, missing: nil), .incompletePage(1, missing: count)] {
                var facts = sound
                facts.repairs = [repair]
                #expect(throws: JailError.self, "\(repair)") { try facts.checked() }
            }
        }
        #expect(throws: JailError.self) {
            try InspectionFacts(detectedMediaType: .pdf, repairs: [.incompletePage(1, missing: 101)]).checked()
        }
        for side in [-1, 1.1e9, .infinity, .nan] as [Double] {
            for size in [InspectionFacts.PageSize(width: side, height: 1), .init(width: 1, height: side)] {
                #expect(throws: JailError.self) { try InspectionFacts(detectedMediaType: .pdf, pageSizes: [size]).checked() }
            }
        }
    }

    @Test func aQuantityOverItsBudgetIsOneThatADocumentCanHave() throws {
        for (found, taken) in [(Int.min, 0), (-1, 0), (7, 7), (1 << 53, 1 << 53), (1 << 53 + 1, 1 << 53), (.max, 1 << 53)] {
            #expect(
                ContentRefusal.overBudget(.pages, found: found, limit: 5).bounded() == .overBudget(.pages, found: taken, limit: 5)
            )
            #expect(
                ContentRefusal.overBudget(.bytes, found: 7, limit: found).bounded() == .overBudget(.bytes, found: 7, limit: taken)
            )
            let facts = InspectionFacts(detectedMediaType: .pdf, refusal: .overBudget(.frames, found: found, limit: 5))
            #expect(try facts.checked().refusal == .overBudget(.frames, found: taken, limit: 5))
        }
    }

    @Test func aProofHasThePagesThatWereDrawnAndNoMoreThanWereAllowed() throws {
        let budget = DocumentBudget(pages: 3)
        try PDFProof(pageCount: 3, objectCount: 10_000_000, findings: []).check(3, budget)
        for (drawn, found, objects) in [
            (3, 2, 1), (2, 3, 1), (4, 4, 1), (.max, .max, 1), (-1, -1, 1), (.min, .min, 1), (3, 3, -1), (3, 3, 10_000_001),
            (3, 3, .max),
        ] {
            #expect(throws: JailError.self, "\(drawn) \(found) \(objects)") {
                try PDFProof(pageCount: found, objectCount: objects, findings: []).check(drawn, budget)
            }
        }
    }

    @Test func textsOfAChildAreShortAndPrintable() {
        let refusal = ContentRefusal.damaged(detail: "a\u{1b}[31m\n" + String(repeating: "x", count: 1000)).bounded()
        guard case .damaged(let detail) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(detail.hasPrefix("a?[31m?x"))
        #expect(detail.utf8.count == 300)
        #expect(PDFProof(pageCount: 1, objectCount: 1, findings: Array(repeating: "y", count: 99)).bounded().findings.count == 32)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct CleanJPEGTests {
    private let clean: [UInt8]

    init() throws {
        clean = try Photo.encoded(.cornered(width: 120, height: 80), as: "jpg[strip]")
    }

    @Test func aBaselinePictureIsClean() throws {
        let picture = try CleanJPEG(validating: clean)
        #expect((picture.width, picture.height, picture.components) == (120, 80, 3))
    }

    @Test func everyTruncationIsRefused() {
        for length in 0..<clean.count {
            #expect(throws: CleanJPEG.Fault.self) { try CleanJPEG(validating: Array(clean.prefix(length))) }
        }
    }

    @Test func metadataAndTrailingBytesAreRefused() throws {
        #expect(throws: CleanJPEG.Fault.segment(0xe1)) { try CleanJPEG(validating: Photo.jpeg(orientation: 6)) }
        #expect(throws: CleanJPEG.Fault.trailingBytes) { try CleanJPEG(validating: clean + [0]) }
        let comment: [UInt8] = [0xff, 0xfe, 0, 4, 0x68, 0x69]
        #expect(throws: CleanJPEG.Fault.segment(0xfe)) {
            try CleanJPEG(validating: Array(clean[..<2]) + comment + Array(clean[2...]))
        }
        #expect(throws: CleanJPEG.Fault.segment(0xc2)) { try CleanJPEG(validating: Photo.encoded(as: "jpg[interlace,strip]")) }
    }

    /// Where the segment of a marker begins, and what it is with its length.
    private func segment(_ marker: UInt8) throws -> (at: Int, bytes: [UInt8]) {
        let start = try #require((0..<clean.count - 3).first { clean[$0] == 0xff && clean[$0 + 1] == marker })
        return (start, Array(clean[start..<start + 2 + Int(clean[start + 2]) << 8 + Int(clean[start + 3])]))
    }

    /// A thumbnail shows the page as it was before it was cleaned (JFIF 1.02: behind the 14 bytes of the header).
    @Test func aThumbnailIsRefused() throws {
        let header: [UInt8] = Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 1, 1]
        let plain: [UInt8] = [0xff, 0xe0, 0, 16] + header
        let thumbnail: [UInt8] = [0xff, 0xe0, 0, 19] + header + [1, 2, 3]
        let rest = try segment(0xdb).at
        _ = try CleanJPEG(validating: [0xff, 0xd8] + plain + clean[rest...])
        #expect(throws: CleanJPEG.Fault.segment(0xe0)) { try CleanJPEG(validating: [0xff, 0xd8] + thumbnail + clean[rest...]) }
    }

    /// One reader takes the first, another one the last.
    @Test func aSecondFrameIsRefused() throws {
        let frame = try segment(0xc0)
        #expect(throws: CleanJPEG.Fault.frame) {
            try CleanJPEG(validating: Array(clean[..<frame.at]) + frame.bytes + clean[frame.at...])
        }
    }
}
