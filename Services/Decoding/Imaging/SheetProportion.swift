import Shared

/// How wide a sheet is for its height, by where a camera sees its corners.
///
/// Zhengyou Zhang and Li-wei He, Whiteboard scanning and image enhancement (2003), section 3: with square pixels and the lens before
/// the middle of the picture, four corners say how far away the picture is, and with that how long the sides are.
enum SheetProportion {
    /// Of the picture's longer side: lenses that phones and cameras have.
    private static let lenses = 0.45...3.0
    /// What is taken where the corners do not say: sides that are nearly parallel.
    private static let commonLens = 0.85

    /// Width by height. `corners` from the top left clockwise.
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
    /// Squared, in pictures that are as far away as the root of `lens`.
    func length(_ lens: Double) -> Double { (x * x + y * y) / lens + z * z }
}
