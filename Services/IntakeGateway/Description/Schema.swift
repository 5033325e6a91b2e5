import Shared

/// A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it.
struct Schema: Sendable {
    private(set) var value: JSONValue

    private init(_ members: [String: JSONValue]) { value = .object(members) }

    /// Adds its meaning, for people.
    func described(_ text: String) -> Schema {
        guard case .object(var members) = value else { return self }
        members["description"] = .string(text)
        return Schema(members)
    }

    /// A reference to a schema under `components`.
    static func named(_ name: String) -> Schema { Schema(["$ref": .string("#/components/schemas/\(name)")]) }

    static var number: Schema { Schema(["type": "number"]) }

    static var boolean: Schema { Schema(["type": "boolean"]) }

    /// An address: a path within the service, or a full URL if the gateway knows its public address.
    static var address: Schema { Schema(["type": "string", "format": "uri-reference"]) }

    static func string(
        format: String? = nil, pattern: String? = nil, length: ClosedRange<Int>? = nil, oneOf values: [String]? = nil
    ) -> Schema {
        var members: [String: JSONValue] = ["type": "string"]
        members["format"] = format.map(JSONValue.string)
        members["pattern"] = pattern.map(JSONValue.string)
        members["minLength"] = length.map { .number(Double($0.lowerBound)) }
        members["maxLength"] = length.map { .number(Double($0.upperBound)) }
        members["enum"] = values.map { .strings($0) }
        return Schema(members)
    }

    /// Text of a person or a back end, without control characters.
    static func text(_ length: ClosedRange<Int>) -> Schema {
        string(pattern: "^[^\\u0000-\\u001F\\u007F-\\u009F]*$", length: length)
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> Schema {
        string(oneOf: Choice.allCases.map(\.rawValue))
    }

    static func integer(_ range: ClosedRange<Int>? = nil, oneOf values: [Int]? = nil) -> Schema {
        var members: [String: JSONValue] = ["type": "integer"]
        members["minimum"] = range.map { .number(Double($0.lowerBound)) }
        members["maximum"] = range.flatMap { $0.upperBound == .max ? nil : .number(Double($0.upperBound)) }
        members["enum"] = values.map { .array($0.map { .number(Double($0)) }) }
        return Schema(members)
    }

    static func array(of element: Schema, minimum: Int? = nil, maximum: Int? = nil) -> Schema {
        var members: [String: JSONValue] = ["type": "array", "items": element.value]
        members["minItems"] = minimum.map { .number(Double($0)) }
        members["maxItems"] = maximum.map { .number(Double($0)) }
        return Schema(members)
    }

    /// An object with any names and values of one kind.
    static func map(of element: Schema, maximum: Int? = nil) -> Schema {
        var members: [String: JSONValue] = ["type": "object", "additionalProperties": element.value]
        members["maxProperties"] = maximum.map { .number(Double($0)) }
        return Schema(members)
    }

    static func nullable(_ schema: Schema) -> Schema { Schema(["anyOf": [schema.value, ["type": "null"]]]) }

    static var anything: Schema { Schema([:]) }

    // MARK: - Objects

    struct Property: Sendable {
        let name: String
        let schema: Schema
        let isRequired: Bool

        static func required(_ name: String, _ schema: Schema, _ text: String? = nil) -> Property {
            Property(name: name, schema: text.map(schema.described) ?? schema, isRequired: true)
        }

        static func optional(_ name: String, _ schema: Schema, _ text: String? = nil) -> Property {
            Property(name: name, schema: text.map(schema.described) ?? schema, isRequired: false)
        }
    }

    /// An answer of the gateway. Clients ignore unknown members: later versions have more.
    static func answer(_ properties: Property...) -> Schema { answer(properties) }

    static func answer(_ properties: [Property]) -> Schema { object(properties, isClosed: false) }

    /// A part of a listing.
    static func listing(of name: String) -> Schema {
        answer(
            .required("items", .array(of: .named(name))),
            .optional("next", .address, "The rest of the listing; absent at its end, and only there."))
    }

    /// A request to the gateway. An unknown member is a fault.
    static func request(_ properties: Property...) -> Schema { request(properties) }

    static func request(_ properties: [Property]) -> Schema { object(properties, isClosed: true) }

    /// A form with a file. Other fields of browsers and libraries are ignored.
    static func form(_ properties: Property...) -> Schema { object(properties, isClosed: false) }

    private static func object(_ properties: [Property], isClosed: Bool) -> Schema {
        var members: [String: JSONValue] = [
            "type": "object",
            "properties": .object(Dictionary(properties.map { ($0.name, $0.schema.value) }) { _, last in last }),
        ]
        let required = properties.filter(\.isRequired).map(\.name)
        if !required.isEmpty { members["required"] = .strings(required) }
        if isClosed { members["additionalProperties"] = false }
        return Schema(members)
    }
}
