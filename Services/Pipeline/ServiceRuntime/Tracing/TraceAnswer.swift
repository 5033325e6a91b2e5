import HTTPClient
import Shared

/// A collector's answer, by “OTLP/HTTP Response” of OTLP 1.x. It is pure.
enum TraceAnswer: Sendable, Hashable {
    /// Everything is accepted, except for this number.
    case taken(rejected: Int)
    /// Not now; after at least this time, if the collector states one.
    case busy(after: Duration?)
    /// Never: a repetition would be refused, too.
    case refused(status: Int)

    /// A longer requested pause is shortened to this.
    static let longestPause = Duration.seconds(30)

    init(status: Int, retryAfter: String?, body: [UInt8], now: Timestamp) {
        switch status {
        case 200..<300: self = .taken(rejected: Self.rejected(in: body))
        case 429, 502, 503, 504:
            self = .busy(after: retryAfter.flatMap { RetryAfter.delay($0, now: now) }.map { min($0, Self.longestPause) })
        default: self = .refused(status: status)
        }
    }

    /// The pause after this attempt, from 1. It doubles each time, chance (0 to 1) shortens it by up to a half so that
    /// services do not retry together, and it is at least as long as requested.
    static func pause(afterTry number: Int, asked: Duration?, random: Double) -> Duration {
        let longest = Duration.milliseconds(500 << min(max(number, 1), 6))
        return max(asked ?? .zero, min(longest, longestPause) * (1 - min(max(random, 0), 1) / 2))
    }

    /// `{"partialSuccess": {"rejectedSpans": "5"}}`; 64-bit integers are strings in OTLP's JSON, and numbers are
    /// accepted, too.
    private static func rejected(in body: [UInt8]) -> Int {
        guard !body.isEmpty, let answer = try? CanonicalJSON.decode(JSONValue.self, from: body),
            case .object(let members) = answer, case .object(let partial)? = members["partialSuccess"]
        else { return 0 }
        switch partial["rejectedSpans"] {
        case .string(let digits): return max(0, Int(digits) ?? 0)
        case .number(let number): return max(0, Int(exactly: number.rounded()) ?? 0)
        default: return 0
        }
    }
}
