import Configuration
package import Kafka
package import Shared

extension Timestamp {
    private static let longestAgo = Duration.seconds(100 * 365 * 86_400)

    /// A moment such as `2026-10-31T08:00:00Z`, or an age such as `15m` or `2h30m`.
    package init?(moment text: String, now: Timestamp) {
        if let time = Timestamp(text) {
            self = time
        } else if let ago = Duration(text: text), ago <= Self.longestAgo {
            self = now.adding(.zero - ago)
        } else {
            return nil
        }
    }
}

/// The start of reading in each partition.
package enum TailStart: Sendable, Equatable {
    case oldest
    /// Only new records.
    case now
    /// From this offset on. A negative one counts from the end.
    case offset(Int)
    /// From these offsets on, only in these partitions.
    case places([Int32: Int64])
    /// Records that the broker received at this time or later.
    case time(Timestamp)

    /// The offset in a partition, within the two watermarks.
    package func offset(of partition: Int32 = 0, between marks: Watermarks, atTime: Int64?) -> Int64 {
        func bounded(_ offset: Int64) -> Int64 { min(max(offset, marks.low), marks.high) }
        return switch self {
        case .oldest: marks.low
        case .now: marks.high
        case .offset(let offset): bounded(offset < 0 ? marks.high + Int64(offset) : Int64(offset))
        case .places(let places): bounded(places[partition] ?? marks.high)
        // Without a broker that finds times, all is read and looked at.
        case .time: bounded(atTime ?? marks.low)
        }
    }
}
