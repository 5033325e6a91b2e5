/// When each thing of a recording is meant to begin: an open loop, which does not ask how long the one before took. Pure.
public struct ReplaySchedule: Sendable, Hashable {
    public enum Pace: Sendable, Hashable {
        /// As it was recorded, so many times as fast.
        case recorded(speed: Double)
        /// So many a second, evenly.
        case rate(Double)
    }

    public let pace: Pace
    /// For so many seconds the pace grows evenly from nothing to what it should be.
    public let ramp: Double
    /// Nothing is meant to begin later than so many seconds after the start.
    public let duration: Double?

    /// - Precondition: speed and rate are above zero, times are not negative.
    public init(_ pace: Pace, ramp: Double = 0, duration: Double? = nil) {
        precondition(slope(pace) > 0 && ramp >= 0 && (duration ?? 0) >= 0)
        (self.pace, self.ramp, self.duration) = (pace, ramp, duration)
    }

    /// Seconds after the start for thing `index` (counted over all laps), recorded `recorded` microseconds after the beginning of
    /// its recording, in the lap `lap` over one of so many microseconds. Nil when that is later than the end.
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

    /// How long so many things take, the last of them recorded at `lastRecorded`; with an end, until that.
    public func length(count: Int, lastRecorded: Int64) -> Double {
        guard count > 0 else { return 0 }
        let position =
            switch pace {
            case .recorded: Double(lastRecorded) / 1e6
            case .rate: Double(count - 1)
            }
        return min(time(at: position), duration ?? .infinity)
    }

    /// While the pace grows evenly to `slope` in `ramp` seconds, the way made by `t` is slope · t² / (2 · ramp); after that it grows
    /// by `slope` a second. This is the other way round.
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
