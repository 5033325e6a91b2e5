import Shared

/// A zero or an O of a zone. Where only digits can be, it is a zero for sure, and shows how this printer's zeros look beside an O; where
/// both may be, what looks like these zeros is one.
struct RoundSign {
    /// In its line.
    let index: Int
    /// How much more it is like an O than like a zero.
    let roundness: Float
    let isSurelyZero: Bool
    private let mayBeEither: Bool

    static func all(_ cells: [(sign: Int, place: Int)], _ field: ZoneLine.Field, _ columns: [ZoneColumns.Column]) -> [RoundSign] {
        guard let zero = ZoneColumns.signs.firstIndex(of: UInt8(ascii: "0")),
            let letter = ZoneColumns.signs.firstIndex(of: UInt8(ascii: "O"))
        else { return [] }
        return zip(cells, columns).enumerated().compactMap { index, element in
            let (cell, column) = element
            guard cell.sign == zero || cell.sign == letter else { return nil }
            return RoundSign(
                index: index,
                roundness: field.likeness(of: letter, at: cell.place) - field.likeness(of: zero, at: cell.place),
                isSurelyZero: !column.allows(UInt8(ascii: "O")), mayBeEither: column == .any)
        }
    }

    /// A printer's zeros differ by so much among themselves.
    private static let doubt: Float = 0.04

    /// The lines with zeros where they look like the zone's other zeros. Without such, all stays as it was read.
    static func told(_ lines: [ZoneLine]) -> [ZoneLine] {
        let known = lines.flatMap(\.rounds).filter(\.isSurelyZero).map(\.roundness)
        guard !known.isEmpty else { return lines }
        let usual = known.reduce(0, +) / Float(known.count)
        return lines.map { line in
            var line = line
            for round in line.rounds where round.mayBeEither {
                line.signs[round.index] = UInt8(ascii: round.roundness > max(usual, 0) + doubt ? "O" : "0")
            }
            return line
        }
    }
}
