/// The frame of a page: a file of markup with `{{names}}` as placeholders.
struct PageFrame: Sendable {
    private let markup: String

    /// - Parameter file: One of ``BrowserFiles``.
    init(_ file: String) {
        markup = String(decoding: BrowserFiles.all[file]?.bytes ?? [], as: UTF8.self)
    }

    /// Fills the placeholders in one pass: inserted text is not examined again. It must be markup.
    func filled(_ value: (Substring) -> String) -> String {
        var text = ""
        for part in markup.utf8.split(separator: "{{".utf8, omittingEmptySubsequences: false).map({ Substring($0) }) {
            guard let end = part.firstRange(of: "}}") else {
                text += part
                continue
            }
            text += value(part[..<end.lowerBound]) + part[end.upperBound...]
        }
        return text
    }
}
