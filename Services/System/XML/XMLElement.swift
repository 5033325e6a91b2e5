/// One element of a server's answer: its text, or its children. Attributes, comments and instructions are skipped.
public struct XMLElement: Hashable, Sendable {
    /// Without a namespace's prefix, in which servers differ.
    public let name: String
    /// All text between the tags, but not that of the children.
    public internal(set) var text = ""
    public internal(set) var children: [XMLElement] = []

    /// The root of a document in UTF-8. Nil for what is not well-formed, has a document type, nests more than 16 elements in each
    /// other, or has more than 100,000.
    public init?(parsing bytes: [UInt8]) {
        guard let root = XMLTree.root(of: bytes) else { return nil }
        self = root
    }

    init(name: String) { self.name = name }

    /// The text of the first child of that name.
    public subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    /// The children of that name, in their order.
    public func all(_ name: String) -> [XMLElement] { children.filter { $0.name == name } }
}
