import FoundationEssentials

/// Builds a JSON text (RFC 8259) while values encode themselves, from the first byte to the last.
///
/// Foundation's encoder builds a tree of boxed values first, which would multiply the cost of a request. The bytes are
/// the same: members sorted by name, unescaped slashes, dates by RFC 3339.
///
/// A container of `Encoder` does not tell when it is complete. It is complete when something is written outside of it:
/// each container knows how many are open around it, and closes the inner ones.
final class JSONOutput {
    private enum Mark {
        static let openBrace = UInt8(ascii: "{")
        static let closeBrace = UInt8(ascii: "}")
        static let openBracket = UInt8(ascii: "[")
        static let closeBracket = UInt8(ascii: "]")
    }

    private struct Member {
        /// The beginning of the name, after its quote.
        let start: Int
        let end: Int
        var valueEnd: Int
    }

    private enum Level {
        /// The beginning of the object, and the index of its first member.
        case object(start: Int, firstMember: Int)
        case array(isEmpty: Bool)
    }

    private(set) var bytes: [UInt8] = []
    private var levels: [Level] = []
    /// The members of all open objects, those of inner ones after those of outer ones.
    private var members: [Member] = []

    init() { bytes.reserveCapacity(1024) }

    // MARK: - Structure

    /// The number of open containers.
    var depth: Int { levels.count }

    func beginObject() {
        bytes.append(Mark.openBrace)
        levels.append(.object(start: bytes.count, firstMember: members.count))
    }

    func beginArray() {
        bytes.append(Mark.openBracket)
        levels.append(.array(isEmpty: true))
    }

    /// Begins the next member of the innermost container, an object.
    func beginMember(_ name: String) {
        endMember()
        if case .object(_, let first)? = levels.last, first < members.count { bytes.append(ASCII.comma) }
        let start = bytes.count + 1
        write(name)
        members.append(Member(start: start, end: bytes.count - 1, valueEnd: 0))
        bytes.append(ASCII.colon)
    }

    /// Begins the next element of the innermost container, an array.
    func beginElement() {
        guard case .array(let isEmpty)? = levels.last else { return }
        if isEmpty { levels[levels.count - 1] = .array(isEmpty: false) } else { bytes.append(ASCII.comma) }
    }

    /// Closes the inner containers until `depth` are open.
    func close(to depth: Int) {
        while levels.count > depth {
            endMember()
            switch levels.removeLast() {
            case .array: bytes.append(Mark.closeBracket)
            case .object(let start, let first):
                sort(from: start, first)
                members.removeLast(members.count - first)
                bytes.append(Mark.closeBrace)
            }
        }
    }

    /// Ends the value of the innermost object's last member.
    private func endMember() {
        if case .object(_, let first)? = levels.last, first < members.count { members[members.count - 1].valueEnd = bytes.count }
    }

    /// Sorts the members by name, as most types encode theirs in another order. Of several members with one name the last
    /// one counts.
    private func sort(from start: Int, _ first: Int) {
        var isSorted = true
        for index in members.indices.dropFirst(first + 1) where !precedes(members[index - 1], members[index]) { isSorted = false }
        guard !isSorted else { return }
        // By place where names are the same: the order of sorting is not that of the text.
        let sorted = members[first...].sorted { left, right in
            precedes(left, right) || (!precedes(right, left) && left.start < right.start)
        }
        var rewritten: [UInt8] = []
        rewritten.reserveCapacity(bytes.count - start)
        for (index, member) in sorted.enumerated() {
            if index + 1 < sorted.count, !precedes(member, sorted[index + 1]) { continue }
            if !rewritten.isEmpty { rewritten.append(ASCII.comma) }
            rewritten += bytes[member.start - 1..<member.valueEnd]
        }
        bytes.replaceSubrange(start..., with: rewritten)
    }

    private func precedes(_ left: Member, _ right: Member) -> Bool {
        var (one, other) = (left.start, right.start)
        while one < left.end, other < right.end {
            if bytes[one] != bytes[other] { return bytes[one] < bytes[other] }
            one += 1
            other += 1
        }
        return left.end - left.start < right.end - right.start
    }

    // MARK: - Values

    func writeNull() { bytes += "null".utf8 }

    func write(_ value: Bool) { bytes += (value ? "true" : "false").utf8 }

    func write(_ value: some BinaryInteger) { bytes += String(value).utf8 }

    /// - Throws: `EncodingError` for a number that JSON cannot represent.
    func write<Number: BinaryFloatingPoint & CustomStringConvertible>(_ value: Number) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "JSON has no such number."))
        }
        if let whole = Int64(exactly: value) { write(whole) } else { bytes += value.description.utf8 }
    }

    func write(_ text: String) { JSONString.append(text, to: &bytes) }

    /// Writes a value of any other type.
    func write<Value: Encodable>(value: Value) throws {
        if Value.self == String.self, let text = value as? String { return write(text) }
        // What Foundation writes otherwise than they would write themselves.
        if Value.self == Date.self || Value.self == Data.self || Value.self == URL.self || Value.self == Decimal.self {
            let encoder = JSONEncoder()
            encoder.outputFormatting = .withoutEscapingSlashes
            encoder.dateEncodingStrategy = .iso8601
            bytes += [UInt8](try encoder.encode(value))
            return
        }
        let (depth, start) = (depth, bytes.count)
        try value.encode(to: JSONOutputEncoder(output: self, depth: depth))
        close(to: depth)
        // What writes nothing is an object without members.
        if bytes.count == start { bytes += "{}".utf8 }
    }
}
