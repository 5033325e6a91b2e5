import Shared

/// The fields of an outcome's data that an endpoint gets: paths through lists as if each had one member, such as
/// `results.pdf.digest`. The attributes of the event are always included.
public enum PayloadFields {
    /// The maximum for an endpoint.
    public static let maximumCount = 50
    /// In characters.
    public static let maximumLength = 100

    private static let data = "data"
    private static let ofOutcomes: Set = ["state", "attempt", "verdict", "results", "work", "record"]

    /// Whether an outcome can have a value there.
    public static func isKnown(_ field: String) -> Bool {
        let path = path(field)
        return field.utf8.count <= maximumLength && !path.contains("") && ofOutcomes.contains(path.first ?? "")
            && EventFields.has([data] + path)
    }

    /// The event with these fields of its data, or with all data if no field is named. Equal inputs give equal bytes.
    public static func body(_ event: [UInt8], keeping fields: [String]) throws -> [UInt8] {
        guard !fields.isEmpty, case .object(var members) = try CanonicalJSON.decode(JSONValue.self, from: event) else {
            return event
        }
        members[data] = members[data].map { kept($0, fields.map { path($0)[...] }) }
        return try CanonicalJSON.encode(JSONValue.object(members))
    }

    private static func path(_ field: String) -> [String] {
        field.split(at: ".", omittingEmptySubsequences: false).map(String.init)
    }

    private static func kept(_ value: JSONValue, _ paths: [ArraySlice<String>]) -> JSONValue {
        if paths.contains(where: \.isEmpty) { return value }
        switch value {
        case .array(let elements): return .array(elements.map { kept($0, paths) })
        case .object(let members):
            var told: [String: JSONValue] = [:]
            for (name, member) in members {
                let below = paths.filter { $0.first == name }.map { $0.dropFirst() }
                if !below.isEmpty { told[name] = kept(member, below) }
            }
            return .object(told)
        // Nothing stands below these.
        case .null, .boolean, .number, .string: return .null
        }
    }
}
