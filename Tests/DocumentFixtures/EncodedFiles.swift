extension Corpus {
    /// Those that real encoders write. They are made once: it takes a hundred runs of tools.
    public static func encoded() throws -> [CorpusFile] { try onceEncoded.get() }

    private static let onceEncoded = Result { try EncodedPictures.all() + EncodedDocuments.all() }

    public static func all() throws -> [CorpusFile] { try encoded() + handmade }
}

/// What real encoders write.
enum EncodedPictures {
    static func all() throws -> [CorpusFile] {
        let pixels = Pixels.cornered(width: 120, height: 80)
        func file(_ name: String, _ bytes: [UInt8], as type: String, _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, .good, bytes, as: type) {
                $0.size = (120, 80)
                $0.count = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        var files = try [
            file("baseline.jpg", Photo.jpeg(), as: "image/jpeg"),
            file("progressive.jpg", Photo.encoded(as: "jpg[interlace]"), as: "image/jpeg"),
            file("cmyk.jpg", Photo.jpeg(pixels, inProfile: "cmyk"), as: "image/jpeg"),
            file("cmyk-bare.jpg", Photo.jpeg(pixels, inProfile: "cmyk", embedded: false), as: "image/jpeg"),
            file("display-p3.jpg", Photo.jpeg(pixels, inProfile: "p3"), as: "image/jpeg"),
            file("padded.jpg", Photo.jpeg() + [UInt8](repeating: 0, count: 512), as: "image/jpeg") { $0.trailing = "padding" },
            file("gain-map.jpg", Photo.jpeg() + Photo.jpeg(.cornered(width: 60, height: 40)), as: "image/jpeg") {
                $0.trailing = "picture"
            },
            // As phones append them: the moving part, a gain map before it, Samsung's blocks, and a second picture that an index in
            // the first one points to (CIPA DC-007).
            file("motion-photo.jpg", Photo.jpeg() + HandmadePictures.motion, as: "image/jpeg") { $0.trailing = "video" },
            file(
                "gain-map-and-motion.jpg",
                Photo.jpeg() + Photo.jpeg(.cornered(width: 60, height: 40)) + HandmadePictures.motion, as: "image/jpeg"
            ) { $0.trailing = "video" },
            file("samsung.jpg", Photo.jpeg() + HandmadePictures.samsungBlocks, as: "image/jpeg") { $0.trailing = "phone" },
            file("two-pictures.jpg", Photo.multiPicture(), as: "image/jpeg") { $0.trailing = "picture" },
            // As scanners write them.
            file("grey.jpg", Photo.scanned(pixels, as: "jpg[Q=90]"), as: "image/jpeg"),
            file("grey.png", Photo.scanned(pixels, as: "png"), as: "image/png"),
            file("fax.tif", Photo.scanned(pixels, as: "tif[compression=ccittfax4,bitdepth=1]"), as: "image/tiff") {
                $0.orientation = 1
                $0.isTruncated = nil
            },
            file("plain.png", Photo.encoded(as: "png"), as: "image/png"),
            file("interlaced.png", Photo.encoded(as: "png[interlace]"), as: "image/png"),
            file("palette.png", Photo.encoded(as: "png[palette]"), as: "image/png"),
            file("deep.png", Photo.deep(pixels), as: "image/png"),
            file("alpha.png", Photo.png(pixels, alpha: 128), as: "image/png"),
            file("lossy.webp", Photo.encoded(as: "webp"), as: "image/webp"),
            file("lossless.webp", Photo.encoded(as: "webp[lossless]"), as: "image/webp"),
            file("still.gif", Photo.encoded(as: "gif"), as: "image/gif"),
            file("two.gif", Photo.stacked([pixels, .plain(.red, width: 120, height: 80)], as: "gif"), as: "image/gif") {
                $0.count = 2
            },
            file("plain.heic", Photo.encoded(as: "heic"), as: "image/heic") { $0.orientation = 1 },
            file("plain.avif", Photo.encoded(as: "avif"), as: "image/avif") { $0.orientation = 1 },
            file("plain.jp2", Photo.encoded(as: "jp2"), as: "image/jp2"),
            file("lossless.jp2", Photo.encoded(as: "jp2[lossless]"), as: "image/jp2"),
            // What they are larger than nobody says before they are decoded.
            file("plain.jxl", Photo.encoded(as: "jxl"), as: "image/jxl") {
                ($0.size, $0.count, $0.isTruncated) = (nil, nil, nil)
            },
            file(
                "turned.dng", HandmadeRaw.dng(preview: Photo.jpeg(), width: 120, height: 80, orientation: 6),
                as: "image/x-adobe-dng"
            ) { ($0.size, $0.count, $0.isTruncated) = (nil, nil, nil) },
            file("wide.heic", Photo.encoded(.cornered(width: 1200, height: 300), as: "heic"), as: "image/heic") {
                $0.size = (1200, 300)
                $0.orientation = 1
            },
        ]
        for orientation in 1...8 {
            files.append(
                file("orientation-\(orientation).jpg", try Photo.jpeg(orientation: orientation), as: "image/jpeg") {
                    $0.orientation = orientation
                })
        }
        let pages = [pixels, Pixels.plain(.blue, width: 120, height: 80), .plain(.red, width: 120, height: 80)]
        for options in [
            "tif", "tif[compression=deflate]", "tif[compression=lzw]", "tif[compression=jpeg]", "tif[bigtiff]", "tif[tile]",
        ] {
            files.append(
                file("\(options).tif", try Photo.encoded(as: options), as: "image/tiff") {
                    $0.orientation = 1
                    // Where strips and tiles end is told elsewhere in the file.
                    $0.isTruncated = nil
                })
        }
        files.append(
            file("three-pages.tif", try Photo.stacked(pages, as: "tiff"), as: "image/tiff") {
                $0.count = 3
                $0.orientation = 1
                $0.isTruncated = nil
            })
        return files
    }
}

/// PDFs as qpdf writes them.
enum EncodedDocuments {
    static func all() throws -> [CorpusFile] {
        let plain = HandmadePDF.cornered(pages: 3)
        func made(_ name: String, _ options: [String], encryption: String, count: Int?) throws -> CorpusFile {
            let bytes = try Tool.qpdf.run(
                options + ["in.pdf", "out.pdf"], files: ["in.pdf": plain.bytes], yields: "out.pdf")
            return CorpusFile(name, encryption == "password_required" ? .broken : .good, bytes, as: "application/pdf") {
                $0.encryption = encryption
                $0.count = count
                $0.isTruncated = false
                if encryption == "password_required" { $0.earlyRefusal = "password" }
            }
        }
        var files = [
            try made("linearized.pdf", ["--linearize"], encryption: "none", count: 3),
            try made("streams.pdf", ["--object-streams=generate"], encryption: "none", count: nil),
        ]
        for (bits, options) in [
            ("40", []), ("128", ["--use-aes=n"]), ("128", ["--use-aes=y"]), ("256", []), ("256", ["--force-R5"]),
        ] {
            for (user, outcome) in [("", "owner_only"), ("secret", "password_required")] {
                let weak = bits == "256" ? [] : ["--allow-weak-crypto"]
                for arrangement in [["--object-streams=disable"], ["--object-streams=generate"], ["--linearize"]] {
                    let name = "\(outcome)-\(bits)\(options.joined())\(arrangement.joined()).pdf"
                    files.append(
                        try made(
                            name, weak + arrangement + ["--encrypt", user, "owner", bits] + options + ["--"],
                            encryption: outcome, count: arrangement == ["--linearize"] ? 3 : nil))
                }
            }
        }
        return files
    }
}
