import Jail
import Shared

/// The paper of a page: its own size, if it has one. Otherwise A4 in the picture's orientation, shrunk to the picture's
/// proportions. A small picture is not enlarged beyond 72 pixels per inch.
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

    /// Independent of any locale.
    static func points(hundredths: Int) -> String {
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    /// Whether these words are a valid size of a page, in this notation.
    static func isSound(_ words: [String]) -> Bool {
        words.count == 2
            && words.allSatisfy { word in
                let digits = word.filter { $0 != "." }
                return Int(digits).map { (1...Paper.sides.upperBound).contains($0) && points(hundredths: $0) == word } ?? false
            }
    }
}
