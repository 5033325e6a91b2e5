/// Formats of chunks and blocks.
extension HandmadePictures {
    // MARK: - PNG

    static func chunk(_ type: String, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
        big(length ?? body.count, 4) ++ ascii(type) ++ body ++ [0, 0, 0, 0]
    }

    static let pngSignature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    static func png(_ width: Int = 40, _ height: Int = 30, depth: UInt8 = 8, colour: UInt8 = 2, chunks: [UInt8] = []) -> [UInt8] {
        pngSignature ++ chunk("IHDR", big(width, 4) ++ big(height, 4) ++ [depth, colour, 0, 0, 0]) ++ chunks
            ++ chunk("IDAT", [1, 2, 3]) ++ chunk("IEND", [])
    }

    static var pngs: [CorpusFile] {
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/png") {
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
                $0.earlyRefusal = "frames"
            },
            named("turned.png", .broken, png(chunks: chunk("eXIf", Array(exif(8).dropFirst(10))))) { $0.orientation = 8 },
            named("giant.png", .hostile, png(0x7fff_ffff, 0x7fff_ffff)) {
                $0.size = (0x7fff_ffff, 0x7fff_ffff)
                $0.earlyRefusal = "pixels"
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
            named("cut.png", .broken, Array(png().prefix(45))) { $0.isTruncated = true },
            named("behind.png", .hostile, png() ++ ascii("more")) { $0.trailing = "unknown" },
        ]
    }

    // MARK: - GIF

    static let gifFrame: [UInt8] = [0x2c, 0, 0, 0, 0, 40, 0, 30, 0, 0, 2, 3, 1, 2, 3, 0]

    static func gif(frames: Int = 1, end: [UInt8] = [0x3b]) -> [UInt8] {
        ascii("GIF89a") ++ [40, 0, 30, 0, 0x80, 0, 0] ++ [UInt8](repeating: 0, count: 6) ++ [0x21, 0xfe, 2, 0x68, 0x69, 0]
            ++ Array(repeating: gifFrame, count: frames).flatMap(\.self) ++ end
    }

    static var gifs: [CorpusFile] {
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/gif") {
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
                $0.earlyRefusal = "frames"
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

    static var webps: [CorpusFile] {
        let canvas = riffChunk("VP8X", [0x02, 0, 0, 0] ++ little(39, 3) ++ little(29, 3))
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/webp") {
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
}
