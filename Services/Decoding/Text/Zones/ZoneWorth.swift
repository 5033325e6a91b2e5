import Shared

/// How good lines are as a zone.
struct ZoneWorth: Comparable {
    static let none = ZoneWorth([])

    /// Whether all check digits hold.
    let holds: Bool
    /// And nothing had to be mended for that.
    let isFlawless: Bool
    private let rank: Int
    /// The century of a birth makes no difference.
    private static let anyDay = CalendarDate(daysSinceEpoch: 0)

    init(_ words: [PageWord]) {
        let document = DocumentText([PageText(source: .recognized, proportion: 1, words: words)])
        let zone = ZoneReader.read(document, today: Self.anyDay).first?.value
        holds = zone?.isValid ?? false
        isFlawless = zone.map { $0.isValid && $0.mended.isEmpty } ?? false
        guard let zone else {
            rank = 0
            return
        }
        let holding = zone.checks.count(where: \.holds)
        rank = 1 + holding * 2 + (zone.isValid ? 100 : 0) + (zone.mended.isEmpty ? 1 : 0)
    }

    static func < (one: ZoneWorth, other: ZoneWorth) -> Bool { one.rank < other.rank }
    static func == (one: ZoneWorth, other: ZoneWorth) -> Bool { one.rank == other.rank }
}
