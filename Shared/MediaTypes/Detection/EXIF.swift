/// Reads the orientation and the software from EXIF data (Exif 2.32, section 4.6.4).
enum EXIF {
    /// The number of bytes that are examined: cameras put the first directory right after its header.
    static let usefulLength = 8192
    private static let maximumEntries = 512
    /// Of the name of a program.
    private static let maximumBytes = 80
    private static let (orientationTag, softwareTag) = (0x0112, 0x0131)
    private static let (textType, shortType) = (2, 3)

    /// The orientation (1 to 8) in the first directory after a TIFF header.
    static func orientation(inTIFF bytes: Span<UInt8>) -> Int? {
        guard let (entry, order) = entry(orientationTag, shortType, in: bytes),
            let value = bytes.number(at: entry + 8, bytes: 2, order), (1...8).contains(value)
        else { return nil }
        return value
    }

    /// The program that wrote the file, up to its first zero and in printable ASCII.
    static func software(inTIFF bytes: Span<UInt8>) -> String? {
        guard let (entry, order) = entry(softwareTag, textType, in: bytes),
            let count = bytes.number(at: entry + 4, bytes: 4, order),
            let place = count <= 4 ? entry + 8 : bytes.number(at: entry + 8, bytes: 4, order)
        else { return nil }
        let text = bytes.extracting(bytes.range(at: place, count: min(count, maximumBytes)))
        var printable: [UInt8] = []
        for index in text.indices {
            let byte = text[index]
            if byte == 0 { break }
            printable.append((0x20...0x7e).contains(byte) ? byte : UInt8(ascii: "?"))
        }
        return printable.isEmpty ? nil : String(decoding: printable, as: UTF8.self)
    }

    /// The offset of the first entry of a tag, if it has this type.
    private static func entry(_ wanted: Int, _ type: Int, in bytes: Span<UInt8>) -> (offset: Int, order: ByteOrder)? {
        guard let order = ByteOrder(bytes), bytes.number(at: 2, bytes: 2, order) == 42,
            let directory = bytes.number(at: 4, bytes: 4, order),
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
