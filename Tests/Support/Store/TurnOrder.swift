public import Domain

/// Which rows a relay claims next: a weighted round over the tenants, the oldest row first where turns are equal. It is pure.
///
/// A row can be overtaken only by rows that are older or of an earlier turn of their tenants, and those are finitely many: no
/// tenant starves, whatever the others bring.
public enum TurnOrder {
    public struct Row: Hashable, Sendable {
        public let position: Int64
        public let line: OutboxLine

        public init(position: Int64, line: OutboxLine) { (self.position, self.line) = (position, line) }
    }

    public struct Choice: Hashable, Sendable {
        /// In the order of their positions.
        public var positions: [Int64] = []
        /// Lines with rows beyond their room.
        public var held: Set<OutboxLine> = []
    }

    /// Chooses among rows that could be published now.
    public static func choose(_ rows: [Row], within room: OutboxRoom) -> Choice {
        var choice = Choice()
        var taken: [OutboxLine: Int] = [:]
        var ofTenant: [Place: Int] = [:]
        var candidates: [(turn: Int, position: Int64)] = []
        for row in rows.sorted(by: { $0.position < $1.position }) {
            guard taken[row.line, default: 0] < room.free(row.line) else {
                choice.held.insert(row.line)
                continue
            }
            taken[row.line, default: 0] += 1
            let place = Place(topic: row.line.topic, tenant: row.line.tenant)
            let number = ofTenant[place, default: 0]
            ofTenant[place] = number + 1
            candidates.append((number / room.weight(row.line.tenant), row.position))
        }
        candidates.sort { ($0.turn, $0.position) < ($1.turn, $1.position) }
        choice.positions = candidates.prefix(room.limit).map(\.position).sorted()
        return choice
    }

    private struct Place: Hashable {
        let topic: String
        let tenant: String
    }
}

extension OutboxRoom {
    /// The room of a line.
    public func free(_ line: OutboxLine) -> Int { line.isBounded ? max(0, ofLine[line] ?? perLine) : limit }

    fileprivate func weight(_ tenant: String) -> Int { max(1, weights[tenant] ?? 1) }
}
