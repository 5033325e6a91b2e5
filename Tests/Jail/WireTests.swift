import DocumentFixtures
import Shared
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

    @Test(arguments: [
        JailRequest.inspect(mediaType: .jpeg, budget: DocumentBudget()), .inspect(mediaType: nil, budget: DocumentBudget()),
        .decode(DecodeRequest(mediaType: .pdf, rotation: .half)),
        .assemble(AssembleRequest(maximumPageBytes: 1, maximumBytes: 2)),
        .prove(maximumBytes: 3),
    ])
    func requestsSurviveTheWire(request: JailRequest) throws {
        #expect(try WireCoding.decode(JailRequest.self, from: WireCoding.encode(request)) == request)
    }

    @Test(arguments: [
        JailResponse.facts(InspectionFacts(detectedMediaType: .pdf, refusal: .passwordProtected)),
        .page(DecodedPageHeader(number: 1, total: 2, width: 3, height: 4, pageBytes: 5, previewBytes: 6)), .chunk,
        .finished(pages: 7), .proof(PDFProof(pageCount: 1, objectCount: 5, findings: ["/AA in /Page"])),
        .refused(.overBudget(.pages, found: 2, limit: 1)), .refused(.damaged(detail: "x")),
    ])
    func responsesSurviveTheWire(response: JailResponse) throws {
        #expect(try WireCoding.decode(JailResponse.self, from: WireCoding.encode(response)) == response)
    }

    @Test(arguments: ["", "{", "{}", "[]", #"{"explode":{}}"#])
    func otherHeadersAreRefused(text: String) {
        #expect(throws: JailFrameFault.malformedHeader) { try WireCoding.decode(JailResponse.self, from: Array(text.utf8)) }
    }

    @Test func factsOutOfBoundsAreRefused() {
        #expect(throws: JailError.self) { try InspectionFacts(detectedMediaType: .pdf, pageCount: -1).checked() }
        #expect(throws: JailError.self) {
            try InspectionFacts(
                detectedMediaType: .pdf, pageSizes: Array(repeating: .init(width: 1, height: 1), count: 33)
            ).checked()
        }
        #expect(throws: JailError.self) {
            try InspectionFacts(detectedMediaType: .pdf, pageSizes: [.init(width: .nan, height: 1)]).checked()
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
}
