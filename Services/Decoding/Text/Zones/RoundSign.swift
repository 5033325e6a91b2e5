import Shared

/// A zero or an O of a zone. Where only digits are allowed it is certainly a zero, and shows how this printer's zeros
/// look. Where both are allowed, a sign that looks like these zeros is a zero.
struct RoundSign {
    /// Its index in the line.
    let index: Int
    /// Its likeness to an O minus that to a zero.
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

    /// The difference among a printer's zeros.
    private static let doubt: Float = 0.04

    /// The lines with zeros where a sign looks like the zone's certain zeros. Without any, the lines stay as read.
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
