import DocumentFixtures
import Shared
import Testing

/// Every PDF that is made of a file of the corpus, as a tool of somebody else sees it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct CorpusPDFTests {
    @Test func everyPDFHoldsPagesAndNothingElseAndIsTheSameAgain() async throws {
        try await CorpusFixture.run { ground in
            var examined = 0
            for file in try await ground.withTools({ try Corpus.all() }) {
                let isPDF = MediaTypeSniffer.mediaType(of: file.bytes) == .pdf
                for policy in isPDF ? [PDFTextPolicy.dropped, .kept] : [.dropped] {
                    let fate = try await ground.fate(of: file, under: CorpusFixture.journey(pdfText: policy))
                    guard !fate.isRefused else { continue }
                    for pdf in fate.pdfs {
                        let bytes = try await fate.bytes(of: pdf)
                        let found = try await ground.withTools {
                            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
                            return try Self.traces(in: bytes)
                        }
                        #expect(found == [], "\(file.name), letters \(policy)")
                        examined += 1
                    }
                    let again = try await ground.fate(of: file, under: CorpusFixture.journey(pdfText: policy))
                    #expect(again.images == fate.images && again.pdfs == fate.pdfs, "\(file.name), letters \(policy)")
                }
            }
            #expect(examined >= 30)
        }
    }

    @Test func lettersAreKeptOfThePDFsThatHaveThem() async throws {
        try await CorpusFixture.run { ground in
            let file = CorpusFile("letter.pdf", .good, HandmadePDF.written("Dear Ms Doe").bytes, as: "application/pdf")
            for (policy, isThere) in [(PDFTextPolicy.dropped, false), (.kept, true)] {
                let fate = try await ground.fate(of: file, under: CorpusFixture.journey(pdfText: policy))
                let pdf = try await fate.bytes(of: try #require(fate.pdfs.first))
                let text = try await ground.withTools { try Tool.pdftotext.output(of: ["in.pdf", "-"], files: ["in.pdf": pdf]) }
                #expect(text.contains("Dear Ms Doe") == isThere, "\(policy): \(text)")
            }
        }
    }

    @Test func aPDFKeepsTheSizesOfItsPages() async throws {
        try await CorpusFixture.run { ground in
            let pdf = HandmadePDF.cornered(pages: 2, width: 612, height: 792)
            let file = CorpusFile("letter.pdf", .good, pdf.bytes, as: "application/pdf")
            let fate = try await ground.fate(of: file, under: CorpusFixture.journey())
            let bytes = try await fate.bytes(of: try #require(fate.pdfs.first))
            let plain = try await ground.withTools {
                try Tool.qpdf.output(of: ["--json", "in.pdf"], files: ["in.pdf": bytes])
            }
            let box = plain.split(separator: "\"/MediaBox\": [").dropFirst().map {
                $0.prefix { $0 != "]" }.split { $0 == "," || $0.isWhitespace }.compactMap { Double($0) }
            }
            #expect(box == [[0, 0, 612, 792], [0, 0, 612, 792]])
        }
    }

    /// Who looks has to see what is there.
    @Test func theExaminationSeesWhatIsThere() async throws {
        try await CorpusFixture.run { ground in
            for (name, trace) in [("script.pdf", "/JS"), ("launch.pdf", "/Launch"), ("attachment.pdf", "/EmbeddedFiles")] {
                let file = try #require(Corpus.handmade.first { $0.name == name })
                let found = try await ground.withTools { try Self.traces(in: file.bytes) }
                #expect(found.contains(trace), "\(name): \(found)")
            }
        }
    }

    private static let suspicious = [
        "/JavaScript", "/JS", "/OpenAction", "/AA", "/A", "/AcroForm", "/XFA", "/Annots", "/Names", "/EmbeddedFiles",
        "/EmbeddedFile",
        "/Filespec", "/Metadata", "/Info", "/Launch", "/URI", "/GoToR", "/SubmitForm", "/RichMedia", "/Encrypt", "/Producer",
        "/Creator", "/CreationDate", "/PieceInfo",
    ]

    /// What is no page.
    private static func traces(in pdf: [UInt8]) throws -> [String] {
        let objects = try Tool.qpdf.output(of: ["--warning-exit-0", "--json", "in.pdf"], files: ["in.pdf": pdf])
        return suspicious.filter { objects.contains("\"\($0)\"") }
    }
}
