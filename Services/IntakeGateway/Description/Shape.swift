import HTTPServer
import Shared

/// The members of a resource: name, description and value of each. The resource is written and described from this, so
/// both agree.
struct Shape<Value>: Sendable {
    struct Member: Sendable {
        fileprivate let property: Schema.Property
        fileprivate let write: @Sendable (Value, inout JSONWriter) -> Void

        static func required<Part: JSONWritable & SendableMetatype>(
            _ name: String, _ schema: Schema, _ text: String? = nil, _ read: @escaping @Sendable (Value) -> Part
        ) -> Member {
            Member(property: .required(name, schema, text)) { value, json in
                json.name(name)
                read(value).write(to: &json)
            }
        }

        /// Omitted without a value.
        static func optional<Part: JSONWritable & SendableMetatype>(
            _ name: String, _ schema: Schema, _ text: String? = nil, _ read: @escaping @Sendable (Value) -> Part?
        ) -> Member {
            Member(property: .optional(name, schema, text)) { value, json in
                guard let part = read(value) else { return }
                json.name(name)
                part.write(to: &json)
            }
        }

        /// Members in an object of their own.
        static func object(_ name: String, _ members: Member...) -> Member {
            let shape = Shape(members)
            return Member(property: .required(name, shape.schema)) { value, json in
                json.name(name)
                shape.write(value, to: &json)
            }
        }
    }

    private let members: [Member]

    init(_ members: Member...) { self.init(members) }

    private init(_ members: [Member]) {
        self.members = members.sorted { $0.property.name.utf8.lexicographicallyPrecedes($1.property.name.utf8) }
    }

    /// The names of the members for a table: those without members of their own.
    var columns: [String] {
        members.map(\.property).filter { !["object", "array"].contains($0.schema.value["type"]?.text) }.map(\.name)
    }

    var schema: Schema { .answer(members.map(\.property)) }

    func write(_ value: Value, to json: inout JSONWriter) {
        json.object { json in
            for member in members { member.write(value, &json) }
        }
    }
}

/// An answer of the gateway.
protocol Resource: JSONWritable, Sendable {
    static var shape: Shape<Self> { get }
}

extension Resource {
    static var schema: Schema { shape.schema }

    func write(to json: inout JSONWriter) { Self.shape.write(self, to: &json) }
}
