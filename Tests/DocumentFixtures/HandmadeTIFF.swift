/// A TIFF with pixels (TIFF 6.0), little-endian, as no encoder at hand would write it.
public struct HandmadeTIFF: Sendable {
    public struct Page: Sendable {
        public var width: Int
        public var height: Int
        /// Of one pixel; all are alike. Rows of less than eight bits a sample are filled up to whole bytes.
        public var pixel: [UInt8]
        /// `PhotometricInterpretation`.
        public var photometric: Int
        public var bitsPerSample: [Int]
        public var extraSamples: [Int] = []
        /// `NewSubfileType`.
        public var kind = 0

        public init(_ width: Int, _ height: Int, _ pixel: [UInt8], photometric: Int, bitsPerSample: [Int]? = nil) {
            (self.width, self.height, self.pixel, self.photometric) = (width, height, pixel, photometric)
            self.bitsPerSample = bitsPerSample ?? Array(repeating: 8, count: pixel.count)
        }

        public static func rgb(_ colour: Colour, width: Int = 60, height: Int = 40) -> Page {
            Page(width, height, [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)], photometric: 2)
        }

        /// libtiff does not read it: its samples differ in their bits.
        public static let unreadable: Page = {
            var page = rgb(.green)
            page.bitsPerSample = [8, 8, 5]
            return page
        }()

        /// The same with a sample more of this value, of which the file says what it is (`ExtraSamples`).
        public func with(extra value: UInt8, meaning: Int) -> Page {
            var page = self
            page.pixel.append(value)
            page.bitsPerSample.append(8)
            page.extraSamples.append(meaning)
            return page
        }

        public func of(kind: Int) -> Page {
            var page = self
            page.kind = kind
            return page
        }

        fileprivate var data: [UInt8] {
            bitsPerSample == [1]
                ? Array(repeating: pixel, count: (width + 7) / 8 * height).flatMap(\.self)
                : Array(repeating: pixel, count: width * height).flatMap(\.self)
        }
    }

    public let bytes: [UInt8]
    /// Where the directory of each page begins; its strip lies before it.
    public let directories: [Int]

    /// A writer that puts all rows into one strip may leave out `RowsPerStrip`.
    public init(_ pages: [Page], saysRowsPerStrip: Bool = true) {
        var bytes: [UInt8] = ascii("II") ++ [42, 0] ++ little(0, 4)
        var directories: [Int] = []
        var link = 4
        for page in pages {
            let strip = bytes.count
            bytes += page.data
            if bytes.count % 2 == 1 { bytes.append(0) }
            func short(_ tag: Int, _ value: Int) -> [UInt8] { HandmadePictures.entry(tag, 3, value) }
            /// Two fit into the entry itself.
            func shorts(_ tag: Int, _ values: [Int]) -> [UInt8] {
                let all = values.flatMap { little($0, 2) }
                var value = all + [UInt8](repeating: 0, count: max(0, 4 - all.count))
                if all.count > 4 {
                    value = little(bytes.count, 4)
                    bytes += all
                }
                return little(tag, 2) ++ little(3, 2) ++ little(values.count, 4) ++ value
            }
            var entries = [
                HandmadePictures.entry(254, 4, page.kind), HandmadePictures.entry(256, 4, page.width),
                HandmadePictures.entry(257, 4, page.height), shorts(258, page.bitsPerSample), short(259, 1),
                short(262, page.photometric), HandmadePictures.entry(273, 4, strip), short(277, page.bitsPerSample.count),
                HandmadePictures.entry(278, 4, page.height), HandmadePictures.entry(279, 4, page.data.count), short(284, 1),
            ]
            if !saysRowsPerStrip { entries.remove(at: 8) }
            if !page.extraSamples.isEmpty { entries.append(shorts(338, page.extraSamples)) }
            directories.append(bytes.count)
            bytes.replaceSubrange(link..<link + 4, with: little(bytes.count, 4))
            bytes += little(entries.count, 2) ++ entries.flatMap(\.self)
            link = bytes.count
            bytes += little(0, 4)
        }
        (self.bytes, self.directories) = (bytes, directories)
    }
}
