/// The paper size of a page. A PDF's pages have one, photos have none.
public struct Paper: Hashable, Sendable, Codable {
    /// Hundredths of a point (1/7200 inch).
    public let width: Int
    public let height: Int

    /// From 3 to 14,400 points, the range that PDF readers must accept (ISO 32000-1, annex C).
    public static let sides = 300...1_440_000

    /// Nil for a size that no program has to take.
    ///
    /// - Parameters: Points.
    public init?(width: Double, height: Double) {
        // in order: both of a constant
        let sides = Double(Self.sides.lowerBound)...Double(Self.sides.upperBound)
        // Not a number is in no range.
        guard sides.contains(width * 100), sides.contains(height * 100) else { return nil }
        self.init(hundredths: Int((width * 100).rounded()), Int((height * 100).rounded()))
    }

    public init?(hundredths width: Int, _ height: Int) {
        guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
        self.width = width
        self.height = height
    }

    public init(from decoder: any Decoder) throws {
        var sides = try decoder.unkeyedContainer()
        guard let paper = Paper(hundredths: try sides.decode(Int.self), try sides.decode(Int.self)) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "No page has such a size."))
        }
        self = paper
    }

    public func encode(to encoder: any Encoder) throws {
        var sides = encoder.unkeyedContainer()
        try sides.encode(width)
        try sides.encode(height)
    }

    private init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    public func turned(by rotation: Rotation) -> Paper {
        switch rotation {
        case .none, .half: self
        case .quarter, .threeQuarters: Paper(width: height, height: width)
        }
    }
}
