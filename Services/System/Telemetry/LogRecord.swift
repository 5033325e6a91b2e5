import Glibc

/// An event before it is written as a line.
public struct LogRecord: Sendable, Hashable {
    /// Microseconds since 1970-01-01T00:00:00Z.
    public var microseconds = LogRecord.clock()
    public var level: LogLevel
    /// The service, or its part, that logs.
    public var label: String
    public var message: String
    public var fields: [String: LogValue] = [:]

    /// The wall clock, in microseconds since 1970.
    public static func clock() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
