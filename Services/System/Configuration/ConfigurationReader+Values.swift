public import FoundationEssentials

extension ConfigurationReader {
    /// Any text. Without a default the variable must be set.
    public mutating func string(_ name: String, default fallback: String? = nil, _ help: String) -> String {
        value(name, allowed: "text", default: fallback, shown: fallback, placeholder: "", help: help) { $0 }
    }

    /// Any text; nil if it is not set.
    public mutating func optionalString(_ name: String, _ help: String) -> String? {
        document(name, allowed: "text", defaultValue: nil, required: false, help: help)
        return text(name)
    }

    /// A whole number within the range.
    public mutating func integer(
        _ name: String, default fallback: Int? = nil, in range: ClosedRange<Int>, _ help: String
    ) -> Int {
        value(
            name, allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)", default: fallback,
            shown: fallback.map(String.init), placeholder: range.lowerBound, help: help
        ) { Int(trimmed($0)).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// `true` or `false`; `yes`, `no`, `on`, `off`, `1` and `0` are accepted, too.
    public mutating func bool(_ name: String, default fallback: Bool? = nil, _ help: String) -> Bool {
        value(
            name, allowed: "true or false", default: fallback, shown: fallback.map { "\($0)" }, placeholder: false, help: help
        ) { text in
            switch trimmed(text).lowercased() {
            case "true", "yes", "on", "1": true
            case "false", "no", "off", "0": false
            default: nil
            }
        }
    }

    /// A length of time with its unit: `250ms`, `5s`, `2m`, `12h`, `30d`, or several as in `1h30m`.
    public mutating func duration(
        _ name: String, default fallback: Duration? = nil, in range: ClosedRange<Duration> = .zero ... .seconds(3_153_600_000),
        _ help: String
    ) -> Duration {
        let isBounded = range != .zero ... .seconds(3_153_600_000)
        let bounds = ", from \(DurationText.text(range.lowerBound)) to \(DurationText.text(range.upperBound))"
        return value(
            name, allowed: "a duration such as 250ms, 5s, 2m, 12h or 30d\(isBounded ? bounds : "")", default: fallback,
            shown: fallback.map(DurationText.text),
            placeholder: range.lowerBound, help: help
        ) { DurationText.parse(trimmed($0)).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// A size in bytes: `1024`, `64KiB`, `25MB`; B, kB, MB, GB, TB are powers of 1,000, and KiB to TiB of 1,024.
    public mutating func bytes(
        _ name: String, default fallback: Int? = nil, in range: ClosedRange<Int> = 0...Int.max, _ help: String
    ) -> Int {
        let limit = range.upperBound == .max ? "" : " to \(ByteCountText.text(range.upperBound))"
        return value(
            name, allowed: "a size such as 64KiB or 25MB, from \(ByteCountText.text(range.lowerBound))\(limit)",
            default: fallback, shown: fallback.map(ByteCountText.text), placeholder: range.lowerBound, help: help
        ) { ByteCountText.parse(trimmed($0)).flatMap { range.contains($0) ? $0 : nil } }
    }

    /// Texts separated by commas. Surrounding blanks and empty texts are dropped.
    public mutating func list(_ name: String, default fallback: [String]? = nil, _ help: String) -> [String] {
        value(
            name, allowed: "values separated by commas", default: fallback, shown: fallback?.joined(separator: ","),
            placeholder: [], help: help
        ) { $0.split(separator: ",").map { trimmed(String($0)) }.filter { !$0.isEmpty } }
    }

    /// An absolute URL with a host and one of the schemes. It must not hold a user or password: those belong into a
    /// secret.
    public mutating func url(
        _ name: String, default fallback: String? = nil, schemes: [String] = ["http", "https"], _ help: String
    ) -> URL {
        func parse(_ text: String) -> URL? {
            guard let url = URL(string: text), let scheme = url.scheme?.lowercased(), schemes.contains(scheme),
                let host = url.host(), !host.isEmpty,
                // Whoever has a password has a user, if only an empty one.
                url.user() == nil
            else { return nil }
            return url
        }
        return value(
            name, allowed: "an absolute URL (\(schemes.joined(separator: ", "))) without user or password",
            default: fallback.flatMap(parse), shown: fallback, placeholder: URL(filePath: "/"), help: help,
            quoting: quotedWithoutUser
        ) { parse(trimmed($0)) }
    }

    /// One of an enumeration's raw values.
    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, default fallback: Choice, _ help: String
    ) -> Choice {
        value(
            name, allowed: "one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "), default: fallback,
            shown: fallback.rawValue, placeholder: fallback, help: help
        ) { Choice(rawValue: trimmed($0)) }
    }
}

private func trimmed(_ text: String) -> String {
    var rest = Substring(text)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
}
