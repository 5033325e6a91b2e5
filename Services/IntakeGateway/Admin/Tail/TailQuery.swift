import HTTPServer
import Operations
import Shared

/// The requested part of a topic.
struct TailQuery: Sendable {
    /// Nil for all events.
    var filter: FilterExpression<EventPredicate>?
    var start = TailStart.now
    var partition: Int32?
    /// The maximum of new events sent per second.
    var rate = 500

    static let rates = 1...5_000
    private static let mostPlaces = 1_000

    static let parameters: [Endpoint.Parameter] = [
        .query(
            "where", .text(1...WhereExpression.maximumLength),
            "Only events of which this is true, as in `docket tail --where`: `latency > 2s and not state == accepted`."),
        .query(
            "from", .text(1...32_000),
            "Where to begin: `now`, `beginning`, a moment, how long ago (`15m`), or offsets of partitions, which alone are read "
                + "then (`3:1200`, several separated by commas)."),
        .query("partition", .integer(0...2_147_483_647), "This partition alone."),
        .query("rate", .integer(rates), "The most events that are told in a second; 500 unless told."),
    ]

    init(reading query: QueryParameters, at now: Timestamp) throws(Problem) {
        var faults = QueryFaults(query, known: Set(Self.parameters.map(\.name)))
        if let text = query["where"] {
            do throws(WhereFault) {
                filter = try WhereExpression(text).expression
            } catch {
                faults.note("where", "is no expression: at column \(error.column), \(error.problem)")
            }
        }
        start =
            faults.read(
                "from",
                "now, beginning, a moment such as 2026-10-31T08:00:00Z, how long ago such as 15m, or offsets such as 3:1200"
            ) { Self.start($0, at: now) } ?? .now
        partition = faults.read("partition", "the number of a partition") { Int32($0).flatMap { $0 >= 0 ? $0 : nil } }
        rate = faults.integer("rate", in: Self.rates) ?? rate
        try faults.check("The topic cannot be followed like this; `errors` says why.")
    }

    static func start(_ text: String, at now: Timestamp) -> TailStart? {
        switch text {
        case "now": return .now
        case "beginning": return .oldest
        default: return Timestamp(moment: text, now: now).map(TailStart.time) ?? places(text).map(TailStart.places)
        }
    }

    /// `partition:offset`, separated by commas.
    private static func places(_ text: String) -> [Int32: Int64]? {
        let entries = text.split(at: ",", omittingEmptySubsequences: false)
        guard entries.count <= mostPlaces else { return nil }
        var places: [Int32: Int64] = [:]
        for entry in entries {
            let halves = entry.split(at: ":", omittingEmptySubsequences: false)
            guard halves.count == 2, let partition = Int32(halves[0]), let offset = Int64(halves[1]), partition >= 0, offset >= 0,
                places.updateValue(offset, forKey: partition) == nil
            else { return nil }
        }
        return places
    }

    static func text(of places: [Int32: Int64]) -> String {
        places.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: ",")
    }
}
