import FoundationEssentials

/// Any JSON value (RFC 8259), for requests whose every member is checked by hand so that all faults are named at once.
enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// What a person calls this kind of value.
    var kind: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONValue: Decodable {
    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: JSONMember.self) {
            var members: [String: JSONValue] = [:]
            for key in container.allKeys { members[key.stringValue] = try container.decode(JSONValue.self, forKey: key) }
            self = .object(members)
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd { elements.append(try container.decode(JSONValue.self)) }
            self = .array(elements)
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let value = try? container.decode(Bool.self) {
                self = .boolean(value)
            } else if let value = try? container.decode(Double.self) {
                self = .number(value)
            } else {
                self = .string(try container.decode(String.self))
            }
        }
    }
}

/// Any name of a member.
private struct JSONMember: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// A JSON Pointer (RFC 6901) that is built while a value is walked.
struct JSONPointer: Hashable, Sendable, CustomStringConvertible {
    private(set) var description = ""

    func appending(_ member: String) -> JSONPointer {
        let escaped = member.replacing("~", with: "~0").replacing("/", with: "~1")
        var pointer = self
        pointer.description += "/" + escaped
        return pointer
    }

    func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
}
