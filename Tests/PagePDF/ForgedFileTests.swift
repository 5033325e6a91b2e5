import DocumentFixtures
import Testing

@testable import PagePDF

/// Each check of the reader refuses by itself what it is there for: the digest at the file's end is no help against who has made it
/// anew.
@Suite(.timeLimit(.minutes(1)))
struct ForgedFileTests {
    private static func small() throws -> [UInt8] {
        try BoundPages.pdf(of: [.cornered(width: 16, height: 8), .plain(.green, width: 8, height: 16)])
    }

    /// What stays as it was is taken: what these tests see refused is refused for its words.
    @Test func aTableMadeAnewIsAsGoodAsTheFirst() throws {
        let bytes = try Self.small()
        #expect(try ForgedPDF(bytes).bytes == bytes)
    }

    struct Forgery: CustomTestStringConvertible, Sendable {
        var words: [(String, String)]
        let detail: String
        var testDescription: String { words.map(\.1).joined(separator: ", ") }

        init(_ words: (String, String)..., detail: String) {
            self.words = words
            self.detail = detail
        }
    }

    static let fixedText = [
        ("%PDF-1.4", "%PDF-1.7"), ("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Catalog/Pages 5 0 R>>"),
        ("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Catalog/AA<</O 9 0R>>"), (">>\nendobj", ">>\nendOBJ"),
        ("/Im Do Q", "/Im BT Q"), ("<</Length 32>>\nstream", "<</Length 31>>\nstream"), (">>\nstream\nq", ">>\nstream\rq"),
        ("\nendstream", "\nendStream"),
    ].map { Forgery($0, detail: "other words than belong there") }

    static let objectHeads = [
        Forgery(("1 0 obj", "2 0 obj"), detail: "not object 1"), Forgery(("2 0 obj", "7 0 obj"), detail: "not object 2"),
        Forgery(("3 0 obj", "3 1 obj"), detail: "not object 3"), Forgery(("8 0 obj", "8 0 OBJ"), detail: "not object 8"),
    ]

    static let pageTrees = [
        ("/Count 2>>", "/Count 3>>"), ("/Count 2>>", "/Count 02>>"), ("/Count 2>>", "/Count 2/AA 9 0 R>>"),
        ("[3 0 R 6 0 R]", "[3 0 R 3 0 R]"), ("[3 0 R 6 0 R]", "[3 0 R  6 0 R]"), ("/Kids[", "/\u{212A}ids["),
        ("/Pages/Kids", "/Pages/AA 9 0 R/Kids"), ("[3 0 R 6 0 R]/Count 2", "[]/Count 0"),
    ].map { Forgery($0, detail: "not a tree of pages") }

    static let pictures = [
        ("/Width 16", "/Width 17"), ("/Width 16/Height 8", "/Width 8/Height 16"), ("/Height 8/", "/Height 800000/"),
        ("/Width 16", "/Width 016"), ("/DeviceRGB", "/DeviceGray"),
    ].map { Forgery($0, detail: "a picture of another size or colour than its page says") }

    /// One number may be spelled in one way.
    static let lengths = [
        ("/DCTDecode/Length ", "/DCTDecode/Length 0"), ("/DCTDecode/Length ", "/DCTDecode/Length 00000"),
    ].map { Forgery($0, detail: "not a picture of a page") }

    /// The page and what is drawn on it agree on the size, and on nothing that a page may be.
    static let papers = [
        ("16.00", "8.0"), ("16.00", "8.000"), ("016.00", "8.00"), ("16.00", "08.00"), ("0.00", "8.00"), ("16.00", "0.00"),
        ("16.00", "1.6.0"), (".", "8.00"), ("16", "8"), ("14400.01", "8.00"), ("99999.00", "8.00"),
    ].map { width, height in
        Forgery(
            ("[0 0 16.00 8.00]", "[0 0 \(width) \(height)]"),
            (
                "<</Length 32>>\nstream\nq 16.00 0 0 8.00 0",
                "<</Length \(23 + width.count + height.count)>>\nstream\nq \(width) 0 0 \(height) 0"
            ), detail: "a page of no sensible size")
    }

    @Test(arguments: [fixedText, objectHeads, pageTrees, pictures, lengths, papers].flatMap { $0 })
    func eachFaultIsFoundWhereItIs(_ forgery: Forgery) throws {
        var file = try ForgedPDF(Self.small())
        var first = Int.max
        for (word, other) in forgery.words { first = min(first, try file.replace(word, by: other)) }
        var reader = PagePDFReader(longestJPEG: 1 << 20)
        let fault = #expect(throws: PagePDFReader.Fault.self) {
            try reader.read(file.bytes)
            try reader.end()
        }
        #expect(fault?.detail == forgery.detail)
        // A picture's size is compared with its bytes, which lie behind it.
        #expect(fault.map { $0.offset <= first || forgery.detail.hasPrefix("a picture") } == true)
    }
}
