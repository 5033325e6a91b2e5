import CommandLine
import Shared

/// The fields for expressions and templates: those of events, and those of records.
package enum TailField {
    package static let latency = ["latency"]

    /// Fields that no event has.
    package static let own = ["topic", "partition", "offset", "key", "submission", "published", "latency", "state"]

    /// The record header of a path such as `headers.docket-error-code`. Its name may contain points.
    package static func header(_ path: [String]) -> String? {
        path.count > 1 && path[0] == "headers" ? path.dropFirst().joined(separator: ".") : nil
    }

    /// The fault of a path, with a suggestion; nil if it is valid.
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

    /// The distance of a name from a suggestion; nil for none. A typing error is nearest, then the same name in another
    /// place, as `data.attempt` is for `attempt`.
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
