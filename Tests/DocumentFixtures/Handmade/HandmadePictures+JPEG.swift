/// Segments in every order, and what phones append (ITU-T T.81).
extension HandmadePictures {
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

    static var jpegs: [CorpusFile] {
        let plain = jpeg()
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/jpeg") {
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
                $0.earlyRefusal = "pixels"
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
}
