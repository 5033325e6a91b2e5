package import Shared

/// Masks the personal values of an event. Events have ids and facts, no names. Of the facts, the dates of a document and
/// the findings of rules are personal.
package enum EventMask {
    /// Members whose whole value is masked.
    private static let names: Set<String> = ["issueDate", "expiryDate", "periodStart", "periodEnd", "found", "message", "values"]
    private static let mask = JSONValue.string("•••")

    private static let marks: [[UInt8]] = names.sorted().map { Array("\"\($0)\"".utf8) }

    package static func masked(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                Dictionary(
                    uniqueKeysWithValues: members.map { name, value in
                        (name, names.contains(name) && value != .null ? mask : masked(value))
                    }))
        case .array(let values): .array(values.map(masked))
        default: value
        }
    }

    /// The event with masked values. One without any is returned unchanged, and without being parsed.
    package static func masked(_ event: [UInt8]) -> [UInt8] {
        guard marks.contains(where: { contains($0, in: event) }) else { return event }
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: event),
            let text = try? CanonicalJSON.encode(masked(value))
        else {
            // What cannot be read cannot be masked either.
            return Array("\"•••\"".utf8)
        }
        return text
    }

    private static func contains(_ mark: [UInt8], in bytes: [UInt8]) -> Bool {
        guard let first = mark.first, bytes.count >= mark.count else { return false }
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: first) {
            if bytes[found...].starts(with: mark) { return true }
            start = found + 1
        }
        return false
    }
}
