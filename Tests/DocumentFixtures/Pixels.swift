/// Red, green and blue, 0 to 255.
public struct Colour: Hashable, Sendable, CustomStringConvertible {
    public var red: Int
    public var green: Int
    public var blue: Int

    public init(_ red: Int, _ green: Int, _ blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    public static let red = Colour(255, 0, 0)
    public static let green = Colour(0, 255, 0)
    public static let blue = Colour(0, 0, 255)
    public static let yellow = Colour(255, 255, 0)
    public static let white = Colour(255, 255, 255)

    /// Whether no channel differs by more than `tolerance`.
    public func isClose(to other: Colour, tolerance: Int = 40) -> Bool {
        abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance && abs(blue - other.blue) <= tolerance
    }

    public var description: String { "(\(red), \(green), \(blue))" }
}

/// The colours in a picture's corners, by which one sees how it is turned.
public struct Corners: Hashable, Sendable, CustomStringConvertible {
    public var topLeft: Colour
    public var topRight: Colour
    public var bottomLeft: Colour
    public var bottomRight: Colour

    public init(_ topLeft: Colour, _ topRight: Colour, _ bottomLeft: Colour, _ bottomRight: Colour) {
        self.topLeft = topLeft
        self.topRight = topRight
        self.bottomLeft = bottomLeft
        self.bottomRight = bottomRight
    }

    /// Of every picture that `Pixels.cornered` draws.
    public static let upright = Corners(.red, .green, .blue, .yellow)

    /// As one sees it when `self` is stored with this EXIF orientation (1 to 8).
    public func displayed(withOrientation orientation: Int) -> Corners {
        switch orientation {
        case 2: Corners(topRight, topLeft, bottomRight, bottomLeft)
        case 3: Corners(bottomRight, bottomLeft, topRight, topLeft)
        case 4: Corners(bottomLeft, bottomRight, topLeft, topRight)
        case 5: Corners(topLeft, bottomLeft, topRight, bottomRight)
        case 6: Corners(bottomLeft, topLeft, bottomRight, topRight)
        case 7: Corners(bottomRight, topRight, bottomLeft, topLeft)
        case 8: Corners(topRight, bottomRight, topLeft, bottomLeft)
        default: self
        }
    }

    public func isClose(to other: Corners, tolerance: Int = 40) -> Bool {
        zip(all, other.all).allSatisfy { $0.isClose(to: $1, tolerance: tolerance) }
    }

    private var all: [Colour] { [topLeft, topRight, bottomLeft, bottomRight] }

    public var description: String { "\(topLeft) \(topRight) / \(bottomLeft) \(bottomRight)" }
}

/// A picture without compression.
public struct Pixels: Hashable, Sendable {
    public let width: Int
    public let height: Int
    /// Packed red, green, blue.
    public let rgb: [UInt8]

    public init(width: Int, height: Int, rgb: [UInt8]) {
        self.width = width
        self.height = height
        self.rgb = rgb
    }

    /// Each quarter in a colour of its own, as `Corners.upright` says.
    public static func cornered(width: Int, height: Int) -> Pixels {
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            let left = y < height / 2 ? Colour.red : .blue
            let right = y < height / 2 ? Colour.green : .yellow
            for x in 0..<width {
                let colour = x < width / 2 ? left : right
                rgb.append(UInt8(colour.red))
                rgb.append(UInt8(colour.green))
                rgb.append(UInt8(colour.blue))
            }
        }
        return Pixels(width: width, height: height, rgb: rgb)
    }

    public static func plain(_ colour: Colour, width: Int, height: Int) -> Pixels {
        let one = [UInt8(colour.red), UInt8(colour.green), UInt8(colour.blue)]
        return Pixels(width: width, height: height, rgb: Array(repeating: one, count: width * height).flatMap(\.self))
    }

    /// No two neighbours alike, as little as in a photo; bright enough to be one by day.
    public static func grainy(width: Int, height: Int) -> Pixels {
        var state: UInt64 = 0x9e37_79b9_7f4a_7c15
        let rgb = (0..<width * height * 3).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(60 + state >> 33 % 190)
        }
        return Pixels(width: width, height: height, rgb: rgb)
    }

    public subscript(x: Int, y: Int) -> Colour {
        let start = (y * width + x) * 3
        return Colour(Int(rgb[start]), Int(rgb[start + 1]), Int(rgb[start + 2]))
    }

    public var corners: Corners {
        let (x, y) = (width / 8, height / 8)
        return Corners(self[x, y], self[width - 1 - x, y], self[x, height - 1 - y], self[width - 1 - x, height - 1 - y])
    }
}

extension Pixels {
    /// Netpbm's P6.
    public var ppm: [UInt8] { Array("P6\n\(width) \(height)\n255\n".utf8) + rgb }

    /// Decodes any picture that the `vips` tool can read.
    public init(decoding bytes: [UInt8]) throws {
        let ppm = try Tool.vips.run(["copy", "in", "out.ppm"], files: ["in": bytes], yields: "out.ppm")
        // "P6", perhaps a comment, width, height and the greatest value, each followed by white space.
        var words: [String] = []
        var position = 0
        while words.count < 4, let end = ppm[position...].firstIndex(where: { $0 == 0x0a || $0 == 0x20 }) {
            if ppm[position] == UInt8(ascii: "#") {
                position = (ppm[position...].firstIndex(of: 0x0a) ?? end) + 1
                continue
            }
            words.append(String(decoding: ppm[position..<end], as: UTF8.self))
            position = end + 1
        }
        guard words.count == 4, words[0] == "P6", let width = Int(words[1]), let height = Int(words[2]) else {
            throw Tool.Failed(description: "no P6 picture: \(words)")
        }
        self.init(width: width, height: height, rgb: Array(ppm[position...]))
    }
}
