/// The segments before the first scan of a JPEG (ITU-T T.81, annex B).
enum JPEGSegments {
    private static let maximumSegments = 4096

    /// The same picture without bytes between segments that belong to none of them; nil where there are none, or the segments cannot be
    /// followed: the decoder judges.
    ///
    /// Some phones write them. They do no harm, but the warning of them would hide the one of damage (`JPEGDamage`).
    static func withoutStrayBytes(_ bytes: [UInt8]) -> [UInt8]? {
        var stray: [Range<Int>] = []
        var position = 2
        for _ in 0..<maximumSegments {
            let start = position
            while position + 1 < bytes.count, bytes[position] != 0xff || [0, 0xff].contains(bytes[position + 1]) { position += 1 }
            guard position + 3 < bytes.count else { return nil }
            // A marker may have any number of 0xff before it.
            if bytes[start..<position].contains(where: { $0 != 0xff }) { stray.append(start..<position) }
            let marker = bytes[position + 1]
            if marker == 0xda || marker == 0xd9 { return removing(stray, from: bytes) }
            let isAlone = (0xd0...0xd8).contains(marker) || marker == 1
            let length = isAlone ? 0 : Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
            guard isAlone || length >= 2 else { return nil }
            position += 2 + length
        }
        return nil
    }

    private static func removing(_ stray: [Range<Int>], from bytes: [UInt8]) -> [UInt8]? {
        guard !stray.isEmpty else { return nil }
        var clean: [UInt8] = []
        clean.reserveCapacity(bytes.count)
        var position = 0
        for range in stray {
            clean += bytes[position..<range.lowerBound]
            position = range.upperBound
        }
        return clean + bytes[position...]
    }
}
