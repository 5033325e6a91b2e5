/// Pictures written byte by byte: headers that are right, headers that lie, and parts that no encoder would write.
///
/// What is compressed in them is noise, unless it is said otherwise: only their structure is of interest.
enum HandmadePictures {
    static var all: [ZooFile] { jpegs + pngs + gifs + webps + tiffs + heifs }

    // MARK: - JPEG

    static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] { [0xff, marker] ++ big(body.count + 2, 2) ++ body }

    static func frame(_ width: Int, _ height: Int, marker: UInt8 = 0xc0, components: Int = 3) -> [UInt8] {
        let parts: [UInt8] = (1...components).flatMap { [UInt8($0), 0x11, 0] }
        return segment(marker, [8] ++ big(height, 2) ++ big(width, 2) ++ [UInt8(components)] ++ parts)
    }

    static let scan =
        segment(0xda, [1, 1, 0, 0, 63, 0]) ++ [0x12, 0x34, 0xff, 0x00, 0x56, 0xff, 0xd0, 0x78, 0xff, 0xff, 0x00, 0x9a]

    static func jpeg(_ width: Int = 40, _ height: Int = 30, segments: [UInt8] = [], frame: [UInt8]? = nil) -> [UInt8] {
        [0xff, 0xd8] ++ segments ++ (frame ?? Self.frame(width, height)) ++ scan ++ [0xff, 0xd9]
    }

    static func exif(_ orientation: Int) -> [UInt8] {
        segment(
            0xe1,
            ascii("Exif\0\0MM") ++ [0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1] ++ big(orientation, 2) ++ [
                0, 0, 0, 0, 0, 0,
            ])
    }

    /// The moving part of a motion photo.
    static let motion = big(24, 4) ++ ascii("ftypmp42") ++ [UInt8](repeating: 0, count: 12) ++ big(8, 4) ++ ascii("mdat")

    /// What Samsung's phones put behind a photo.
    static let samsungBlocks: [UInt8] =
        ascii("\0\0\u{1}\u{a}data of a phone") ++ ascii("SEFH") ++ little(106, 4) ++ little(0, 4) ++ little(12, 4)
        ++ ascii("SEFT")

    private static var jpegs: [ZooFile] {
        let plain = jpeg()
        func named(_ name: String, _ nature: ZooFile.Nature, _ bytes: [UInt8], _ change: (inout ZooFile) -> Void = { _ in })
            -> ZooFile
        {
            ZooFile(name, nature, bytes, as: "image/jpeg") {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        return [
            named("plain.jpg", .broken, plain),
            named("lossless-marker-fill.jpg", .broken, [0xff, 0xd8, 0xff, 0xff, 0xff] ++ Array(jpeg().dropFirst(3))) {
                $0.isTruncated = false
            },
            named("progressive.jpg", .broken, jpeg(frame: frame(40, 30, marker: 0xc2))),
            named("cmyk.jpg", .broken, jpeg(frame: frame(40, 30, components: 4))),
            named("turned.jpg", .broken, jpeg(segments: exif(6))) { $0.orientation = 6 },
            named("orientation-9.jpg", .broken, jpeg(segments: exif(9))),
            named("padded.jpg", .broken, plain ++ [UInt8](repeating: 0, count: 100)) { $0.trailing = "padding" },
            named("two-pictures.jpg", .broken, plain ++ [0, 0] ++ jpeg(20, 10)) { $0.trailing = "picture" },
            named("motion-photo.jpg", .broken, plain ++ motion) { $0.trailing = "video" },
            named("gain-map-and-motion.jpg", .broken, plain ++ jpeg(20, 10) ++ motion) { $0.trailing = "video" },
            named("samsung.jpg", .broken, plain ++ samsungBlocks) { $0.trailing = "phone" },
            named("garbage-behind.jpg", .hostile, plain ++ ascii("secret message")) { $0.trailing = "unknown" },
            named("cut-in-scan.jpg", .broken, Array(plain.dropLast(4))) { $0.isTruncated = true },
            named("cut-in-header.jpg", .broken, Array(jpeg(segments: exif(6)).prefix(44))) {
                $0.isTruncated = true
                ($0.size, $0.count, $0.orientation) = (nil, nil, 6)
            },
            named("giant.jpg", .hostile, jpeg(65_535, 65_535)) {
                $0.size = (65_535, 65_535)
                $0.doom = "pixels"
            },
            named("no-height.jpg", .broken, jpeg(40, 0)) {
                $0.size = nil
                $0.remarks = ["malformed"]
            },
            named("two-frames.jpg", .hostile, jpeg(frame: frame(40, 30) ++ frame(4000, 3000))) { $0.remarks = ["contradictory"] },
            named("many-segments.jpg", .hostile, jpeg(segments: Array(repeating: segment(0xfe, []), count: 5000).flatMap(\.self)))
            {
                ($0.size, $0.count, $0.isTruncated) = (nil, nil, nil)
                $0.remarks = ["too_many_parts"]
            },
            // What follows the empty segment looks like its content.
            named("empty-exif.jpg", .hostile, [0xff, 0xd8, 0xff, 0xe1, 0, 2] ++ Array(exif(6).dropFirst(4)) ++ plain) {
                ($0.size, $0.count, $0.isTruncated) = (nil, nil, nil)
                $0.remarks = ["malformed"]
            },
            named("length-1.jpg", .hostile, [0xff, 0xd8, 0xff, 0xe0, 0, 1] ++ Array(plain.dropFirst(2))) {
                ($0.size, $0.count, $0.isTruncated) = (nil, nil, nil)
                $0.remarks = ["malformed"]
            },
        ]
    }

    // MARK: - PNG

    static func chunk(_ type: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        big(length ?? body.count, 4) ++ ascii(type) ++ body ++ [0, 0, 0, 0]
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    static func png(_ width: Int = 40, _ height: Int = 30, depth: UInt8 = 8, colour: UInt8 = 2, chunks: [UInt8] = []) -> [UInt8] {
        pngSignature ++ chunk("IHDR", big(width, 4) ++ big(height, 4) ++ [depth, colour, 0, 0, 0]) ++ chunks
            ++ chunk("IDAT", [1, 2, 3]) ++ chunk("IEND", [])
    }

    private static var pngs: [ZooFile] {
        func named(_ name: String, _ nature: ZooFile.Nature, _ bytes: [UInt8], _ change: (inout ZooFile) -> Void = { _ in })
            -> ZooFile
        {
            ZooFile(name, nature, bytes, as: "image/png") {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        return [
            named("animated.png", .broken, png(chunks: chunk("acTL", big(7, 4) ++ big(0, 4)))) { $0.count = 7 },
            named("frame-bomb.png", .hostile, png(chunks: chunk("acTL", big(1_000_000, 4) ++ big(0, 4)))) {
                $0.count = 1_000_000
                $0.doom = "frames"
            },
            named("turned.png", .broken, png(chunks: chunk("eXIf", Array(exif(8).dropFirst(10))))) { $0.orientation = 8 },
            named("giant.png", .hostile, png(0x7fff_ffff, 0x7fff_ffff)) {
                $0.size = (0x7fff_ffff, 0x7fff_ffff)
                $0.doom = "pixels"
            },
            named("no-width.png", .broken, png(0, 30)) {
                $0.size = nil
                $0.remarks = ["malformed"]
            },
            named(
                "long-chunk.png", .hostile,
                pngSignature ++ chunk("IHDR", big(40, 4) ++ big(30, 4) ++ [8, 2, 0, 0, 0])
                    ++ chunk("IDAT", [1], length: 0xffff_fff0)
            ) {
                ($0.count, $0.isTruncated) = (nil, nil)
                $0.remarks = ["malformed"]
            },
            named("no-header.png", .broken, pngSignature ++ chunk("IDAT", [1]) ++ chunk("IEND", [])) {
                ($0.size, $0.count, $0.isTruncated) = (nil, nil, nil)
                $0.remarks = ["malformed"]
            },
            named("cut.png", .broken, Array(png().prefix(50))) { $0.isTruncated = true },
            named("behind.png", .hostile, png() ++ ascii("more")) { $0.trailing = "unknown" },
        ]
    }

    // MARK: - GIF

    static let gifFrame: [UInt8] = [0x2c, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2, 3, 1, 2, 3, 0]

    static func gif(frames: Int = 1, end: [UInt8] = [0x3b]) -> [UInt8] {
        ascii("GIF89a") ++ [40, 0, 30, 0, 0x80, 0, 0] ++ [UInt8](repeating: 0, count: 6) ++ [0x21, 0xfe, 2, 0x68, 0x69, 0]
            ++ Array(repeating: gifFrame, count: frames).flatMap(\.self) ++ end
    }

    private static var gifs: [ZooFile] {
        func named(_ name: String, _ nature: ZooFile.Nature, _ bytes: [UInt8], _ change: (inout ZooFile) -> Void = { _ in })
            -> ZooFile
        {
            ZooFile(name, nature, bytes, as: "image/gif") {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        return [
            named("frames.gif", .broken, gif(frames: 12)) { $0.count = 12 },
            named("frame-bomb.gif", .hostile, gif(frames: 5000)) {
                $0.count = 5000
                $0.doom = "frames"
            },
            named("endless.gif", .broken, gif(end: [])) { $0.isTruncated = true },
            named("cut.gif", .broken, Array(gif().dropLast(3))) { $0.isTruncated = true },
            named("odd-block.gif", .broken, gif(end: [0x77, 0x3b])) {
                $0.isTruncated = nil
                $0.remarks = ["malformed"]
            },
        ]
    }

    // MARK: - WebP

    static func riff(_ chunks: [UInt8], length: Int? = nil) -> [UInt8] {
        ascii("RIFF") ++ little(length ?? chunks.count + 4, 4) ++ ascii("WEBP") ++ chunks
    }

    static func riffChunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        ascii(type) ++ little(body.count, 4) ++ body ++ (body.count % 2 == 0 ? [] : [0])
    }

    static func vp8(_ width: Int, _ height: Int) -> [UInt8] {
        riffChunk("VP8 ", [0, 0, 0, 0x9d, 0x01, 0x2a] ++ little(width, 2) ++ little(height, 2) ++ [1, 2, 3])
    }

    private static var webps: [ZooFile] {
        let canvas = riffChunk("VP8X", [0x02, 0, 0, 0] ++ little(39, 3) ++ little(29, 3))
        func named(_ name: String, _ nature: ZooFile.Nature, _ bytes: [UInt8], _ change: (inout ZooFile) -> Void = { _ in })
            -> ZooFile
        {
            ZooFile(name, nature, bytes, as: "image/webp") {
                $0.size = (40, 30)
                $0.count = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        return [
            named("lossy.webp", .broken, riff(vp8(40, 30))),
            named("lossless.webp", .broken, riff(riffChunk("VP8L", [0x2f] ++ little(39 | 29 << 14, 4) ++ [1, 2, 3]))),
            named(
                "animated.webp", .broken,
                riff(canvas ++ Array(repeating: riffChunk("ANMF", [1, 2, 3, 4]), count: 3).flatMap(\.self))
            ) {
                $0.count = 3
            },
            named(
                "small-canvas.webp", .hostile,
                riff(riffChunk("VP8X", [0, 0, 0, 0] ++ little(39, 3) ++ little(29, 3)) ++ vp8(16_000, 16_000))
            ) {
                $0.isTruncated = nil
                $0.remarks = ["contradictory"]
            },
            named("cut.webp", .broken, Array(riff(vp8(40, 30), length: 5000))) { $0.isTruncated = true },
        ]
    }

    // MARK: - TIFF

    static func entry(_ tag: Int, _ type: Int, _ value: Int) -> [UInt8] {
        little(tag, 2) ++ little(type, 2) ++ little(1, 4) ++ little(value, 4)
    }

    /// A directory of a page, at the end of what is there; it says where the next one begins.
    static func directory(_ width: Int, _ height: Int, next: Int, orientation: Int = 1) -> [UInt8] {
        let entries = entry(256, 4, width) ++ entry(257, 4, height) ++ entry(262, 3, 1) ++ entry(274, 3, orientation)
        return little(4, 2) ++ entries ++ little(next, 4)
    }

    static func tiff(pages: Int, next: (Int) -> Int? = { _ in nil }, orientation: Int = 1) -> [UInt8] {
        var bytes: [UInt8] = ascii("II") ++ [42, 0] ++ little(8, 4)
        for page in 0..<pages {
            let following = page + 1 < pages ? bytes.count + 54 : 0
            bytes += directory(40, 30, next: next(page) ?? following, orientation: orientation)
        }
        return bytes
    }

    private static var tiffs: [ZooFile] {
        func named(_ name: String, _ nature: ZooFile.Nature, _ bytes: [UInt8], _ change: (inout ZooFile) -> Void = { _ in })
            -> ZooFile
        {
            ZooFile(name, nature, bytes, as: "image/tiff") {
                $0.size = (40, 30)
                $0.count = 1
                $0.orientation = 1
                change(&$0)
            }
        }
        return [
            named("turned.tif", .broken, tiff(pages: 1, orientation: 6)) { $0.orientation = 6 },
            named("three.tif", .broken, tiff(pages: 3)) { $0.count = 3 },
            named("page-bomb.tif", .hostile, tiff(pages: 500)) {
                $0.count = 500
                $0.doom = "pages"
            },
            named("endless.tif", .hostile, tiff(pages: 2, next: { $0 == 1 ? 8 : nil })) {
                $0.count = 2
                $0.remarks = ["cyclic"]
            },
            named("far-directory.tif", .broken, ascii("II") ++ [42, 0] ++ little(0x7fff_0000, 4)) {
                ($0.size, $0.count, $0.orientation, $0.isTruncated) = (nil, nil, nil, true)
            },
            named("no-page.tif", .broken, ascii("MM") ++ [0, 42, 0, 0, 0, 0, 0, 0]) {
                ($0.size, $0.count, $0.orientation) = (nil, nil, nil)
                $0.remarks = ["malformed"]
            },
            named("many-pixels.tif", .hostile, tiff(pages: 1).replacing(40, with: 60_000).replacing(30, with: 60_000)) {
                $0.size = (60_000, 60_000)
                $0.doom = "pixels"
            },
        ]
    }

    // MARK: - HEIF

    static func box(_ type: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        big(size ?? body.count + 8, 4) ++ ascii(type) ++ body
    }

    static func full(_ type: String, _ body: [UInt8], version: UInt8 = 0) -> [UInt8] { box(type, [version, 0, 0, 0] ++ body) }

    static func heif(
        _ width: Int = 40, _ height: Int = 30, brand: String = "heic", turn: [UInt8] = [], references: [UInt8] = []
    ) -> [UInt8] {
        let count = turn.isEmpty ? 1 : 2
        let properties = full("ispe", big(width, 4) ++ big(height, 4)) ++ turn
        let associations = full("ipma", big(1, 4) ++ big(1, 2) ++ [UInt8(count)] ++ (1...count).map { UInt8($0) })
        let items = full("iinf", big(1, 2) ++ full("infe", big(1, 2) ++ big(0, 2) ++ ascii("hvc1") ++ [0], version: 2))
        let meta = full(
            "meta",
            full("hdlr", big(0, 4) ++ ascii("pict") ++ [UInt8](repeating: 0, count: 13)) ++ full("pitm", big(1, 2)) ++ items
                ++ (references.isEmpty ? [] : full("iref", references)) ++ box("iprp", box("ipco", properties) ++ associations))
        return box("ftyp", ascii(brand) ++ big(0, 4) ++ ascii("mif1\(brand)")) ++ meta ++ box("mdat", [1, 2, 3, 4])
    }

    private static var heifs: [ZooFile] {
        func named(_ name: String, _ nature: ZooFile.Nature, _ bytes: [UInt8], _ change: (inout ZooFile) -> Void = { _ in })
            -> ZooFile
        {
            ZooFile(name, nature, bytes, as: "image/heic") {
                $0.size = (40, 30)
                $0.count = 1
                $0.orientation = 1
                $0.isTruncated = false
                change(&$0)
            }
        }
        return [
            named("quarter.heic", .broken, heif(turn: box("irot", [3]))) { $0.orientation = 6 },
            named("mirrored.heic", .broken, heif(turn: box("imir", [1]))) { $0.orientation = 2 },
            named("ios18.heic", .broken, heif(references: box("auxl", big(2, 2) ++ big(2, 2) ++ big(1, 2) ++ big(3, 2)))) {
                $0.remarks = ["shared_auxiliary"]
                $0.isTruncated = nil
            },
            named("giant.heic", .hostile, heif(0xffff_ffff, 0xffff_ffff)) {
                $0.size = (0xffff_ffff, 0xffff_ffff)
                $0.doom = "pixels"
            },
            named(
                "empty-meta.heic", .hostile,
                box("ftyp", ascii("heic") ++ big(0, 4) ++ ascii("mif1heic")) ++ box("meta", []) ++ box("mdat", [1])
            ) {
                ($0.size, $0.count, $0.orientation) = (nil, nil, nil)
            },
            named("cut.heic", .broken, Array(heif().dropLast(2))) { $0.isTruncated = true },
            named("behind.heic", .hostile, heif() ++ [0, 0, 0, 1, 9, 9, 9, 9]) { $0.trailing = "unknown" },
            ZooFile("still.avif", .broken, heif(brand: "avif"), as: "image/avif") {
                $0.size = (40, 30)
                $0.count = 1
                $0.orientation = 1
                $0.isTruncated = false
            },
        ]
    }
}

extension [UInt8] {
    /// Another number in place of each one of 4 bytes, little-endian.
    fileprivate func replacing(_ old: Int, with new: Int) -> [UInt8] {
        var copy = self
        var index = 0
        while index + 4 <= copy.count {
            if Array(copy[index..<index + 4]) == little(old, 4) {
                copy.replaceSubrange(index..<index + 4, with: little(new, 4))
                index += 4
            } else {
                index += 1
            }
        }
        return copy
    }
}
