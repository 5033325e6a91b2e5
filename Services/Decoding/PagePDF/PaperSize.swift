import Jail
import Shared

/// The paper that a picture is put on: the page's own size where it has one. Else A4 in the picture's orientation, shrunk to the
/// picture's proportions; a small picture keeps 72 pixels to the inch instead of being blown up.
struct PaperSize: Sendable {
    private static let shortSideOfA4 = 595.276
    private static let longSideOfA4 = 841.89

    /// Points, in PDF's notation.
    let width: String
    let height: String
    /// The same in hundredths of a point.
    let hundredths: (width: Int, height: Int)

    init(_ paper: Paper?, for picture: CleanJPEG) {
        hundredths = paper.map { ($0.width, $0.height) } ?? Self.fitting(width: picture.width, height: picture.height)
        width = Self.points(hundredths: hundredths.width)
        height = Self.points(hundredths: hundredths.height)
    }

    /// - Parameters: The picture's sides, in pixels.
    private static func fitting(width: Int, height: Int) -> (Int, Int) {
        let isLandscape = width > height
        let widest = isLandscape ? longSideOfA4 : shortSideOfA4
        let highest = isLandscape ? shortSideOfA4 : longSideOfA4
        let scale = min(widest / Double(width), highest / Double(height), 1)
        func hundredths(_ side: Int) -> Int { max(1, Int((Double(side) * scale * 100).rounded())) }
        return (hundredths(width), hundredths(height))
    }

    /// Without the help of a locale.
    static func points(hundredths: Int) -> String {
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    /// Whether these words are a size that a page may have, in this notation.
    static func isSound(_ words: [String]) -> Bool {
        words.count == 2
            && words.allSatisfy { word in
                let digits = word.filter { $0 != "." }
                return Int(digits).map { (1...Paper.sides.upperBound).contains($0) && points(hundredths: $0) == word } ?? false
            }
    }
}
