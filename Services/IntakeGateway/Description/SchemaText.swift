import Shared

/// A schema in words: its kind for a cell of a table, its members as a table.
enum SchemaText {
    private static let prefix = "#/components/schemas/"

    /// A few words, such as “list of Name”.
    static func kind(of schema: JSONValue) -> String {
        if let name = name(of: schema) { return name }
        if case .array(let choices)? = schema["anyOf"] { return choices.map(kind).joined(separator: " or ") }
        if case .array(let values)? = schema["enum"] {
            return "one of "
                + values.map { if case .number(let number) = $0 { "\(Int(number))" } else { $0.text ?? "" } }.joined(
                    separator: ", ")
        }
        switch schema["type"]?.text {
        case "array": return "list of \(schema["items"].map(kind) ?? "anything")"
        case "object":
            guard let values = schema["additionalProperties"], values != false, schema["properties"] == nil else {
                return "object"
            }
            return "object of \(kind(of: values))"
        case "string": return schema["format"]?.text ?? "string"
        case let type?: return type
        case nil: return "anything"
        }
    }

    static func name(of schema: JSONValue) -> String? {
        guard let reference = schema["$ref"]?.text, reference.hasPrefix(prefix) else { return nil }
        return String(reference.dropFirst(prefix.count))
    }

    /// A link to a named schema, or else its kind.
    static func link(to schema: JSONValue) -> String {
        guard let name = name(of: schema) else { return HTML.escaped(kind(of: schema)) }
        return "<a href=\"#schema-\(name)\">\(HTML.escaped(name))</a>"
    }

    /// Its meaning, and a row for each member.
    static func describe(_ schema: JSONValue) -> String {
        let meaning = schema["description"]?.text.map { "<p>\(HTML.prose($0))</p>" } ?? ""
        guard case .object(let properties)? = schema["properties"] else {
            return "\(meaning)<p>\(HTML.escaped(kind(of: schema)))</p>"
        }
        var required: Set<String> = []
        if case .array(let names)? = schema["required"] { required = Set(names.compactMap(\.text)) }
        let rows = properties.sorted { $0.key < $1.key }.map { name, member in
            DocsPage.row([
                "<code>\(HTML.escaped(name))</code>", required.contains(name) ? "yes" : "", kindWithLink(member),
                member["description"]?.text.map(HTML.prose) ?? "",
            ])
        }
        return meaning + DocsPage.table(["Member", "Always", "Kind", "Meaning"], rows)
    }

    private static func kindWithLink(_ schema: JSONValue) -> String {
        if name(of: schema) != nil { return link(to: schema) }
        if schema["type"]?.text == "array", let items = schema["items"] { return "list of \(kindWithLink(items))" }
        guard case .object(let members)? = schema["properties"] else { return HTML.escaped(kind(of: schema)) }
        return "object: "
            + members.sorted { $0.key < $1.key }.map {
                "<code>\(HTML.escaped($0.key))</code> \(kindWithLink($0.value))"
            }.joined(separator: ", ")
    }
}
