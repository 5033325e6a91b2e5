/// One line of a header or trailer section (RFC 9112 §5), without its line break.
enum FieldLine {
    /// - Throws: ``RequestFault``: white space before the colon, a folded line, control characters.
    static func parse(_ line: ArraySlice<UInt8>) throws(RequestFault) -> HTTPHeaders.Field {
        guard let first = line.first, first != ASCII.space, first != ASCII.tab else { throw RequestFault(.lineFolding) }
        var colon = line.startIndex
        while colon < line.endIndex, line[colon] != ASCII.colon {
            guard ASCII.isToken(line[colon]) else { throw RequestFault(.malformedHeader) }
            colon += 1
        }
        guard colon > line.startIndex, colon < line.endIndex else { throw RequestFault(.malformedHeader) }
        var start = colon + 1
        var end = line.endIndex
        while start < end, line[start] == ASCII.space || line[start] == ASCII.tab { start += 1 }
        while start < end, line[end - 1] == ASCII.space || line[end - 1] == ASCII.tab { end -= 1 }
        for index in start..<end where !ASCII.isFieldValue(line[index]) {
            throw RequestFault(line[index] == ASCII.carriageReturn ? .bareLineBreak : .malformedHeader)
        }
        return HTTPHeaders.Field(name: String(decoding: line[..<colon], as: UTF8.self), value: text(line[start..<end]))
    }

    /// A value as text: UTF-8 if it is valid, else one character for each byte (obs-text is opaque).
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
