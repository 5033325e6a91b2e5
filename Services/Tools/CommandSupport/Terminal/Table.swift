/// Columns of text, as wide as their widest cell; the last column is not padded.
package struct Table: Sendable {
    private var rows: [[String]] = []
    package var indentation = 2

    package init() {}

    package mutating func row(_ cells: String...) { rows.append(cells) }

    package var isEmpty: Bool { rows.isEmpty }

    /// `first` decorates the cells of the first column after they were measured.
    package func lines(first decorate: (String) -> String = { $0 }) -> [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { cells in
            let padded = cells.enumerated().map { index, cell in
                let padding = index == cells.count - 1 ? "" : String(repeating: " ", count: widths[index] - cell.count + 2)
                return (index == 0 ? decorate(cell) : cell) + padding
            }
            return String(repeating: " ", count: indentation) + padded.joined()
        }
    }
}
