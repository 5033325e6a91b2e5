import Glibc

/// A moment of the monotonic clock, in nanoseconds, for timers and deadlines.
public struct LoopInstant: Comparable, Hashable, Sendable {
    public let nanoseconds: UInt64

    init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Now. Callable from any thread.
    public static var now: LoopInstant {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return LoopInstant(nanoseconds: UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec))
    }

    public static func < (left: LoopInstant, right: LoopInstant) -> Bool { left.nanoseconds < right.nanoseconds }

    /// Saturates: a negative duration does not change the instant, and one beyond the clock's range gives the last
    /// moment.
    public static func + (instant: LoopInstant, duration: Duration) -> LoopInstant {
        let (sum, overflow) = instant.nanoseconds.addingReportingOverflow(duration.clampedNanoseconds)
        return LoopInstant(nanoseconds: overflow ? .max : sum)
    }

    /// The time from `earlier` to `later`; zero if `later` is before `earlier`.
    public static func - (later: LoopInstant, earlier: LoopInstant) -> Duration {
        later <= earlier ? .zero : .nanoseconds(Int64(clamping: later.nanoseconds - earlier.nanoseconds))
    }
}

extension Duration {
    /// Whole nanoseconds, limited to the range of the type.
    var clampedNanoseconds: UInt64 {
        let parts = components
        guard parts.seconds >= 0, parts.attoseconds >= 0 else { return 0 }
        let (whole, overflow) = UInt64(parts.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return .max }
        let (sum, carried) = whole.addingReportingOverflow(UInt64(parts.attoseconds) / 1_000_000_000)
        return carried ? .max : sum
    }
}
