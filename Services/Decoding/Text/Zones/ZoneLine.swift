import Shared

/// A line of a zone, read character by character. They have equal distances, so none is lost or read twice.
struct ZoneLine {
    var signs: [UInt8]
    /// The similarity of the line to characters, from -1 to 1.
    let likeness: Double
    /// The beginning of the first cell and the end of the last, in pixels of the raster.
    let left: Int
    let right: Int
    /// All zeros and Os.
    let rounds: [RoundSign]

    /// The similarity of each character at each place of a line.
    struct Field {
        let places: Int
        let likeness: [Float]

        func likeness(of sign: Int, at place: Int) -> Float { likeness[sign * places + place] }
    }

    /// The deviation in pixels of the distance of two characters: paper is bent, and seen at an angle.
    private static let play = 1
    private static let priceOfPlay: Float = 0.02

    /// The most similar path through the line for these columns; nil if they do not fit.
    init?(_ field: Field, columns: [ZoneColumns.Column]) {
        let places = field.places
        guard places > 0, let first = columns.first, columns.count * (ZoneGlyphs.pitch - Self.play) <= places else { return nil }
        var choices: [ZoneColumns.Column: Choice] = [:]
        for column in Set(columns) { choices[column] = Choice(field, column) }
        guard var reached = choices[first]?.likeness else { return nil }
        var steps = [Int8](repeating: 0, count: columns.count * places)
        for (index, column) in columns.enumerated().dropFirst() {
            guard let choice = choices[column] else { return nil }
            var next = [Float](repeating: -.infinity, count: places)
            for play in -1...1 {
                let step = ZoneGlyphs.pitch + play * Self.play
                let price = play == 0 ? 0 : Self.priceOfPlay
                for place in step..<places {
                    let sum = reached[place - step] - price + choice.likeness[place]
                    guard sum > next[place] else { continue }
                    next[place] = sum
                    steps[index * places + place] = Int8(step)
                }
            }
            reached = next
        }
        guard let end = reached.indices.max(by: { reached[$0] < reached[$1] }), reached[end].isFinite else { return nil }
        var (place, cells): (Int, [(sign: Int, place: Int)]) = (end, [])
        for (index, column) in columns.enumerated().reversed() {
            guard place >= 0, place < places, let choice = choices[column] else { return nil }
            cells.append((choice.sign[place], place))
            place -= Int(steps[index * places + place])
        }
        cells.reverse()
        signs = cells.map { ZoneColumns.signs[$0.sign] }
        likeness = Double(reached[end]) / Double(columns.count)
        left = cells.first?.place ?? 0
        right = end + ZoneGlyphs.pitch
        rounds = RoundSign.all(cells, field, columns)
    }

    /// The most similar character of a column at each place.
    private struct Choice {
        var likeness: [Float]
        var sign: [Int]

        init(_ field: Field, _ column: ZoneColumns.Column) {
            likeness = [Float](repeating: -.infinity, count: field.places)
            sign = [Int](repeating: 0, count: field.places)
            for (index, letter) in ZoneColumns.signs.enumerated() where column.allows(letter) {
                for place in 0..<field.places where field.likeness(of: index, at: place) > likeness[place] {
                    likeness[place] = field.likeness(of: index, at: place)
                    sign[place] = index
                }
            }
        }
    }
}
