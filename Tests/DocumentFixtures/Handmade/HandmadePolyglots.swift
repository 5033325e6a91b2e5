/// Files that are two things at once.
enum HandmadePolyglots {
    /// The end of a ZIP archive with one entry (APPNOTE 6.3.10, section 4.3.16), and room for its directory before it.
    static func archiveEnd(comment: Int = 0) -> [UInt8] {
        [UInt8](repeating: 0x5a, count: 46) ++ ascii("PK\u{5}\u{6}") ++ little(0, 4) ++ little(1, 2) ++ little(1, 2)
            ++ little(46, 4)
            ++ little(0, 4) ++ little(comment, 2)
    }

    static var all: [CorpusFile] {
        let pdf = HandmadePDF.cornered().bytes
        let archive: [UInt8] = ascii("PK\u{3}\u{4}") ++ [UInt8](repeating: 0x41, count: 40) ++ archiveEnd()
        func jpeg(_ name: String, _ bytes: [UInt8], _ second: [String], trailing: String? = nil) -> CorpusFile {
            CorpusFile(name, .hostile, bytes, as: "image/jpeg") {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                $0.secondFormats = second
                $0.trailing = trailing
            }
        }
        let hidden = HandmadePictures.segment(0xfe, pdf.count < 65_000 ? pdf : [])
        let script = HandmadePictures.jpeg()
        return [
            jpeg("pdf-in-comment.jpg", HandmadePictures.jpeg(segments: hidden), ["pdf"]),
            jpeg("pdf-behind.jpg", HandmadePictures.jpeg() ++ pdf, ["pdf"], trailing: "unknown"),
            jpeg("archive-behind.jpg", HandmadePictures.jpeg() ++ archive, ["zip"], trailing: "unknown"),
            jpeg(
                "markup-in-comment.jpg",
                HandmadePictures.jpeg(segments: HandmadePictures.segment(0xfe, ascii("<ScRiPt>alert(1)"))), ["markup"]),
            jpeg("php-behind.jpg", HandmadePictures.jpeg() ++ ascii("<?php system('id');"), ["markup"], trailing: "unknown"),
            jpeg("program-behind.jpg", HandmadePictures.jpeg() ++ ascii("#!/bin/sh\nid\n"), ["executable"], trailing: "unknown"),
            // The first segment's length reads as the beginning of a comment of JavaScript.
            jpeg(
                "script.jpg",
                [0xff, 0xd8, 0xff, 0xe0] ++ ascii("/*") ++ [UInt8](repeating: 0, count: 0x2f2a - 2) ++ Array(script.dropFirst(2)),
                ["script"]),
            CorpusFile(
                "archive-in-comment.png", .hostile,
                HandmadePictures.png(chunks: HandmadePictures.chunk("tEXt", archiveEnd(comment: 32))), as: "image/png"
            ) {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                $0.secondFormats = ["zip"]
            },
            CorpusFile("script.gif", .hostile, ascii("GIF89a/*") ++ Array(HandmadePictures.gif().dropFirst(8)), as: "image/gif") {
                $0.size = (0x2a2f, 30)
                $0.count = 1
                $0.isTruncated = false
                $0.secondFormats = ["script"]
            },
            CorpusFile(
                "pdf.gif", .hostile, HandmadePictures.gif(end: [0x21, 0xfe, 9] ++ ascii("%PDF-1.7\n") ++ [0, 0x3b]),
                as: "image/gif"
            ) {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                $0.secondFormats = ["pdf"]
            },
            CorpusFile("archive.pdf", .hostile, pdf ++ archive, as: "application/pdf") {
                $0.count = 1
                $0.encryption = "none"
                $0.isTruncated = false
                $0.trailing = "unknown"
                $0.secondFormats = ["zip"]
            },
            CorpusFile(
                "archive-first.pdf", .hostile, ascii("PK\u{3}\u{4}") ++ [UInt8](repeating: 0x41, count: 40) ++ pdf,
                as: "application/pdf"
            ) {
                $0.count = 1
                $0.encryption = "none"
                $0.isTruncated = false
                $0.secondFormats = ["zip"]
            },
            CorpusFile("page.pdf", .hostile, ascii("<html><script>alert(1)</script>\n") ++ pdf, as: "application/pdf") {
                $0.count = 1
                $0.encryption = "none"
                $0.isTruncated = false
                $0.secondFormats = ["markup"]
            },
        ]
    }
}
