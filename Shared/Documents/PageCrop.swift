/// The part of a photo that is the page: four corners, which become a rectangle. It is an instruction: the photo itself
/// stays unchanged.
///
/// In JSON an array of four points, each of two numbers.
public struct PageCrop: Sendable, Hashable {
    /// In ten-thousandths of the width and the height of the upright photo, before the person's rotation.
    public struct Corner: Sendable, Hashable {
        public let x: Int
        public let y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// The whole width or height.
    public static let whole = 10_000
    /// The smallest part that counts, one hundredth of the photo: a smaller one is a mistake.
    public static let leastPart = 100

    /// Top left, top right, bottom right, bottom left.
    public let corners: [Corner]

    /// Nil unless the four corners lie within the photo, clockwise and convex, and enclose at least `leastPart`.
    public init?(_ corners: [Corner]) {
        let range = 0...Self.whole
        guard corners.count == 4, corners.allSatisfy({ range.contains($0.x) && range.contains($0.y) }) else { return nil }
        // Each turns to the right: a shape that crosses itself or is bent inwards has a corner that does not.
        for index in 0..<4 where corners[index].bend(to: corners[(index + 1) % 4], corners[(index + 2) % 4]) <= 0 { return nil }
        let twice = corners[0].bend(to: corners[1], corners[2]) + corners[0].bend(to: corners[2], corners[3])
        guard twice >= 2 * Self.whole * Self.whole / Self.leastPart else { return nil }
        self.corners = corners
    }

    /// From four points of two numbers each.
    public init?(points: [[Int]]) {
        let corners = points.compactMap { $0.count == 2 ? Corner(x: $0[0], y: $0[1]) : nil }
        guard corners.count == points.count else { return nil }
        self.init(corners)
    }

    public var points: [[Int]] { corners.map { [$0.x, $0.y] } }
}

extension PageCrop.Corner {
    /// Twice the area of the triangle with `next` and `last`; positive if it turns right.
    fileprivate func bend(to next: Self, _ last: Self) -> Int {
        (next.x - x) * (last.y - next.y) - (next.y - y) * (last.x - next.x)
    }
}

extension PageCrop: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let crop = Self(points: try container.decode([[Int]].self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a crop has four corners, clockwise from the top left, within 0 to \(Self.whole)"
            )
        }
        self = crop
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(points)
    }
}
