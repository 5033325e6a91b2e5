import CommandLine
import FoundationEssentials
import Operations
import Shared

/// A moment as a person writes it: `2026-10-31T08:00:00Z`, or the time before now, such as `15m` or `2h30m`.
struct Moment: ArgumentValue {
    static var completion: Completion { .none }

    let time: Timestamp

    init(argument: String) throws(InvalidValue) {
        guard let time = Timestamp(moment: argument, now: Timestamp(Date())) else {
            throw InvalidValue(expected: "a time such as 2026-10-31T08:00:00Z, or how long ago, such as 15m or 2h30m")
        }
        self.time = time
    }
}
