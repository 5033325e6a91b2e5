/// Samples of the Prometheus text format 0.0.4, as Docket's services write it. It is pure, and skips unreadable lines.
package struct MetricsText: Sendable {
    package struct Sample: Sendable, Hashable {
        package let name: String
        package let labels: [String: String]
        package let value: Double
    }

    package let samples: [Sample]

    package init(parsing text: String) {
        samples = text.split(whereSeparator: \.isNewline).compactMap { line in
            line.hasPrefix("#") ? nil : Self.sample(line)
        }
    }

    /// The sum over all series of that name that have these labels.
    package func sum(_ name: String, _ labels: [String: String] = [:]) -> Double {
        samples.reduce(0) { sum, sample in
            sample.name == name && labels.allSatisfy({ sample.labels[$0.key] == $0.value }) ? sum + sample.value : sum
        }
    }

    package func all(_ name: String) -> [Sample] { samples.filter { $0.name == name } }

    private static func sample(_ line: Substring) -> Sample? {
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest.removeFirst()
            while let next = rest.first, next != "}" {
                guard let (label, value) = label(&rest) else { return nil }
                labels[label] = value
                if rest.first == "," { rest.removeFirst() }
            }
            guard !rest.isEmpty else { return nil }
            rest.removeFirst()
        }
        guard !name.isEmpty, let word = rest.split(separator: " ").first, let value = Double(word) else { return nil }
        return Sample(name: String(name), labels: labels, value: value)
    }

    private static func label(_ rest: inout Substring) -> (String, String)? {
        let name = rest.prefix { $0 != "=" }
        rest = rest.dropFirst(name.count)
        guard rest.hasPrefix("=\"") else { return nil }
        rest = rest.dropFirst(2)
        var value = ""
        while let next = rest.popFirst() {
            if next == "\"" { return (String(name), value) }
            guard next == "\\" else {
                value.append(next)
                continue
            }
            guard let escaped = rest.popFirst() else { return nil }
            value.append(escaped == "n" ? "\n" : escaped)
        }
        return nil
    }
}
