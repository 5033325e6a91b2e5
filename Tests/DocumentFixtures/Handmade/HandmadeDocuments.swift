/// PDFs written by hand, and files that are no document at all.
enum HandmadeDocuments {
    static var all: [CorpusFile] { pdfs + strangers }

    private static var pdfs: [CorpusFile] {
        let one = HandmadePDF.cornered().bytes
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "application/pdf") {
                $0.count = 1
                $0.encryption = "none"
                $0.isTruncated = false
                change(&$0)
            }
        }
        let launch = HandmadePDF.cornered(
            catalog: "/OpenAction 5 0 R", more: ["<</S/Launch/F(calculator.exe)>>"]
        ).bytes
        let attached = "<</Type/Filespec/F(a.txt)/EF<</F 6 0 R>>>>"
        let content = "<</Type/EmbeddedFile/Length 5>>\nstream\nhello\nendstream"
        let attachment = HandmadePDF.cornered(
            catalog: "/Names<</EmbeddedFiles<</Names[(a.txt) 5 0 R]>>>>", more: [attached, content]
        ).bytes
        let note = HandmadePDF.cornered(
            page: "/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 5 0 R>>]", more: [attached, content]
        ).bytes
        let script = HandmadePDF.cornered(
            catalog: "/OpenAction 5 0 R", more: ["<</S/JavaScript/JS(app.alert\\(1\\))>>"]
        ).bytes
        return [
            named("one.pdf", .good, one),
            named("seven.pdf", .good, HandmadePDF.cornered(pages: 7).bytes) { $0.count = 7 },
            named("long.pdf", .hostile, HandmadePDF.cornered(pages: 201).bytes) {
                $0.count = 201
                $0.earlyRefusal = "pages"
            },
            named("blanks-before.pdf", .good, ascii("\r\n\r\n") ++ one),
            named("blanks-behind.pdf", .good, one ++ [UInt8](repeating: 0, count: 2000)) { $0.trailing = "padding" },
            named("script.pdf", .hostile, script),
            named("launch.pdf", .hostile, launch),
            named("attachment.pdf", .hostile, attachment),
            named("attachment-on-page.pdf", .hostile, note),
            named("cut.pdf", .broken, Array(one.dropLast(60))) {
                ($0.count, $0.encryption, $0.isTruncated) = (nil, nil, true)
            },
            named("cut-early.pdf", .broken, Array(one.prefix(120))) {
                ($0.count, $0.encryption, $0.isTruncated) = (nil, nil, true)
            },
            named("behind.pdf", .hostile, one ++ ascii("something else entirely")) { $0.trailing = "unknown" },
            named("program-behind.pdf", .hostile, one ++ [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]) {
                $0.trailing = "unknown"
                $0.secondFormats = ["executable"]
            },
        ]
    }

    private static var strangers: [CorpusFile] {
        let nested = String(repeating: "<<", count: 20_000)
        return [
            CorpusFile("empty.jpg", .broken, [], as: nil),
            CorpusFile("one-byte.png", .broken, [0x89], as: nil),
            CorpusFile("text.jpg", .disguised, ascii("Dear Sir or Madam, find my bill attached."), as: nil),
            CorpusFile("page.png", .disguised, ascii("<!DOCTYPE html><script>alert(1)</script>"), as: nil),
            CorpusFile("drawing.jpg", .disguised, ascii("<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), as: nil),
            CorpusFile("program.pdf", .disguised, ascii("MZ") ++ [UInt8](repeating: 0, count: 100) ++ ascii("PE\0\0"), as: nil),
            CorpusFile("archive.pdf", .disguised, ascii("PK\u{3}\u{4}") ++ [UInt8](repeating: 0, count: 60), as: nil),
            CorpusFile("office.pdf", .disguised, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0], as: nil),
            CorpusFile("bitmap.png", .disguised, ascii("BM") ++ [UInt8](repeating: 1, count: 60), as: nil),
            CorpusFile("film.heic", .disguised, big(16, 4) ++ ascii("ftypisom") ++ big(0, 4), as: nil),
            CorpusFile("sound.webp", .disguised, ascii("RIFF") ++ little(4, 4) ++ ascii("WAVE"), as: nil),
            CorpusFile("postscript.pdf", .disguised, ascii("%!PS-Adobe-3.0\n"), as: nil),
            CorpusFile("zeros.tif", .broken, [UInt8](repeating: 0, count: 5000), as: nil),
            CorpusFile("nested.pdf", .hostile, ascii("%PDF-1.7\ntrailer\(nested)\nstartxref\n9\n%%EOF\n"), as: "application/pdf")
            {
                $0.isTruncated = false
            },
            CorpusFile("picture.pdf", .disguised, HandmadePictures.png(), as: "image/png") {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
            },
            CorpusFile("document.jpg", .disguised, HandmadePDF.cornered().bytes, as: "application/pdf") {
                $0.count = 1
                $0.encryption = "none"
                $0.isTruncated = false
            },
        ]
    }
}
