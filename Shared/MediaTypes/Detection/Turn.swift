/// One of the eight EXIF orientations: an optional mirroring of left and right, then a rotation.
struct Turn: Hashable, Sendable {
    private var isMirrored = false
    /// Clockwise, in quarter turns.
    private var quarters = 0

    mutating func rotate(quartersAnticlockwise count: Int) {
        quarters = (quarters + 4 - count) % 4
    }

    mutating func mirror(leftAndRight: Bool) {
        // What was turned before turns the other way round in a mirror; top and bottom is left and right, turned by half.
        quarters = ((leftAndRight ? 0 : 2) + 4 - quarters) % 4
        isMirrored.toggle()
    }

    /// The EXIF number.
    var orientation: Int {
        let plain = [1, 6, 3, 8]
        let mirrored = [2, 7, 4, 5]
        return (isMirrored ? mirrored : plain)[quarters]
    }
}
