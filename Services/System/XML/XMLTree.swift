import CExpat

/// The elements that expat has found so far.
///
/// It is safe: expat holds its address, and it holds the parser's, during `root(of:)` only.
@safe struct XMLTree {
    private static let maximumDepth = 16
    private static let maximumElements = 100_000

    private let parser: XML_Parser
    /// The open elements, from a container of the root to the current one.
    private var open = [XMLElement(name: "")]
    private var elements = 0

    /// Nil if the document is not well-formed or is refused.
    static func root(of bytes: [UInt8]) -> XMLElement? {
        // A zero is in all of UTF-16, which expat takes by its first bytes whatever it is told.
        guard let length = CInt(exactly: bytes.count), !bytes.contains(0), let parser = unsafe XML_ParserCreate("UTF-8") else {
            return nil
        }
        defer { unsafe XML_ParserFree(parser) }
        var tree = unsafe XMLTree(parser: parser)
        let isWhole = unsafe withUnsafeMutablePointer(to: &tree) { tree in
            unsafe XML_SetUserData(parser, tree)
            unsafe XML_SetElementHandler(
                parser, { tree, name, _ in unsafe XMLTree.at(tree)?.pointee.begin(name) },
                { tree, _ in unsafe XMLTree.at(tree)?.pointee.end() })
            unsafe XML_SetCharacterDataHandler(parser) { tree, text, count in unsafe XMLTree.at(tree)?.pointee.add(text, count) }
            // Entities are declared in a document type alone.
            unsafe XML_SetStartDoctypeDeclHandler(parser) { tree, _, _, _, _ in unsafe XMLTree.at(tree)?.pointee.refuse() }
            return unsafe XML_Parse(parser, bytes, length, 1) == XML_STATUS_OK
        }
        return isWhole ? tree.open.first?.children.first : nil
    }

    private init(parser: XML_Parser) { unsafe self.parser = parser }

    private static func at(_ place: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<XMLTree>? {
        unsafe place?.assumingMemoryBound(to: XMLTree.self)
    }

    private mutating func begin(_ name: UnsafePointer<CChar>?) {
        guard let name = unsafe name else { return }
        let whole = unsafe String(cString: name)
        open.append(XMLElement(name: whole.utf8.split(separator: UInt8(ascii: ":")).last.map { String(Substring($0)) } ?? whole))
        elements += 1
        // The first that is open is none of the document.
        if open.count > Self.maximumDepth + 1 || elements > Self.maximumElements { refuse() }
    }

    private mutating func add(_ text: UnsafePointer<CChar>?, _ count: CInt) {
        guard let last = open.indices.last else { return }
        open[last].text += unsafe String(
            decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }

    private mutating func end() {
        guard let element = open.popLast(), let last = open.indices.last else { return }
        open[last].children.append(element)
    }

    /// Ends the parsing as after a fault.
    private func refuse() { unsafe XML_StopParser(parser, 0) }
}
