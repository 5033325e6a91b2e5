/// The layout of a line: fields at fixed places from the left and from the right, and an elastic part between.
struct ZoneLayout {
    struct Line {
        let width: Int
        let head: Int
        let tail: Int
        /// Whether the elastic part is a name, with fillers as separators.
        let holdsName: Bool
    }

    let format: TravelZone.Format
    let lines: [Line]

    static let all: [ZoneLayout] = [
        ZoneLayout(format: .td3, lines: [name(44, 5), Line(width: 44, head: 28, tail: 2, holdsName: false)]),
        ZoneLayout(
            format: .td1,
            lines: [
                Line(width: 30, head: 15, tail: 0, holdsName: false), Line(width: 30, head: 18, tail: 1, holdsName: false),
                name(30, 0),
            ]),
        ZoneLayout(
            format: .frenchCard,
            lines: [
                Line(width: 36, head: 5, tail: 6, holdsName: true), Line(width: 36, head: 36, tail: 0, holdsName: false),
            ]),
        ZoneLayout(format: .td2, lines: [name(36, 5), Line(width: 36, head: 28, tail: 1, holdsName: false)]),
        ZoneLayout(format: .visaA, lines: [name(44, 5), Line(width: 44, head: 28, tail: 0, holdsName: false)]),
        ZoneLayout(format: .visaB, lines: [name(36, 5), Line(width: 36, head: 28, tail: 0, holdsName: false)]),
    ]

    private static func name(_ width: Int, _ head: Int) -> Line {
        Line(width: width, head: head, tail: 0, holdsName: true)
    }
}

extension ZoneLayout.Line {
    /// Candidates of the full line, the most likely first. A stroke before or after the line is noise, and a run of
    /// fillers may be read too long or too short.
    func fits(_ signs: [UInt8]) -> [[UInt8]] {
        // A name may lose many of its fillers; a line of another format is no line of this one.
        guard abs(signs.count - width) <= (holdsName ? width / 2 : 6) else { return [] }
        var ways: [[UInt8]] = signs.count == width ? [signs] : []
        let noise = signs.count == width ? [0] : [0, 1, 2]
        for lead in noise {
            for trail in noise where signs.count - lead - trail >= head + tail {
                let way = filled(signs[lead..<(signs.count - trail)])
                if let way, !ways.contains(way) { ways.append(way) }
            }
        }
        return ways
    }

    private func filled(_ signs: ArraySlice<UInt8>) -> [UInt8]? {
        let room = width - head - tail
        var middle = signs.dropFirst(head).dropLast(tail)
        if holdsName {
            middle = middle.prefix(room)
        } else {
            // Behind the first filler there are only fillers, whatever they were read as.
            middle = middle.prefix { ZoneSign.either($0) != ZoneSign.filler }
        }
        guard middle.count <= room else { return nil }
        return signs.prefix(head) + middle + [UInt8](repeating: ZoneSign.filler, count: room - middle.count) + signs.suffix(tail)
    }
}
