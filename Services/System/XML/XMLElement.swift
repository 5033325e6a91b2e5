/// An element of a server's answer: its text, or its children. Attributes, comments and instructions are skipped.
public struct XMLElement: Hashable, Sendable {
    /// The name without a namespace prefix, which differs between servers.
    public let name: String
    /// All text between the tags, without that of the children.
    public internal(set) var text = ""
    public internal(set) var children: [XMLElement] = []

    /// Parses a document in UTF-8 and returns its root. Nil if the document is not well-formed, has a document type,
    /// nests more than 16 elements, or has more than 100,000.
    public init?(parsing bytes: [UInt8]) {
        guard let root = XMLTree.root(of: bytes) else { return nil }
        self = root
    }

    init(name: String) { self.name = name }

    /// The text of the first child with the name.
    public subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    /// The children with the name, in order.
    public func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
