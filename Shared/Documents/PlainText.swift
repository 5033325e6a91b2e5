/// Texts of one line that people write: names, references, notes.
public enum PlainText {
    /// Whether a text has a length within `length` and no control character. The length counts Unicode scalars, as JSON
    /// Schema does. Postgres cannot store NUL.
    public static func isValid(_ text: some StringProtocol, length: ClosedRange<Int>) -> Bool {
        // A scalar has up to four bytes: what is far too long is not looked through.
        text.utf8.count <= length.upperBound * 4
            && length.contains(text.unicodeScalars.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
