/// Lays out text in columns of a terminal.
enum TextLayout {
    /// Breaks text at blanks so that no line is longer than `width`, unless a word is. Line breaks in the text stay.
    static func wrap(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph -> [String] in
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ") {
                if line.isEmpty {
                    line = String(word)
                } else if line.count + 1 + word.count <= width {
                    line += " " + word
                } else {
                    lines.append(line)
                    line = String(word)
                }
            }
            return lines + [line]
        }
    }

    /// Two columns. If a term is too long for its column, its text begins on the next line.
    static func table(_ rows: [(term: String, text: String)], width: Int, maximumTermWidth: Int = 30) -> [String] {
        let longest = rows.map(\.term.count).filter { $0 <= maximumTermWidth }.max() ?? maximumTermWidth
        let indent = String(repeating: " ", count: longest + 4)
        return rows.flatMap { row -> [String] in
            let lines = wrap(row.text, width: max(20, width - indent.count))
            guard row.term.count <= longest else { return ["  " + row.term] + lines.map { indent + $0 } }
            let padding = String(repeating: " ", count: longest - row.term.count + 2)
            return lines.enumerated().map { index, line in
                trimmedEnd(index == 0 ? "  " + row.term + padding + line : indent + line)
            }
        }
    }

    private static func trimmedEnd(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
