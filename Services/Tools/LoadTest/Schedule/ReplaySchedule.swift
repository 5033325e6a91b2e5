/// The intended beginning of each thing of a recording. It is an open loop: earlier things' durations have no influence.
/// Pure.
public struct ReplaySchedule: Sendable, Hashable {
    public enum Pace: Sendable, Hashable {
        /// The recorded pace times `speed`.
        case recorded(speed: Double)
        /// This many a second, evenly.
        case rate(Double)
    }

    public let pace: Pace
    /// For this many seconds the pace grows evenly from zero to its full value.
    public let ramp: Double
    /// Nothing begins later than this many seconds after the start.
    public let duration: Double?

    /// - Precondition: speed and rate are above zero, times are not negative.
    public init(_ pace: Pace, ramp: Double = 0, duration: Double? = nil) {
        precondition(slope(pace) > 0 && ramp >= 0 && (duration ?? 0) >= 0)
        (self.pace, self.ramp, self.duration) = (pace, ramp, duration)
    }

    /// The beginning of thing `index` (counted over all laps) in seconds after the start. It was recorded `recorded`
    /// microseconds after the beginning of the recording; `lapLength` is in microseconds, too. Nil if that is at or after
    /// the end.
    public func start(index: Int, recorded: Int64, lap: Int = 0, lapLength: Int64 = 0) -> Double? {
        let position =
            switch pace {
            case .recorded: (Double(recorded) + Double(lap) * Double(lapLength)) / 1e6
            case .rate: Double(index)
            }
        let time = time(at: max(0, position))
        if let duration, time >= duration { return nil }
        return time
    }

    /// The seconds that `count` things take, the last of them recorded at `lastRecorded` microseconds; at most until the
    /// end.
    public func length(count: Int, lastRecorded: Int64) -> Double {
        guard count > 0 else { return 0 }
        let position =
            switch pace {
            case .recorded: Double(lastRecorded) / 1e6
            case .rate: Double(count - 1)
            }
        return min(time(at: position), duration ?? .infinity)
    }

    /// The inverse of the distance covered by `t`. While the pace grows evenly to `slope` in `ramp` seconds, that is
    /// slope · t² / (2 · ramp); after that it grows by `slope` a second.
    private func time(at position: Double) -> Double {
        let slope = slope(pace)
        guard ramp > 0, position < slope * ramp / 2 else { return position / slope + ramp / 2 }
        return (2 * ramp * position / slope).squareRoot()
    }
}

private func slope(_ pace: ReplaySchedule.Pace) -> Double {
    switch pace {
    case .recorded(let speed): speed
    case .rate(let rate): rate
    }
}
