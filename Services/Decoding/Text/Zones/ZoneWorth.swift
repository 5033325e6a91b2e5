import Shared

/// The quality of lines as a zone.
struct ZoneWorth: Comparable {
    /// Whether all check digits are valid.
    let holds: Bool
    /// Whether that needed no correction.
    let isFlawless: Bool
    private let rank: Int
    /// The century of a birth makes no difference here.
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
