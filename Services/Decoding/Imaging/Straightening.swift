import CLibvips
import Shared

/// Turns the part of a picture that is the page into a rectangle, and corrects the perspective.
struct Straightening {
    /// The size of the page, at most that of the box.
    let size: PixelSize
    /// The size that the whole picture is shrunk to fit into first.
    let source: PixelSize
    private let crop: PageCrop

    /// A cropped picture has all its pixels in memory: at most as many as this number of boxes.
    private static let mostBoxes = 4.0

    /// For an upright picture. The box is for an upright page, and is turned for a landscape page. Nothing is enlarged.
    init(_ crop: PageCrop, of picture: PixelSize, fitting box: PixelSize) {
        let corners = crop.corners.map { Point(x: Double($0.x), y: Double($0.y)).scaled(to: picture) }
        // Opposite sides have the same length on paper: the longer one lay nearer to the camera, and shows more. A side that goes
        // away from the camera looks shorter than it is.
        let wide = max(corners[0].distance(to: corners[1]), corners[3].distance(to: corners[2]), 1)
        let high = max(corners[0].distance(to: corners[3]), corners[1].distance(to: corners[2]), 1)
        let seen = wide / high
        let proportion = SheetProportion.widthByHeight(corners, in: picture).between(seen / 2, seen * 2)
        let (width, height) = (max(wide, high * proportion), max(high, wide / proportion))
        let fit = (width > height) == (box.width > box.height) ? box : box.turned
        let pixels = Double(picture.width) * Double(picture.height)
        let most = (Self.mostBoxes * Double(box.width) * Double(box.height) / pixels).squareRoot()
        let scale = min(1, Double(fit.width) / width, Double(fit.height) / height, most)
        self.crop = crop
        size = PixelSize(
            width: min(fit.width, max(1, Int((width * scale).rounded()))),
            height: min(fit.height, max(1, Int((height * scale).rounded()))))
        source = PixelSize(
            width: max(1, Int((Double(picture.width) * scale).rounded())),
            height: max(1, Int((Double(picture.height) * scale).rounded())))
    }

    /// Decodes the whole picture.
    func straightened(_ picture: Picture) throws(ImagingError) -> Picture {
        let picture = try picture.opaqueSRGB().decoded()
        let actual = PixelSize(width: picture.width, height: picture.height)
        let corners = crop.corners.map { Point(x: Double($0.x), y: Double($0.y)).scaled(to: actual) }
        return try picture.projected(to: size, by: Projection(onto: corners, from: size).coefficients)
    }
}

extension Double {
    /// Not-a-number counts as too little.
    fileprivate func between(_ least: Double, _ most: Double) -> Double { self >= least ? Swift.min(self, most) : least }
}

struct Point {
    var x: Double
    var y: Double

    /// From ten-thousandths.
    fileprivate func scaled(to size: PixelSize) -> Point {
        Point(x: x * Double(size.width) / Double(PageCrop.whole), y: y * Double(size.height) / Double(PageCrop.whole))
    }

    fileprivate func distance(to other: Point) -> Double {
        let (across, down) = (x - other.x, y - other.y)
        return (across * across + down * down).squareRoot()
    }
}

/// The projective map of a rectangle onto four corners: x' = (ax + by + c) / (gx + hy + 1), y' = (dx + ey + f) / (gx + hy
/// + 1).
///
/// Paul Heckbert, Fundamentals of Texture Mapping (1989), section 2.2.3. The denominator is positive within the
/// rectangle, since a crop is convex.
struct Projection {
    /// The coefficients a to h.
    let coefficients: [Double]

    /// `corners` are clockwise from the top left.
    init(onto corners: [Point], from size: PixelSize) {
        let (first, second, third, fourth) = (corners[0], corners[1], corners[2], corners[3])
        let across = Point(x: second.x - third.x, y: second.y - third.y)
        let down = Point(x: fourth.x - third.x, y: fourth.y - third.y)
        let sum = Point(x: first.x - second.x + third.x - fourth.x, y: first.y - second.y + third.y - fourth.y)
        let area = across.x * down.y - down.x * across.y
        let g = (sum.x * down.y - down.x * sum.y) / area
        let h = (across.x * sum.y - sum.x * across.y) / area
        let (width, height) = (Double(size.width), Double(size.height))
        coefficients = [
            (second.x - first.x + g * second.x) / width, (fourth.x - first.x + h * fourth.x) / height, first.x,
            (second.y - first.y + g * second.y) / width, (fourth.y - first.y + h * fourth.y) / height, first.y,
            g / width, h / height,
        ]
    }
}
