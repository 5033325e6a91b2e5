import DocumentFixtures
import Shared
import Testing

@testable import PDF

/// The signatures of a PDF as the file has them, and what their numbers cover.
struct PDFSignatureTests {
    private static let base = HandmadePDF.cornered().bytes
    /// A sequence with nothing in it.
    private static let contents: [UInt8] = [0x30, 0x00]

    private static func found(_ bytes: [UInt8]) throws -> PDFSignature {
        let structure = PDFStructure(of: bytes)
        #expect(structure.signatures == 1)
        return try #require(structure.signed.first)
    }

    private static func file(
        _ range: @escaping (Range<Int>, Int) -> [Int] = { [0, $0.lowerBound, $0.upperBound, $1 - $0.upperBound] }
    ) -> [UInt8] {
        SignedPDF.filled(SignedPDF.prepared(base, date: "D:20261031090507+01'00'", range: range), with: contents)
    }

    @Test func aSignatureIsReadWithWhatItCovers() throws {
        let file = Self.file()
        let signature = try Self.found(file)
        #expect(signature.form == "adbe.pkcs7.detached" && signature.contents.starts(with: Self.contents))
        #expect(signature.claimedAt == Timestamp("2026-10-31T08:05:07Z"))
        let parts = try #require(signature.parts(of: file))
        #expect(parts.isWholeFile && parts.before.lowerBound == 0 && parts.behind.upperBound == file.count)
        #expect(file[parts.before.upperBound] == UInt8(ascii: "<") && file[parts.behind.lowerBound - 1] == UInt8(ascii: ">"))
        #expect(signature.parts(of: file + [0x0d, 0x0a])?.isWholeFile == true)
        #expect(signature.parts(of: file + [0x0a, 0x0a, 0x0a])?.isWholeFile == false)
        #expect(signature.parts(of: file + [0x20])?.isWholeFile == false)
        #expect(signature.parts(of: Array(file.dropLast())) == nil)
    }

    @Test func numbersThatLeaveAnythingElseUnsignedCoverNothing() throws {
        let sound = SignedPDF.prepared(Self.base)
        let (before, behind, end) = (sound.gap.lowerBound, sound.gap.upperBound, sound.bytes.count)
        let rest = end - behind
        let ranges: [[Int]] = [
            [0, before - 1, behind, rest], [0, before + 1, behind, rest], [0, before, behind + 1, rest - 1],
            [0, before, behind - 1, rest + 1], [1, before - 1, behind, rest], [0, before, behind, rest + 1],
            [0, behind, before, end - before], [0, end, 0, end], [0, 0, 0, 0], [-1, before, behind, rest],
            [0, before, behind, -rest], [0, before, .max, .max], [.max, .max, .max, .max], [.min, .min, .min, .min],
            [0, before, behind, .max],
        ]
        for range in ranges {
            let file = Self.file { _, _ in range }
            let signature = try Self.found(file)
            #expect(signature.range == range && signature.parts(of: file) == nil, "\(range)")
        }
    }

    /// What stands in the gap is what a reader takes for the signature.
    @Test func anotherStringInTheGapCoversNothing() throws {
        let file = Self.file()
        var signature = try Self.found(file)
        signature.contents[1] = 1
        #expect(signature.parts(of: file) == nil)
        signature.contents = []
        #expect(signature.parts(of: file) == nil)
    }

    @Test func anArrayOfSomethingElseIsASignatureThatCoversNothing() throws {
        for range in ["", "0 1 2", "0 1 2 3 4 5", "0 1 2 (a)", "/a /b /c /d", "0 1.5 2 3"] {
            let pdf = HandmadePDF.cornered(catalog: "/V<</ByteRange[\(range)]/Contents<3000>>>")
            let signature = try Self.found(pdf.bytes)
            #expect(signature.range.isEmpty && signature.parts(of: pdf.bytes) == nil, "\(range)")
        }
    }

    @Test func moreThanABoundAreCountedAndNotKept() {
        let one = "<</ByteRange[0 1 2 3]/Contents<3000>>>"
        let pdf = HandmadePDF.cornered(catalog: "/V[\(String(repeating: one, count: 20))]")
        let structure = PDFStructure(of: pdf.bytes)
        #expect(structure.signatures == 20 && structure.signed.count == PDFSignature.maximumCount)
        let long = String(repeating: "30", count: PDFSignature.maximumBytes + 1)
        let large = PDFStructure(of: HandmadePDF.cornered(catalog: "/V<</ByteRange[0 1 2 3]/Contents<\(long)>>>").bytes)
        #expect(large.signed.map(\.contents) == [[]])
    }

    @Test func signaturesStandInTheOrderInWhichTheyWereMade() {
        let first = Self.file()
        let both = SignedPDF.filled(SignedPDF.prepared(first, form: "ETSI.CAdES.detached"), with: Self.contents)
        let structure = PDFStructure(of: both)
        #expect(structure.signed.map(\.form) == ["adbe.pkcs7.detached", "ETSI.CAdES.detached"])
        #expect(structure.signed.map { $0.parts(of: both)?.isWholeFile } == [false, true])
        #expect(!structure.isChangedAfterSigning && structure.scrutiny == .whole)
    }

    @Test(arguments: [
        ("D:20261031090507Z", "2026-10-31T09:05:07Z"), ("20261031090507", "2026-10-31T09:05:07Z"),
        ("D:20261031090507-05'30'", "2026-10-31T14:35:07Z"), ("D:20261031090507+02", "2026-10-31T07:05:07Z"),
        ("D:20261031", nil), ("D:20261331090507Z", nil), ("D:2026103109050x", nil), ("", nil), ("D:20261031090507+9", nil),
    ])
    func datesOfPDFAreRead(text: String, time: String?) {
        #expect(PDFDate.time(Array(text.utf8)) == time.flatMap(Timestamp.init))
    }
}
