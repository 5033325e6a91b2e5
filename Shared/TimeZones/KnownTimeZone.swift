internal import Synchronization

/// A time zone by its IANA name, such as `Europe/Berlin`.
///
/// Foundation knows time zones on Linux only by a copy of ICU's data, 45 MB in each program. This asks what the system keeps
/// instead (Debian's `tzdata`), which is also what its administrator updates; on Apple's systems it asks Foundation.
public struct KnownTimeZone: Sendable {
    public let name: String
    private let rules: any OffsetRules

    /// Needs nothing of the system.
    public static let utc = KnownTimeZone(name: "UTC", rules: ZoneRules.utc)

    /// nil if the system knows no zone of that name.
    public init?(named name: String) {
        guard name != Self.utc.name else {
            self = .utc
            return
        }
        guard let rules = Self.cached(name) else { return nil }
        self.init(name: name, rules: rules)
    }

    private init(name: String, rules: any OffsetRules) {
        self.name = name
        self.rules = rules
    }

    /// How many seconds the zone's clocks are ahead of UTC then; negative west of Greenwich.
    public func secondsFromUTC(at moment: Timestamp) -> Int {
        let (seconds, rest) = moment.millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
        return rules.secondsFromUTC(at: rest < 0 ? seconds - 1 : seconds)
    }

    /// Whether the system knows any time zones at all.
    public static var areInstalled: Bool { KnownTimeZone(named: "Etc/GMT") != nil }

    // MARK: - Those that were asked for

    /// A process meets the few zones of its journeys; what a stranger may ask for is kept within bounds.
    private static let capacity = 600
    private static let cache = Mutex<[String: any OffsetRules]>([:])

    private static func cached(_ name: String) -> (any OffsetRules)? {
        if let known = cache.withLock({ $0[name] }) { return known }
        guard let rules = SystemTimeZones.rules(named: name) else { return nil }
        cache.withLock { if $0.count < capacity { $0[name] = rules } }
        return rules
    }
}

/// What a zone's clocks show.
protocol OffsetRules: Sendable {
    func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int
}
