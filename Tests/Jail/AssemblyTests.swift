import DocumentFixtures
import Jail
import Shared
import Testing

/// PDFs that are bound of pages, and that are drawn anew.
@Suite(.timeLimit(.minutes(1)))
struct AssemblyTests {
    @Test func pagesBecomeAProvenPDFAndTheSameOneEveryTime() async throws {
        let photo = try Photo.jpeg(.cornered(width: 400, height: 200), orientation: 3)
        try await withJail { jail, _ in
            let page = try #require(try await jail.pages(of: photo, DecodeRequest(mediaType: .jpeg)).first)
            let pdf = try await jail.assemble([.bytes(page.jpeg), .bytes(page.jpeg)])
            #expect(pdf.pageCount == 2)
            #expect(pdf.proof.isClean)
            let bytes = try pdf.bytes()
            #expect(bytes.count == pdf.byteCount)
            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
            #expect(try await jail.assemble([.bytes(page.jpeg), .bytes(page.jpeg)]).bytes() == bytes)

            let again = try await jail.pages(
                of: bytes, DecodeRequest(mediaType: .pdf, box: PageBox(shortSide: 200, longSide: 400)))
            #expect(
                try again.map { try Pixels(decoding: $0.jpeg).corners }.allSatisfy {
                    $0.isClose(to: Corners.upright.displayed(withOrientation: 3))
                })
        }
    }

    @Test func aPageThatHoldsMoreThanAPictureIsNotPutIntoAPDF() async throws {
        let photo = try Photo.jpeg(orientation: 6)
        try await withJail { jail, _ in
            let error = await #expect(throws: JailError.self) { try await jail.assemble([.bytes(photo)]) }
            #expect(error?.refusal?.code == "damaged")
        }
    }

    @Test func manyPagesFitIntoOnePDF() async throws {
        try await withJail { jail, _ in
            let page = try #require(try await jail.pages(of: try Photo.jpeg(), DecodeRequest(mediaType: .jpeg)).first)
            let pdf = try await jail.assemble(Array(repeating: .bytes(page.jpeg), count: 200))
            #expect(pdf.pageCount == 200)
        }
    }

    @Test func aPDFIsDrawnAnewWithItsLettersAndNothingElseOfIt() async throws {
        let hostile = HandmadePDF.written(
            "Dear Ms Doe", catalog: "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AcroForm<</Fields[]>>")
        try await withJail { jail, _ in
            let pdf = try await jail.redraw(.bytes(hostile.bytes))
            #expect(pdf.pageCount == 2 && pdf.proof.isClean)
            let bytes = try pdf.bytes()
            #expect(try await jail.redraw(.bytes(hostile.bytes)).bytes() == bytes)
            try Tool.qpdf.run(["--check", "in.pdf"], files: ["in.pdf": bytes])
            let text = try Tool.pdftotext.output(of: ["in.pdf", "-"], files: ["in.pdf": bytes])
            #expect(text.contains("Dear Ms Doe"))
            let plain = try Tool.qpdf.run(["--qdf", "in.pdf", "out.pdf"], files: ["in.pdf": bytes], yields: "out.pdf")
            for trace in ["JavaScript", "OpenAction", "AcroForm", "/Info", "/Metadata", "alert", "cairo"] {
                #expect(plain.firstRange(of: Array(trace.utf8)) == nil, "\(trace)")
            }
            let facts = try await jail.inspect(.bytes(bytes), mediaType: .pdf)
            #expect(!facts.hasJavaScript && !facts.hasAutomaticActions && !facts.hasForm && facts.attachmentCount == 0)
        }
    }

    @Test func whatCannotBeDrawnAnewIsRefused() async throws {
        let locked = try HandmadePDF.cornered().encrypted(userPassword: "secret", ownerPassword: "owner")
        let long = HandmadePDF.cornered(pages: 3).bytes
        try await withJail { jail, _ in
            for (bytes, budget, code) in [
                (locked, DocumentBudget(), "password-protected"), (long, DocumentBudget(pages: 2), "over-budget"),
                (Array("hello".utf8), DocumentBudget(), "damaged"),
            ] {
                let error = await #expect(throws: JailError.self) { try await jail.redraw(.bytes(bytes), budget: budget) }
                #expect(error?.refusal?.code == code)
            }
        }
    }
}
