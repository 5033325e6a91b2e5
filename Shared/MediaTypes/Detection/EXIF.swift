/// Reads the orientation, the software and the dates from EXIF data (Exif 2.32, section 4.6.4).
enum EXIF {
    /// The number of bytes that are examined: cameras put the first directory right after its header.
    static let usefulLength = 8192
    private static let maximumEntries = 512
    /// Of the name of a program.
    private static let maximumBytes = 80
    private static let (orientationTag, softwareTag, changedTag) = (0x0112, 0x0131, 0x0132)
    /// Points to the directory with the photo's own data, among them when it was taken.
    private static let (photoTag, takenTag) = (0x8769, 0x9003)
    private static let (textType, shortType, longType) = (2, 3, 4)

    /// The orientation (1 to 8) in the first directory after a TIFF header.
    static func orientation(inTIFF bytes: Span<UInt8>) -> Int? {
        guard let (entry, order) = entry(orientationTag, shortType, in: bytes),
            let value = bytes.number(at: entry + 8, bytes: 2, order), (1...8).contains(value)
        else { return nil }
        return value
    }

    /// The program that wrote the file, up to its first zero and in printable ASCII.
    static func software(inTIFF bytes: Span<UInt8>) -> String? {
        guard let text = text(softwareTag, in: bytes) else { return nil }
        let printable = text.map { (0x20...0x7e).contains($0) ? $0 : UInt8(ascii: "?") }
        return printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
    }

    /// When the photo was taken, and when the file was changed.
    static func dates(inTIFF bytes: Span<UInt8>) -> FileDates {
        var dates = FileDates(changed: text(changedTag, in: bytes).flatMap(CalendarDate.init(inFile:)))
        if let (entry, order) = entry(photoTag, longType, in: bytes),
            let directory = bytes.number(at: entry + 8, bytes: 4, order)
        {
            dates.made = text(takenTag, in: bytes, directory: directory).flatMap(CalendarDate.init(inFile:))
        }
        return dates
    }

    /// The first bytes of a text, up to its first zero.
    private static func text(_ tag: Int, in bytes: Span<UInt8>, directory: Int? = nil) -> [UInt8]? {
        guard let (entry, order) = entry(tag, textType, in: bytes, directory: directory),
            let count = bytes.number(at: entry + 4, bytes: 4, order),
            let place = count <= 4 ? entry + 8 : bytes.number(at: entry + 8, bytes: 4, order)
        else { return nil }
        let text = bytes.extracting(bytes.range(at: place, count: min(count, maximumBytes)))
        var found: [UInt8] = []
        for index in text.indices where found.count == index {
            if text[index] != 0 { found.append(text[index]) }
        }
        return found
    }

    /// The offset of the first entry of a tag in a directory, or in the first one, if it has this type.
    private static func entry(
        _ wanted: Int, _ type: Int, in bytes: Span<UInt8>, directory: Int? = nil
    ) -> (offset: Int, order: ByteOrder)? {
        guard let order = ByteOrder(bytes), bytes.number(at: 2, bytes: 2, order) == 42,
            let directory = directory ?? bytes.number(at: 4, bytes: 4, order),
            let count = bytes.number(at: directory, bytes: 2, order), count <= maximumEntries
        else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = bytes.number(at: entry, bytes: 2, order) else { return nil }
            guard tag == wanted else { continue }
            return bytes.number(at: entry + 2, bytes: 2, order) == type ? (entry, order) : nil
        }
        return nil
    }
}

/// Which end of a number comes first.
enum ByteOrder: Sendable, Hashable {
    case little, big

    /// Reads the first two bytes of a TIFF header.
    init?(_ header: Span<UInt8>) {
        if header.has("II", at: 0) {
            self = .little
        } else if header.has("MM", at: 0) {
            self = .big
        } else {
            return nil
        }
    }
}

extension FileFacts {
    /// Adds the values of a picture's first EXIF data.
    mutating func addEXIF(inTIFF bytes: Span<UInt8>) {
        orientation = orientation ?? EXIF.orientation(inTIFF: bytes)
        software = software ?? EXIF.software(inTIFF: bytes)
        if dates == FileDates() { dates = EXIF.dates(inTIFF: bytes) }
    }
}

extension Span<UInt8> {
    /// Up to 8 bytes. Nil past the end, and for a number that no `Int` holds.
    func number(at offset: Int, bytes: Int, _ order: ByteOrder) -> Int? {
        let number = order == .little ? littleEndian(at: offset, bytes: bytes) : bigEndian(at: offset, bytes: bytes)
        guard let number, number >= 0 else { return nil }
        return number
    }
}
