import CommandLine
import Configuration
import FoundationEssentials
import Kafka
import Shared

/// A moment as a person gives it: `2026-10-31T08:00:00Z`, or how long ago, such as `15m` or `2h30m`.
struct Moment: ArgumentValue {
    static var completion: Completion { .none }
    private static let longest = Duration.seconds(100 * 365 * 86_400)

    let time: Timestamp

    init(argument: String) throws(InvalidValue) {
        if let time = Timestamp(argument) {
            self.time = time
        } else if let ago = Duration(text: argument), ago <= Self.longest {
            time = Timestamp(Date()).adding(.zero - ago)
        } else {
            throw InvalidValue(expected: "a time such as 2026-10-31T08:00:00Z, or how long ago, such as 15m or 2h30m")
        }
    }
}

/// Where reading begins, in each partition.
enum TailStart: Sendable, Equatable {
    case oldest
    /// What comes from now on.
    case now
    /// From this offset on; a negative one counts from the end.
    case offset(Int)
    /// What the broker got then or later.
    case time(Timestamp)

    /// The offset of a partition that holds what lies between the two marks.
    func offset(between marks: Watermarks, atTime: Int64?) -> Int64 {
        switch self {
        case .oldest: marks.low
        case .now: marks.high
        case .offset(let offset):
            min(max(offset < 0 ? marks.high + Int64(offset) : Int64(offset), marks.low), marks.high)
        // Without a broker that finds times, all is read and looked at.
        case .time: min(max(atTime ?? marks.low, marks.low), marks.high)
        }
    }
}
