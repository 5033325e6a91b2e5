/// The value of a field in a log line. The set of types is closed, so that nothing is logged by accident through
/// reflection.
public enum LogValue: Sendable, Hashable {
    case string(String)
    case integer(Int64)
    case double(Double)
    case boolean(Bool)

    /// The value's own description; for Docket's errors it is safe to show.
    public init(describing value: some Any) { self = .string(String(describing: value)) }

    public init(_ value: some BinaryInteger) { self = .integer(Int64(clamping: value)) }

    /// A duration in milliseconds, with microseconds as decimals.
    public init(milliseconds duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let micros = (Double(seconds) * 1_000_000 + Double(attoseconds / 1_000_000_000_000)).rounded()
        self = .double(micros / 1_000)
    }
}

extension LogValue: ExpressibleByStringLiteral, ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(floatLiteral value: Double) { self = .double(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
}
