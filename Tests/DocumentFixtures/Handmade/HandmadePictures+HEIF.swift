/// Boxes (ISO/IEC 14496-12, 4.2).
extension HandmadePictures {
    static func box(_ type: String, _ body: [UInt8], size: Int? = nil) -> [UInt8] {
        big(size ?? body.count + 8, 4) ++ ascii(type) ++ body
    }

    static func full(_ type: String, _ body: [UInt8], version: UInt8 = 0) -> [UInt8] { box(type, [version, 0, 0, 0] ++ body) }

    static func heif(
        _ width: Int = 40, _ height: Int = 30, brand: String = "heic", turn: [UInt8] = [], references: [UInt8] = [],
        primary: [UInt8] = full("pitm", big(1, 2))
    ) -> [UInt8] {
        let count = turn.isEmpty ? 1 : 2
        let properties = full("ispe", big(width, 4) ++ big(height, 4)) ++ turn
        let associations = full("ipma", big(1, 4) ++ big(1, 2) ++ [UInt8(count)] ++ (1...count).map { UInt8($0) })
        let items = full("iinf", big(1, 2) ++ full("infe", big(1, 2) ++ big(0, 2) ++ ascii("hvc1") ++ [0], version: 2))
        let meta = full(
            "meta",
            full("hdlr", big(0, 4) ++ ascii("pict") ++ [UInt8](repeating: 0, count: 13)) ++ primary ++ items
                ++ (references.isEmpty ? [] : full("iref", references)) ++ box("iprp", box("ipco", properties) ++ associations))
        return box("ftyp", ascii(brand) ++ big(0, 4) ++ ascii("mif1\(brand)")) ++ meta ++ box("mdat", [1, 2, 3, 4])
    }

    static var heifs: [CorpusFile] {
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/heic") {
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
                $0.earlyRefusal = "pixels"
            },
            named(
                "empty-meta.heic", .hostile,
                box("ftyp", ascii("heic") ++ big(0, 4) ++ ascii("mif1heic")) ++ box("meta", []) ++ box("mdat", [1])
            ) {
                ($0.size, $0.count, $0.orientation) = (nil, nil, nil)
            },
            named("nothing-shown.heic", .hostile, heif(primary: [])) {
                ($0.size, $0.count, $0.orientation, $0.isTruncated) = (nil, nil, nil, nil)
                $0.remarks = ["malformed"]
            },
            named("cut.heic", .broken, Array(heif().dropLast(2))) { $0.isTruncated = true },
            named("behind.heic", .hostile, heif() ++ [0, 0, 0, 1, 9, 9, 9, 9]) { $0.trailing = "unknown" },
            CorpusFile("still.avif", .broken, heif(brand: "avif"), as: "image/avif") {
                $0.size = (40, 30)
                $0.count = 1
                $0.orientation = 1
                $0.isTruncated = false
            },
        ]
    }
}
