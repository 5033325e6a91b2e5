import Shared

/// What stands around a page's content: a file of markup with `{{names}}` in the places that are filled in.
struct PageFrame: Sendable {
    private let markup: String

    /// - Parameter file: One of ``BrowserFiles``.
    init(_ file: String) {
        markup = String(decoding: BrowserFiles.all[file]?.bytes ?? [], as: UTF8.self)
    }

    /// In one pass: nothing that was put in is looked at again. What is put in is markup already.
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
