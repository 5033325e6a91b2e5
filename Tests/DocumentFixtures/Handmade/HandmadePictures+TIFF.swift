/// Directories (TIFF 6.0, section 2).
extension HandmadePictures {
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

    static var tiffs: [CorpusFile] {
        func named(_ name: String, _ nature: CorpusFile.Nature, _ bytes: [UInt8], _ change: (inout CorpusFile) -> Void = { _ in })
            -> CorpusFile
        {
            CorpusFile(name, nature, bytes, as: "image/tiff") {
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
                $0.earlyRefusal = "pages"
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
                $0.earlyRefusal = "pixels"
            },
        ]
    }
}
