import Shared
import YAML

/// Single values, in a notation for people.
extension JourneyReader {
    mutating func fault(_ location: YAMLLocation?, _ problem: String) {
        faults.append(JourneyFileFault(path: path, line: location?.line, column: location?.column, problem: problem))
    }

    mutating func object(_ node: YAMLNode, _ name: String) -> Object? {
        guard case .mapping(let mapping) = node.value else {
            fault(node.location, "\(name) is a mapping of names to values, not \(node.kind)")
            return nil
        }
        return Object(mapping, at: node.location)
    }

    mutating func refuseUnknown(_ object: Object) {
        for entry in object.unknown {
            fault(entry.keyLocation, "“\(entry.key)” is not known here; known are \(object.known.joined(separator: ", "))")
        }
    }

    /// Records the places of a part's members, and refuses unknown ones.
    mutating func note(_ object: Object, as name: String, refusing: Bool = true) {
        for (key, place) in object.places { partPlaces["\(name).\(key)"] = place }
        if refusing { refuseUnknown(object) }
    }

    private var partPlaces: [String: YAMLLocation] {
        get { places[""] ?? [:] }
        set { places[""] = newValue }
    }

    mutating func text(_ node: YAMLNode?, _ name: String) -> String? {
        guard let node else { return nil }
        guard case .string(let text) = node.value else {
            fault(node.location, "\(name) is text, not \(node.kind); put it between quotes if it is meant to be text")
            return nil
        }
        return text
    }

    mutating func texts(_ node: YAMLNode?, _ name: String) -> [String]? {
        guard let node else { return nil }
        guard case .sequence(let nodes) = node.value else {
            fault(node.location, "\(name) is a list such as [Front, Back], not \(node.kind)")
            return nil
        }
        return nodes.compactMap { text($0, name) }
    }

    mutating func number(_ node: YAMLNode?, _ name: String) -> Int? {
        guard let node else { return nil }
        guard case .integer(let number) = node.value else {
            fault(node.location, "\(name) is a whole number, not \(node.kind)")
            return nil
        }
        return number
    }

    mutating func flag(_ node: YAMLNode?, _ name: String) -> Bool? {
        guard let node else { return nil }
        guard case .boolean(let flag) = node.value else {
            fault(node.location, "\(name) is true or false, not \(node.kind)")
            return nil
        }
        return flag
    }

    mutating func identifier<Tag>(_ node: YAMLNode?, _ name: String, of: Name<Tag>.Type) -> Name<Tag>? {
        guard let node, let text = text(node, name) else { return nil }
        guard let identifier = Name<Tag>(rawValue: text) else {
            fault(node.location, "\(name) is “\(text)”; allowed are 1 to 64 of a–z 0–9 . _ -, the first a letter or digit")
            return nil
        }
        return identifier
    }

    mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode?, _ name: String, of: Choice.Type
    ) -> Choice? {
        guard let node, let text = text(node, name) else { return nil }
        guard let choice = Choice(rawValue: text) else {
            fault(node.location, "\(name) is “\(text)”; it is one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
            return nil
        }
        return choice
    }

    /// `2`, `1 to 3`, `1-3`.
    mutating func count(_ node: YAMLNode?, _ name: String) -> CountRange? {
        guard let node else { return nil }
        if case .integer(let number) = node.value, number >= 0 { return CountRange(number...number) }
        if case .string(let text) = node.value {
            let ends = text.replacing(" to ", with: "-").split(separator: "-", omittingEmptySubsequences: false)
                .map { Int($0.filter { $0 != " " }) }
            // in order: it is asked for here; a sign would be one more end
            if ends.count == 2, let first = ends[0], let last = ends[1], first <= last { return CountRange(first...last) }
        }
        fault(node.location, "\(name) is a number such as 2, or a range such as “1 to 3”")
        return nil
    }

    /// `90`, `90 days`.
    mutating func days(_ node: YAMLNode?) -> Int? {
        guard let node else { return nil }
        if case .integer(let days) = node.value { return days }
        if case .string(let text) = node.value, let days = Self.days(text) { return days }
        fault(node.location, "there must be days here, such as 90 or “90 days”, not \(node.kind)")
        return nil
    }

    static func days(_ text: String, suffix: String = "") -> Int? {
        for unit in [" days", " day"] where text.hasSuffix(unit + suffix) {
            return Int(text.dropLast(unit.count + suffix.count)).flatMap { $0 >= 0 ? $0 : nil }
        }
        return nil
    }

    /// `10 seconds`, `30 minutes`, `24 hours`, `24 h`, `2 days`; the result is in seconds.
    mutating func period(_ node: YAMLNode?, _ name: String) -> Int? {
        guard let node else { return nil }
        if case .string(let text) = node.value {
            let words = text.split(separator: " ")
            if words.count == 2, let number = Int(words[0]), (0...1_000_000).contains(number),
                let unit = Self.units[String(words[1])]
            {
                return number * unit
            }
        }
        fault(node.location, "\(name) is a time such as “10 seconds”, “30 minutes”, “24 hours” or “2 days”")
        return nil
    }

    private static let units = [
        "s": 1, "second": 1, "seconds": 1, "min": 60, "minute": 60, "minutes": 60, "h": 3600, "hour": 3600, "hours": 3600,
        "day": 86_400, "days": 86_400,
    ]

    /// `25 MB`, `20 kB`, `1000`.
    mutating func size(_ node: YAMLNode?) -> Int? {
        guard let node else { return nil }
        if case .integer(let bytes) = node.value { return bytes }
        if case .string(let text) = node.value {
            for (unit, factor) in [(" MB", 1_000_000), (" kB", 1000)] where text.hasSuffix(unit) {
                if let number = Double(text.dropLast(unit.count)), number >= 0, number < 10_000_000 {
                    return Int(number * Double(factor))
                }
            }
        }
        fault(node.location, "a size is a number of bytes, or such as “25 MB” or “20 kB”")
        return nil
    }

    /// The largest size, or `{min, max}`.
    mutating func sizes(_ node: YAMLNode?) -> (min: Int, max: Int) {
        guard let node else { return (1, 25_000_000) }
        guard case .mapping = node.value else { return (1, size(node) ?? 25_000_000) }
        guard var object = object(node, "size") else { return (1, 25_000_000) }
        let sizes = (size(object.take("min")) ?? 1, size(object.take("max")) ?? 25_000_000)
        refuseUnknown(object)
        return sizes
    }
}
