import CManual
import CommandSupport

/// A page of the manual from `deploy/manual`.
struct ManualPage: Sendable {
    /// The argument of `docket help`: the file's name without its ending.
    let name: String
    /// Markdown.
    let text: String

    static let all: [ManualPage] = (0..<docket_manual_page_count()).map { index in
        let page = docket_manual_page_at(index)
        return ManualPage(
            name: String(cString: page.name),
            text: String(decoding: UnsafeBufferPointer(start: page.bytes, count: page.count), as: UTF8.self))
    }

    /// The heading at the beginning of the page.
    var title: String { String(text.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " }) }

    /// The page for a terminal: headings are bold, and marks for programs are left out. The rest is plain Markdown.
    func shown(in style: Style) -> String {
        var lines: [String] = []
        var isCode = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") { isCode.toggle() }
            if !isCode, line.hasPrefix("<!--") { continue }
            let isHeading = !isCode && line.hasPrefix("#")
            lines.append(isHeading ? style.bold(String(line.drop { $0 == "#" || $0 == " " })) : String(line))
        }
        return lines.joined(separator: "\n")
    }
}
