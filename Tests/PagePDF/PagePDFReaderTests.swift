import DocumentFixtures
import Testing

@testable import PagePDF

/// The reader takes what the writer writes, and nothing else.
@Suite(.timeLimit(.minutes(1)))
struct PagePDFReaderTests {
    private static func small() throws -> [UInt8] {
        try BoundPages.pdf(of: [.cornered(width: 16, height: 8), .plain(.green, width: 8, height: 16)])
    }

    @Test(arguments: [1, 2, 7, 64, 1000]) func aFileMayBeCutAnywhere(pieces: Int) throws {
        #expect(BoundPages.isProven(try Self.small(), pieces: pieces))
    }

    @Test func noByteMayDiffer() throws {
        let bytes = try Self.small()
        for index in bytes.indices {
            for difference in [1, 0x20, 0x80] as [UInt8] {
                var other = bytes
                other[index] ^= difference
                #expect(!BoundPages.isProven(other), "byte \(index), \(difference)")
            }
        }
    }

    @Test func noByteMayBeMissingOrTooMany() throws {
        let bytes = try Self.small()
        for index in bytes.indices {
            var other = bytes
            other.remove(at: index)
            #expect(!BoundPages.isProven(other), "without byte \(index)")
            for more in [UInt8(ascii: " "), UInt8(ascii: "%"), UInt8(ascii: "\n"), 0, bytes[index]] {
                other = bytes
                other.insert(more, at: index)
                #expect(!BoundPages.isProven(other), "\(more) before byte \(index)")
            }
            #expect(!BoundPages.isProven(Array(bytes[..<index])), "\(index) bytes")
        }
        #expect(!BoundPages.isProven(bytes + [0x0a]))
        #expect(!BoundPages.isProven(bytes + bytes))
    }

    /// Other writers' files have pages, too, and say them in other words.
    @Test func otherPDFsAreNotTaken() throws {
        let again = try Tool.qpdf.run(
            ["--deterministic-id", "in.pdf", "out.pdf"], files: ["in.pdf": try Self.small()], yields: "out.pdf")
        for pdf in [
            again, HandmadePDF.cornered().bytes, HandmadePDF.cornered(catalog: "/OpenAction<</S/JavaScript/JS(1)>>").bytes,
        ] {
            #expect(!BoundPages.isProven(pdf))
        }
    }

    @Test(arguments: [
        ("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(1)>>>>"),
        ("/Parent 2 0 R", "/Parent 2 0 R/AA<</O<</S/JavaScript/JS(1)>>>>"), ("/Im Do Q", "/Im Do Q BT ET"),
        ("/Count 2>>", "/Count 2/Kids[9 0 R]>>"), ("/Count 2>>", "/Count 02>>"), ("/Root 1 0 R", "/Root 1 0 R/Info 1 0 R"),
        ("/Filter/DCTDecode", "/Filter/DCTDecode/Metadata 1 0 R"), ("/DeviceRGB", "/DeviceGray"), ("/Width 16", "/Width 17"),
        ("/Width 16", "/Width +16"), ("/Kids[", "/\u{212A}ids["), ("/DCTDecode/Length ", "/DCTDecode/Length 0"),
        ("[0 0 16.00 8.00]", "[0 0 16.00 8.0]"), ("[0 0 16.00 8.00]", "[0 0 0.00 8.00]"), ("[0 0 16.00", "[0 0 99999.00"),
        ("startxref\n", "startxref\n0"), ("%%EOF", "%%EOF%"), ("%PDF-1.4", "%PDF-1.7"),
    ])
    func otherWordsAreNotTaken(word: String, other: String) throws {
        var bytes = try Self.small()
        let range = try #require(bytes.firstRange(of: Array(word.utf8)))
        bytes.replaceSubrange(range, with: Array(other.utf8))
        #expect(!BoundPages.isProven(bytes), "\(other)")
    }

    @Test func whatHasNoEndIsGivenUp() {
        var reader = PagePDFReader(longestJPEG: 1000)
        let head = [UInt8]("%PDF-1.4\n%".utf8) + [0xe2, 0xe3, 0xcf, 0xd3, 0x0a]
        #expect(throws: PagePDFReader.Fault.self) {
            try reader.read(head + Array("1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n".utf8))
            for _ in 0..<100 { try reader.read([UInt8](repeating: 0x33, count: 4096)) }
        }
    }

    @Test func aPictureOverItsLimitIsNotWaitedFor() throws {
        let bytes = try Self.small()
        var reader = PagePDFReader(longestJPEG: 100)
        let fault = #expect(throws: PagePDFReader.Fault.self) { try reader.read(bytes) }
        #expect(fault?.detail == "not a picture of a page")
    }
}
