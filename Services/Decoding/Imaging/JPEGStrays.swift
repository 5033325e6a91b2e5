import Shared

/// Bytes between the segments of a JPEG that belong to none of them.
///
/// Some phones write them. They do no harm, but the warning of them would hide the one of damage (`JPEGDamage`).
enum JPEGStrays {
    /// The same picture without them; nil where there are none, or the segments cannot be followed: the decoder judges.
    static func removed(from bytes: [UInt8]) -> [UInt8]? {
        let gaps = JPEGSegments.segments(of: bytes.span)?.map(\.gap) ?? []
        let strays = gaps.filter { bytes[$0].contains { $0 != 0xff } }
        guard !strays.isEmpty else { return nil }
        var clean: [UInt8] = []
        clean.reserveCapacity(bytes.count)
        var position = 0
        for stray in strays {
            clean += bytes[position..<stray.lowerBound]
            position = stray.upperBound
        }
        return clean + bytes[position...]
    }
}
