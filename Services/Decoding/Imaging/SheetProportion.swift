import Shared

/// The proportion of a sheet, from the places of its corners in a photo.
///
/// Zhengyou Zhang and Li-wei He, Whiteboard scanning and image enhancement (2003), section 3: with square pixels and the
/// lens in front of the middle of the picture, four corners give the focal length, and so the lengths of the sides.
enum SheetProportion {
    /// Focal lengths of phones and cameras, as a share of the picture's longer side.
    private static let lenses = 0.45...3.0
    /// The focal length if the corners do not determine it: their sides are nearly parallel.
    private static let commonLens = 0.85

    /// Width divided by height. `corners` are clockwise from the top left.
    static func widthByHeight(_ corners: [Point], in picture: PixelSize) -> Double {
        let middle = Point(x: Double(picture.width) / 2, y: Double(picture.height) / 2)
        let seen = corners.map { Ray(x: $0.x - middle.x, y: $0.y - middle.y, z: 1) }
        let (first, second, third, fourth) = (seen[0], seen[1], seen[2], seen[3])
        let normal = first.cross(third)
        let across = second.times(normal.dot(fourth) / second.cross(third).dot(fourth)).minus(first)
        let down = fourth.times(normal.dot(second) / fourth.cross(third).dot(second)).minus(first)
        let longest = Double(max(picture.width, picture.height))
        let squared = -(across.x * down.x + across.y * down.y) / (across.z * down.z)
        let isLens = squared > 0 && lenses.contains(squared.squareRoot() / longest)
        let lens = isLens ? squared : commonLens * longest * commonLens * longest
        return (across.length(lens) / down.length(lens)).squareRoot()
    }
}

private struct Ray {
    var x: Double
    var y: Double
    var z: Double

    func cross(_ other: Ray) -> Ray {
        Ray(x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }
    func dot(_ other: Ray) -> Double { x * other.x + y * other.y + z * other.z }
    func times(_ factor: Double) -> Ray { Ray(x: x * factor, y: y * factor, z: z * factor) }
    func minus(_ other: Ray) -> Ray { Ray(x: x - other.x, y: y - other.y, z: z - other.z) }
    /// Squared, for the square of the focal length in `lens`.
    func length(_ lens: Double) -> Double { (x * x + y * y) / lens + z * z }
}
