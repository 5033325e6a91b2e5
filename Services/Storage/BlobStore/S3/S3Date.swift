import Glibc

/// S3's two notations of a moment.
enum S3Date {
    /// Seconds since 1970 from HTTP's notation (RFC 9110, section 5.6.7), as in `Date` and `Last-Modified`.
    static func seconds(http text: String) -> Int? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", let day = CInt(words[1]), let year = CInt(words[3]),
            let month = months.firstIndex(of: String(words[2])), (1970...9999).contains(year), (1...31).contains(day)
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { CInt($0) }
        guard clock.count == 3, (0...23).contains(clock[0]), (0...59).contains(clock[1]), (0...60).contains(clock[2]) else {
            return nil
        }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, CInt(month), day)
        (parts.tm_hour, parts.tm_min, parts.tm_sec) = (clock[0], clock[1], clock[2])
        return timegm(&parts)
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    /// The beginning of a listing's notation, which sorts as text: `2026-11-22T00:59:30`.
    static func iso(_ seconds: Int) -> String {
        var (moment, parts) = (time_t(seconds), tm())
        gmtime_r(&moment, &parts)
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%S", &parts)
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
