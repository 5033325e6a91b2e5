/// The one thing that EXIF data say of a picture's geometry.
enum EXIF {
    /// How much of them is looked at: cameras put the first directory right behind its header.
    static let usefulLength = 8192
    private static let maximumEntries = 512
    private static let orientationTag = 0x0112
    private static let shortType = 3

    /// The orientation (1 to 8) in the first directory of a TIFF header with what follows it (Exif 2.32, sections 4.5.2 and 4.6.4).
    static func orientation(inTIFF bytes: Span<UInt8>) -> Int? {
        guard let order = ByteOrder(bytes), bytes.number(at: 2, bytes: 2, order) == 42,
            let directory = bytes.number(at: 4, bytes: 4, order),
            let count = bytes.number(at: directory, bytes: 2, order), count <= maximumEntries
        else { return nil }
        for index in 0..<count {
            let entry = directory + 2 + index * 12
            guard let tag = bytes.number(at: entry, bytes: 2, order) else { return nil }
            guard tag == orientationTag else { continue }
            guard bytes.number(at: entry + 2, bytes: 2, order) == shortType,
                let value = bytes.number(at: entry + 8, bytes: 2, order), (1...8).contains(value)
            else { return nil }
            return value
        }
        return nil
    }
}

/// Which end of a number comes first.
enum ByteOrder: Sendable, Hashable {
    case little, big

    /// As the first two bytes of a TIFF header say.
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

extension Span<UInt8> {
    /// Up to 8 bytes; nil past the end, and for a number that no `Int` holds.
    func number(at offset: Int, bytes: Int, _ order: ByteOrder) -> Int? {
        let number = order == .little ? littleEndian(at: offset, bytes: bytes) : bigEndian(at: offset, bytes: bytes)
        guard let number, number >= 0 else { return nil }
        return number
    }
}
