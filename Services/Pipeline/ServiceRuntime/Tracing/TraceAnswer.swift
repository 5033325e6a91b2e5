import HTTPClient
import Shared

/// What a collector's answer asks for, by “OTLP/HTTP Response” of OTLP 1.x. Pure.
enum TraceAnswer: Sendable, Hashable {
    /// All is taken but so many.
    case taken(rejected: Int)
    /// Not now; after so long at least, where the collector says how long.
    case busy(after: Duration?)
    /// Never: the same request would be refused again.
    case refused(status: Int)

    /// Nobody asks for longer.
    static let longestPause = Duration.seconds(30)

    init(status: Int, retryAfter: String?, body: [UInt8], now: Timestamp) {
        switch status {
        case 200..<300: self = .taken(rejected: Self.rejected(in: body))
        case 429, 502, 503, 504:
            self = .busy(after: retryAfter.flatMap { RetryAfter.delay($0, now: now) }.map { min($0, Self.longestPause) })
        default: self = .refused(status: status)
        }
    }

    /// How long to wait after this try, which counts from 1: twice as long each time and by chance (0 to 1) up to a half shorter, so
    /// that not all services come at once; as long as the collector asks for at least.
    static func pause(afterTry number: Int, asked: Duration?, random: Double) -> Duration {
        let longest = Duration.milliseconds(500 << min(max(number, 1), 6))
        return max(asked ?? .zero, min(longest, longestPause) * (1 - min(max(random, 0), 1) / 2))
    }

    /// `{"partialSuccess": {"rejectedSpans": "5"}}`; 64-bit integers are strings in OTLP's JSON, and readers take numbers, too.
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
