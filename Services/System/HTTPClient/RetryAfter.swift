public import Shared

/// The `Retry-After` header (RFC 9110, section 10.2.3): seconds, or a date.
public enum RetryAfter {
    /// How long to wait; nil if the value cannot be parsed, zero for a date that has passed.
    ///
    /// Dates are parsed in the form that senders must use (IMF-fixdate), not in the two obsolete ones.
    public static func delay(_ header: String, now: Timestamp) -> Duration? {
        if !header.isEmpty, header.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            // More digits than a number holds ask for longer than anyone waits.
            return .seconds(Int64(header) ?? .max / 1000)
        }
        return date(header).map { .milliseconds(max(0, $0.millisecondsSinceEpoch - now.millisecondsSinceEpoch)) }
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`.
    private static func date(_ text: String) -> Timestamp? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return Timestamp("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
