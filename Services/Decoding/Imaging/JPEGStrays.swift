import Shared

/// Stray bytes between the segments of a JPEG.
///
/// Some phones write them. They are harmless, but their warning would hide that of damage (`JPEGDamage`).
enum JPEGStrays {
    /// The same picture without them; nil if there are none, or if the segments cannot be followed: the decoder decides
    /// then.
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
