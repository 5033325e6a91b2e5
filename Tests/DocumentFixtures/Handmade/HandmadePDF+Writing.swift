/// Where and how the objects of a PDF are written down, for files that say wrong or unusual things of themselves.
public struct HandmadeWriting: Sendable {
    /// Number and generation of objects that do not have their place in the list and 0.
    public var places: [Int: (number: Int, generation: Int)] = [:]
    /// What the trailer says of how many objects there are.
    public var size: Int?
    /// What the end says of where the table is.
    public var tableOffset: Int?
    /// By how much the table is wrong about where objects of these numbers are.
    public var shifts: [Int: Int] = [:]
    /// Further bytes behind the header.
    public var head = ""
    /// Objects, by their place in the list, that are not written at all.
    public var missing: Set<Int> = []
    /// Of objects, by their place in the list, that are dictionaries of streams: the streams' bytes. `Length` is added.
    public var data: [Int: [UInt8]] = [:]

    public init() {}
}

extension HandmadePDF {
    /// With a table that has a section for each object.
    public func bytes(_ change: (inout HandmadeWriting) -> Void) -> [UInt8] {
        var writing = HandmadeWriting()
        change(&writing)
        var text = Array("%PDF-1.4\n\(writing.head)".utf8)
        var table = "xref\n0 1\n0000000000 65535 f \n"
        var highest = 0
        for (index, object) in objects.enumerated() where !writing.missing.contains(index + 1) {
            let (number, generation) = writing.places[index + 1] ?? (index + 1, 0)
            highest = max(highest, number)
            let offset = Self.padded(text.count + (writing.shifts[number] ?? 0), to: 10)
            table += "\(number) 1\n\(offset) \(Self.padded(generation, to: 5)) n \n"
            text += Array("\(number) \(generation) obj\n".utf8)
            if let data = writing.data[index + 1] {
                text += Array("\(object.dropLast(2))/Length \(data.count)>>\nstream\n".utf8) + data + Array("\nendstream".utf8)
            } else {
                text += Array(object.utf8)
            }
            text += Array("\nendobj\n".utf8)
        }
        let start = writing.tableOffset ?? text.count
        let trailer = "trailer\n<</Size \(writing.size ?? highest + 1)/Root 1 0 R>>\nstartxref\n\(start)\n%%EOF\n"
        return text + Array((table + trailer).utf8)
    }

    private static func padded(_ number: Int, to digits: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
    }
}
