import QRCode
import Shared

/// A cover sheet as SVG in the size of A4, in millimetres. Pure.
struct SheetPicture {
    private let code: String
    private let texts: [(text: String, size: Double)]

    init(_ sheet: CoverSheet, document: String, journey: String, reference: String?, _ language: Language) {
        code = sheet.code
        texts =
            [(document, 11), (journey, 6)].map { ($0.0, Double($0.1)) }
            + [(language.say(.sheetOnTop), 5), (language.say(.sheetTogether), 5)]
            + (reference.map { [($0, 5)] } ?? []) + [(sheet.submission.description, 4)]
    }

    private static let width = 210.0
    private static let margin = 20.0
    private static let codeSide = 80.0
    private static let height = 297.0

    /// Nil only if the text is too long for a QR code, which never happens.
    var svg: String? {
        guard let squares = QRCode(code) else { return nil }
        var lines = ""
        var y = Self.margin * 2 + Self.codeSide
        for (text, size) in texts {
            for line in Self.lines(of: text, size: size) {
                y += size * 1.4
                lines += "<text x=\"\(Self.width / 2)\" y=\"\(y.rounded())\" font-size=\"\(size)\">\(HTML.escaped(line))</text>\n"
            }
            y += 4
        }
        let (left, scale) = ((Self.width - Self.codeSide) / 2, Self.codeSide / Double(squares.side))
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 \(Self.width) \(Self.height)">
            <rect width="100%" height="100%" fill="#fff"/>
            <g font-family="sans-serif" text-anchor="middle" fill="#000">
            <path shape-rendering="crispEdges" transform="translate(\(left) \(Self.margin)) scale(\(scale))" d="\(squares.path)"/>
            \(lines)</g>
            </svg>

            """
    }

    /// Lines that fit between the margins, broken at blanks if possible. The text is cut after four lines.
    static func lines(of text: String, size: Double) -> [String] {
        // A letter is about half as wide as high at most, but for those of Chinese, Japanese and Korean.
        func length(_ scalar: Unicode.Scalar) -> Double { scalar.value >= 0x2E80 ? size : size * 0.55 }
        let room = width - margin * 2
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        var used = 0.0
        func end() {
            lines.append(String(line))
            (line, used) = (String.UnicodeScalarView(), 0)
        }
        for word in text.unicodeScalars.split(separator: " ") {
            if !line.isEmpty {
                if used + length(" ") + word.reduce(0, { $0 + length($1) }) > room { end() } else { line.append(" ") }
                used += line.isEmpty ? 0 : length(" ")
            }
            for scalar in word {
                if used + length(scalar) > room { end() }
                line.append(scalar)
                used += length(scalar)
            }
        }
        if !line.isEmpty { end() }
        return lines.count > 4 ? lines.prefix(3) + ["\(lines[3])…"] : lines
    }
}
