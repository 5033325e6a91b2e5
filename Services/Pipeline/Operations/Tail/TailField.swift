import CommandLine
import Shared

/// The fields that expressions and templates may name: those of events, and what the broker and the stages say of a record.
package enum TailField {
    package static let latency = ["latency"]

    /// What no event has in itself.
    package static let own = ["topic", "partition", "offset", "key", "submission", "published", "latency", "state"]

    /// The name of the record's header that a path such as `headers.docket-error-code` means; such a name may have points in it.
    package static func header(_ path: [String]) -> String? {
        path.count > 1 && path[0] == "headers" ? path.dropFirst().joined(separator: ".") : nil
    }

    /// What is wrong with a path, in words that name what it may have been meant to be; nil when nothing is.
    package static func fault(_ path: [String]) -> String? {
        if header(path) != nil || EventFields.has(path) || path.count == 1 && own.contains(path[0]) { return nil }
        let name = path.joined(separator: ".")
        if name == "headers" { return "headers is to be followed by the name of one, as in headers.\(RecordHeader.errorCode)" }
        let near = neighbours(of: name)
        return "there is no field “\(name)”" + (near.isEmpty ? "" : "; near it are \(near.joined(separator: ", "))")
    }

    private static let names = own + EventFields.all.map { $0.joined(separator: ".") }
    private static let mostNamed = 4

    private static func neighbours(of name: String) -> [String] {
        let near = names.compactMap { other in strangeness(of: other, for: name).map { (strangeness: $0, name: other) } }
        return near.sorted { ($0.strangeness, $0.name) < ($1.strangeness, $1.name) }.prefix(mostNamed).map(\.name)
    }

    /// How far a name is from what was meant; nil for one that was not meant. A slip of the finger is nearest, then what ends alike
    /// in another place, as `data.attempt` does for `attempt`.
    private static func strangeness(of other: String, for name: String) -> Int? {
        let slips = Suggestion.distance(name, other)
        if slips <= max(1, name.count / 6) { return slips }
        let (place, last) = parts(of: name)
        let (otherPlace, otherLast) = parts(of: other)
        let lastSlips = Suggestion.distance(last, otherLast)
        let ending: Int? =
            if lastSlips <= last.count / 3 {
                2 + lastSlips
            } else if last.count > 2, otherLast.lowercased().contains(last.lowercased()) {
                3
            } else {
                nil
            }
        return ending.map { $0 - (place == otherPlace ? 1 : 0) }
    }

    private static func parts(of name: String) -> (place: Substring, last: String) {
        let last = name.split(separator: ".").last.map(String.init) ?? name
        return (name.dropLast(last.count), last)
    }
}
