/// The part of a photo that is the page: four corners, which are drawn straight. An instruction: the photo itself is kept as it came.
///
/// In JSON an array of four points, each of two numbers.
public struct PageCrop: Sendable, Hashable {
    /// In ten-thousandths of the width and of the height of the photo as it is looked at upright, before the person turns it.
    public struct Corner: Sendable, Hashable {
        public let x: Int
        public let y: Int

        public init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    /// What is the whole width or height.
    public static let whole = 10_000
    /// Less than a hundredth of the photo is a slip of the hand.
    public static let leastPart = 100

    /// Top left, top right, bottom right, bottom left.
    public let corners: [Corner]

    /// Nil unless there are four corners within the photo, clockwise, none bent inwards, around enough of it.
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
    /// Positive where the way over `next` to `last` turns to the right, by twice the area between them.
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
