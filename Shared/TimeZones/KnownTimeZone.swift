internal import Synchronization

/// A time zone by its IANA name, such as `Europe/Berlin`.
///
/// On Linux, Foundation would add a copy of ICU's data to each program, 45 MB. This uses the system's own data (Debian's
/// `tzdata`), which its administrator updates. On Apple's systems it uses Foundation.
public struct KnownTimeZone: Sendable {
    public let name: String
    private let rules: any OffsetRules

    /// Needs no data of the system.
    public static let utc = KnownTimeZone(name: "UTC", rules: ZoneRules.utc)

    /// Nil if the system has no zone of that name.
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

    /// The offset of the zone from UTC at a moment, in seconds; negative west of Greenwich.
    public func secondsFromUTC(at moment: Timestamp) -> Int {
        let (seconds, rest) = moment.millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 1000)
        return rules.secondsFromUTC(at: rest < 0 ? seconds - 1 : seconds)
    }

    /// Whether the system has time zones at all.
    public static var areInstalled: Bool { KnownTimeZone(named: "Etc/GMT") != nil }

    // MARK: - Those that were asked for

    /// A process needs only the few zones of its journeys. The bound limits the names that callers may ask for.
    private static let capacity = 600
    private static let cache = Mutex<[String: any OffsetRules]>([:])

    private static func cached(_ name: String) -> (any OffsetRules)? {
        if let known = cache.withLock({ $0[name] }) { return known }
        guard let rules = SystemTimeZones.rules(named: name) else { return nil }
        cache.withLock { if $0.count < capacity { $0[name] = rules } }
        return rules
    }
}

/// The offset of a zone's clocks.
protocol OffsetRules: Sendable {
    func secondsFromUTC(at secondsSinceEpoch: Int64) -> Int
}
