/// The chain of directories in a TIFF, one for each picture (TIFF 6.0, section 2; BigTIFF).
///
/// libtiff ends the chain silently at the first unreadable directory: the pages after it would go missing without notice.
struct TIFFDirectories {
    /// The fields of a directory (TIFF 6.0, section 8; `ExtraSamples` in section 18).
    struct Directory: Hashable {
        /// The offset of its beginning.
        let offset: Int
        var width = 0
        var height = 0
        /// Whether it is a small copy of another picture in the file (`NewSubfileType`, bit 0).
        var isReducedCopy = false
        /// Whether it is the transparency mask of another picture (`NewSubfileType`, bit 2).
        var isMask = false
        var photometric: Int?
        var compression: Int?
        var orientation: Int?
        /// The number of strips, and the first one.
        var strips = 0
        var strip: Int?
        var stripLength: Int?
        /// Whether it states a DNG version.
        var isDNG = false
        /// The offsets of directories outside the chain (`SubIFDs`; TIFF Technical Note 1).
        var subdirectories: [Int] = []
        var samplesPerPixel = 1
        /// The first value of `ExtraSamples`; nil without the field.
        var firstExtraSample: Int?

        /// The number of meaningful bands; nil if all may be meaningful.
        ///
        /// A sample beyond the colours is transparency only if the file says so. Otherwise it is ignored: zeros taken for
        /// transparency would make the page white.
        var meaningfulBands: Int? {
            guard let photometric, let colours = Self.colours[photometric], samplesPerPixel > colours else { return nil }
            return firstExtraSample == 1 || firstExtraSample == 2 ? colours + 1 : colours
        }

        /// The number of colour samples by `PhotometricInterpretation`. A palette's colours become three.
        private static let colours = [0: 1, 1: 1, 2: 3, 5: 4, 6: 3, 8: 3]
    }

    /// In the order of the chain.
    private(set) var directories: [Directory] = []
    /// The subdirectories of the first directory.
    private(set) var subdirectories: [Directory] = []
    /// Whether the chain leads to a place without a directory: at least one more was meant.
    private(set) var isBroken = false

    /// The place in the header with the offset of the first directory.
    private let header: Range<Int>
    private let isLittle: Bool

    private static let maximumDirectories = 65_535
    /// In all directories together. libtiff writes some twenty into one.
    private static let maximumEntries = 1 << 20

    /// Nil if the bytes are not a TIFF.
    init?(_ bytes: [UInt8]) {
        guard let reader = Reader(bytes) else { return nil }
        header = reader.isBig ? 8..<16 : 4..<8
        isLittle = reader.isLittle
        defer { subdirectories = (directories.first?.subdirectories ?? []).compactMap { reader.directory(at: $0) } }
        var next = reader.first
        var visited: Set<Int> = []
        var entriesLeft = Self.maximumEntries
        while next != 0, directories.count < Self.maximumDirectories {
            // It goes back to what was there already: no page is missing.
            guard visited.insert(next).inserted else { return }
            guard let entries = reader.entryCount(at: next), entries > 0, entries <= entriesLeft,
                let following = reader.next(behind: next, entries: entries)
            else {
                isBroken = true
                return
            }
            entriesLeft -= entries
            directories.append(reader.directory(at: next, entries: entries))
            next = following
        }
    }

    /// Redirects the file's header to another directory, and so drops those before it.
    func begin(with place: Int, in source: SourceBytes) {
        let offset = directories[place].offset
        let bytes = (0..<header.count).map { UInt8(truncatingIfNeeded: offset >> (8 * $0)) }
        source.overwrite(at: header.lowerBound, with: isLittle ? bytes : bytes.reversed())
    }

    /// The indices in the chain of directories that are pages, without small copies and masks.
    var pages: [Int] {
        let whole = directories.filter { !$0.isReducedCopy && !$0.isMask }
        let (width, height) = (whole.map(\.width).max() ?? 0, whole.map(\.height).max() ?? 0)
        return directories.indices.filter { index in
            let one = directories[index]
            // What says so, and is the largest there is, is all that there is.
            return one.isMask ? whole.isEmpty : !one.isReducedCopy || one.width >= width || one.height >= height
        }
    }
}

/// Reads numbers at places in the file.
private struct Reader {
    let bytes: [UInt8]
    let isLittle: Bool
    let isBig: Bool
    let first: Int

    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "M") else {
            return nil
        }
        isLittle = bytes[0] == UInt8(ascii: "I")
        let version = Self.number(bytes[2..<4], isLittle)
        guard version == 42 || version == 43 else { return nil }
        isBig = version == 43
        guard !isBig || bytes.count >= 16 else { return nil }
        first = Self.number(isBig ? bytes[8..<16] : bytes[4..<8], isLittle)
    }

    private var entryLength: Int { isBig ? 20 : 12 }
    private var countLength: Int { isBig ? 8 : 2 }
    private var offsetLength: Int { isBig ? 8 : 4 }

    func entryCount(at place: Int) -> Int? { number(at: place, count: countLength) }

    /// The offset of the next directory, which follows the entries.
    func next(behind place: Int, entries: Int) -> Int? {
        number(at: place + countLength + entries * entryLength, count: offsetLength)
    }

    /// Nil if there is none.
    func directory(at place: Int) -> TIFFDirectories.Directory? {
        guard let entries = entryCount(at: place), (1...Self.maximumEntries).contains(entries),
            next(behind: place, entries: entries) != nil
        else { return nil }
        return directory(at: place, entries: entries)
    }

    private static let maximumEntries = 1024
    private static let maximumSubdirectories = 16

    /// The caller has checked that its entries exist.
    func directory(at place: Int, entries: Int) -> TIFFDirectories.Directory {
        var directory = TIFFDirectories.Directory(offset: place)
        for index in 0..<entries {
            let entry = place + countLength + index * entryLength
            guard let tag = number(at: entry, count: 2), let value = firstValue(of: entry) else { continue }
            switch tag {
            case 50_706: directory.isDNG = true
            case 330: directory.subdirectories = values(of: entry, atMost: Self.maximumSubdirectories)
            case 259: directory.compression = value
            case 274: directory.orientation = value
            case 273:
                directory.strips = number(at: entry + 4, count: isBig ? 8 : 4) ?? 0
                directory.strip = value
            case 279: directory.stripLength = value
            case 254:
                directory.isReducedCopy = value & 1 != 0
                directory.isMask = value & 4 != 0
            case 256: directory.width = value
            case 257: directory.height = value
            case 262: directory.photometric = value
            case 277: directory.samplesPerPixel = value
            case 338: directory.firstExtraSample = value
            default: break
            }
        }
        return directory
    }

    /// The first value of an entry of integers, from the entry itself or from the place it points to.
    private func firstValue(of entry: Int) -> Int? { values(of: entry, atMost: 1).first }

    private func values(of entry: Int, atMost limit: Int) -> [Int] {
        guard let type = number(at: entry + 2, count: 2), let count = number(at: entry + 4, count: isBig ? 8 : 4), count > 0,
            let size = [1: 1, 3: 2, 4: 4, 13: 4, 16: 8][type]
        else { return [] }
        let place = entry + (isBig ? 12 : 8)
        let first = count <= offsetLength / size ? place : number(at: place, count: offsetLength)
        guard let first, first <= bytes.count else { return [] }
        return (0..<min(count, limit)).compactMap { number(at: first + $0 * size, count: size) }
    }

    private func number(at place: Int, count: Int) -> Int? {
        guard place >= 0, count > 0, place <= bytes.count - count else { return nil }
        return Self.number(bytes[place..<place + count], isLittle)
    }

    /// A number that does not fit is greater than any offset in a file.
    private static func number(_ bytes: ArraySlice<UInt8>, _ isLittle: Bool) -> Int {
        let value =
            isLittle ? bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) } : bytes.reduce(0) { $0 << 8 | UInt64($1) }
        return Int(clamping: value)
    }
}
