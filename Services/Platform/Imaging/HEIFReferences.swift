/// Repairs what phones write and older versions of libheif refuse.
///
/// Newer iPhones let one auxiliary picture (a depth or gain map) belong to several items: an `auxl` reference with more than one
/// target, which libheif before 1.18 takes for an error. Docket needs no auxiliary picture, so such references are renamed to a type
/// that nobody knows. Box layout: ISO/IEC 14496-12, 4.2 (boxes), 8.11.1 (`meta`) and 8.11.12 (`iref`).
enum HEIFReferences {
    private static let maximumBoxes = 4096
    private static let unknownType: [UInt8] = Array("xaux".utf8)

    /// The same bytes with references of that kind renamed; nil where there are none, or nothing that can be parsed: the decoder judges.
    static func withoutSharedAuxiliaries(_ bytes: [UInt8]) -> [UInt8]? {
        var found: [Int] = []
        var budget = maximumBoxes
        for meta in boxes(in: 0..<bytes.count, of: bytes, &budget) where meta.type == "meta" {
            // `meta` and `iref` are full boxes: version and flags precede their children.
            for iref in boxes(in: meta.body.dropFirst(4), of: bytes, &budget) where iref.type == "iref" {
                guard let version = iref.body.first.map({ bytes[$0] }) else { continue }
                let idBytes = version == 0 ? 2 : 4
                for reference in boxes(in: iref.body.dropFirst(4), of: bytes, &budget) where reference.type == "auxl" {
                    let countAt = reference.body.lowerBound + idBytes
                    guard countAt + 2 <= reference.body.upperBound else { continue }
                    let count = Int(bytes[countAt]) << 8 | Int(bytes[countAt + 1])
                    if count > 1 { found.append(reference.typeAt) }
                }
            }
        }
        guard !found.isEmpty else { return nil }
        var repaired = bytes
        for position in found { repaired.replaceSubrange(position..<position + 4, with: unknownType) }
        return repaired
    }

    private struct Box {
        let type: String
        let typeAt: Int
        let body: Range<Int>
    }

    private static func boxes(in range: Range<Int>, of bytes: [UInt8], _ budget: inout Int) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while budget > 0, range.upperBound - position >= 8 {
            budget -= 1
            var headerBytes = 8
            var size = number(bytes[position..<position + 4])
            if size == 1 {
                guard range.upperBound - position >= 16, bytes[position + 8] == 0 else { break }
                size = number(bytes[position + 8..<position + 16])
                headerBytes = 16
            } else if size == 0 {
                size = range.upperBound - position
            }
            guard size >= headerBytes, size <= range.upperBound - position else { break }
            let type = String(decoding: bytes[position + 4..<position + 8], as: UTF8.self)
            boxes.append(Box(type: type, typeAt: position + 4, body: position + headerBytes..<position + size))
            position += size
        }
        return boxes
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
