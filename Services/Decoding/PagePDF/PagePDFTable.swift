import Shared

/// The expected end of the file after the last object. The objects before it determine it.
struct PagePDFTable {
    /// The offset of each object; object 1 is first.
    let offsets: [Int]
    /// Of all bytes before it.
    let digest: [UInt8]
    /// Its offset.
    let start: Int
    /// Whether the last object is the document's information.
    var hasInformation = false

    var bytes: [UInt8] {
        let entries = offsets.map { "\(String(String(10_000_000_000 + $0).dropFirst())) 00000 n \n" }.joined()
        let size = offsets.count + 1
        let identifier = Hex.encode(digest.prefix(16))
        let information = hasInformation ? "/Info \(offsets.count) 0 R" : ""
        let text = """
            xref
            0 \(size)
            0000000000 65535 f \n\(entries)trailer
            <</Size \(size)/Root 1 0 R\(information)/ID[<\(identifier)><\(identifier)>]>>
            startxref
            \(start)
            %%EOF

            """
        return Array(text.utf8)
    }
}
