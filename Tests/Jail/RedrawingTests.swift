import DocumentFixtures
import Jail
import Shared
import Testing

/// PDFs that are drawn anew.
@Suite(.timeLimit(.minutes(1)))
struct RedrawingTests {
    @Test func aPDFIsDrawnAnewWithItsLettersAndNothingElseOfIt() async throws {
        let hostile = HandmadePDF.written(
            "Dear Ms Doe", catalog: "/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>/AcroForm<</Fields[]>>")
        try await withJail { jail, _ in
            let pdf = try await jail.redraw(.bytes(hostile.bytes))
            #expect(pdf.proof.pageCount == 2 && pdf.proof.isClean)
            let bytes = try pdf.read(at: 0, maximum: pdf.byteCount)
            #expect(try await jail.redraw(.bytes(hostile.bytes)).read(at: 0, maximum: pdf.byteCount) == bytes)
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
