/// Texts that people write into a field of one line: names, references, notes.
public enum PlainText {
    /// Whether a text has so many characters (Unicode scalars, as JSON Schema counts them), none of which is a control character.
    /// Those have no business in names; Postgres cannot even store NUL.
    public static func isValid(_ text: some StringProtocol, length: ClosedRange<Int>) -> Bool {
        // A scalar has up to four bytes: what is far too long is not looked through.
        text.utf8.count <= length.upperBound * 4
            && length.contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
