/// Builds the Prometheus text exposition format, version 0.0.4.
struct PrometheusText {
    private(set) var text = ""

    mutating func begin(_ description: MetricDescription) {
        text += "# HELP \(description.name) \(Self.escaped(description.help, quotes: false))\n"
        text += "# TYPE \(description.name) \(description.kind.rawValue)\n"
    }

    mutating func sample(_ name: String, labels: [String], values: [String], value: Double) {
        text += name
        if !labels.isEmpty {
            let pairs = zip(labels, values).map { "\($0)=\"\(Self.escaped($1, quotes: true))\"" }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " \(Self.number(value))\n"
    }

    /// Whole numbers without a fraction; special values as Go writes them.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if value == value.rounded(), value.magnitude < 9_007_199_254_740_992 { return String(Int64(value)) }
        return "\(value)"
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
