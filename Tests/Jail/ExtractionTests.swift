import DocumentFixtures
import Jail
import Shared
import Testing

/// Pages that are taken out of a PDF.
@Suite(.timeLimit(.minutes(1)))
struct ExtractionTests {
    /// Three pages that say who they are of, with a link from each to each, an outline, a form and a name.
    private static let stack: [UInt8] = {
        let names = ["Ada", "Bob", "Cid"]
        var objects = [
            "<</Type/Catalog/Pages 2 0 R/Outlines<</Title(all of them)/First 3 0 R>>/OpenAction[5 0 R/Fit]/AcroForm<</Fields[]>>>>",
            "<</Type/Pages/Kids[3 0 R 5 0 R 7 0 R]/Count 3/MediaBox[0 0 300 200]/Resources<</Font<</F 9 0 R>>>>>>",
        ]
        for name in names {
            let drawing = "BT /F 12 Tf 40 100 Td (pages of \(name)) Tj ET"
            let links = [3, 5, 7].map { "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[\($0) 0 R/Fit]>>" }.joined()
            objects.append("<</Type/Page/Parent 2 0 R/Contents \(objects.count + 2) 0 R/Annots[\(links)]>>")
            objects.append("<</Length \(drawing.utf8.count)>>\nstream\n\(drawing)\nendstream")
        }
        return HandmadePDF(objects: objects + ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]).bytes
    }()

    @Test func onlyThosePagesAreInIt() async throws {
        try await withJail { jail, _ in
            let one = try await jail.extract(1..<2, of: .bytes(Self.stack))
            #expect(try await jail.extract(1..<2, of: .bytes(Self.stack)) == one)
            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": one])
            #expect(try Tool.pdftotext.output(of: ["in.pdf", "-"], files: ["in.pdf": one]).contains("pages of Bob"))
            let plain = try Tool.qpdf.run(["--qdf", "in.pdf", "out.pdf"], files: ["in.pdf": one], yields: "out.pdf")
            for trace in ["Ada", "Cid", "all of them", "OpenAction", "AcroForm", "Outlines"] {
                #expect(plain.firstRange(of: Array(trace.utf8)) == nil, "\(trace)")
            }
            let facts = try await jail.inspect(.bytes(one), mediaType: .pdf)
            #expect(facts.pageCount == 1 && facts.pageSizes == [InspectionFacts.PageSize(width: 300, height: 200)])

            let two = try await jail.extract(1..<3, of: .bytes(Self.stack))
            let text = try Tool.pdftotext.output(of: ["in.pdf", "-"], files: ["in.pdf": two])
            #expect(text.contains("pages of Bob") && text.contains("pages of Cid") && !text.contains("Ada"))
        }
    }

    @Test func whatIsNotThereIsRefused() async throws {
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        try await withJail { jail, _ in
            for (pages, bytes, code) in [
                (2..<4, Self.stack, "damaged"), (0..<1, locked, "password-protected"), (0..<1, Array("hello".utf8), "damaged"),
            ] {
                let error = await #expect(throws: JailError.self) { try await jail.extract(pages, of: .bytes(bytes)) }
                #expect(error?.refusal?.code == code)
            }
        }
    }

    @Test func moreThanAJailMayAnswerIsNotTaken() async throws {
        var configuration = JailConfiguration()
        configuration.maximumRedrawnBytes = 500
        try await withJail(configuration) { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.extract(0..<3, of: .bytes(Self.stack)) }
            #expect(error?.refusal?.code == "damaged")
        }
    }
}
