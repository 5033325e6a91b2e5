import Shared

/// Pages for tests of reading, from lines of text. Each line is set in a row of its own; two blanks set what follows in a column.
extension PageText {
    /// `confidence` is that of every word. A column begins at the place of its first letter, a hundredth of the width for each.
    static func lines(_ lines: String..., source: Source = .layer, confidence: Int = 100) -> PageText {
        written(lines, source: source, confidence: confidence)
    }

    static func written(_ lines: [String], source: Source = .layer, confidence: Int = 100) -> PageText {
        var words: [PageWord] = []
        var number = 0
        for (row, line) in lines.enumerated() {
            var place = 0
            var isFirst = true
            for piece in line.split(separator: " ", omittingEmptySubsequences: false) {
                if piece.isEmpty {
                    // Two blanks or more: another line of the same row.
                    if !isFirst { number += 1 }
                    isFirst = true
                } else {
                    let length = piece.unicodeScalars.count
                    let box = PageBox(
                        left: min(place, 120) * 80, top: row * 200 + 100, right: min(place + length, 124) * 80,
                        bottom: row * 200 + 220)
                    words.append(PageWord(text: String(piece), box: box, confidence: confidence, line: number))
                    isFirst = false
                    place += length
                }
                place += 1
            }
            number += 1
        }
        return PageText(source: source, proportion: 0.707, words: words)
    }
}

extension DocumentText {
    /// One page of these lines.
    init(_ lines: String...) { self.init([.written(lines)]) }
}
