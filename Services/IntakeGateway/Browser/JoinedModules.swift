import Shared

/// Joins modules of the source into one file, for one request of a browser or for copying.
///
/// It works by lines, so the modules must keep a form: an import is one line that begins with `import {`, an export
/// begins with `export` and a declaration, and no two modules have the same top-level name. A test parses the result with
/// Node, and so checks the form.
enum JoinedModules {
    /// The element, and its modules from the beginning.
    static let intake = [
        "client/problems.js", "client/streams.js", "trouble.js", "elements.js", "voice.js", "sheets.js", "requests.js", "api.js",
        "telling.js", "naming.js", "showing.js", "told.js", "consent.js", "kept.js", "transfers.js", "uploads.js", "adding.js",
        "pages.js", "suggesting.js", "documents.js", "components.js", "progress.js", "guide.js", "dropping.js", "page.js",
        "intake.js",
    ]
    /// Loaded when a photo is taken, chosen or cropped.
    static let camera = ["elements.js", "straightening.js", "cropping.js", "edges.js", "looking.js", "capture.js"]

    /// The page's parts in the desk, as the module that all of the desk's others import.
    static func deskParts(of sources: [String: [UInt8]]) -> [UInt8] {
        text(
            ["trouble.js", "elements.js", "voice.js", "sheets.js", "desk/dom.js"], of: sources,
            exporting: [
                "h", "icon", "button", "Trouble", "start", "say", "knows", "size", "dialog", "ask", "announce", "complain",
                "settle",
            ])
    }

    /// Joins modules in order. `before` is put at the top, and `exports` are the exported names.
    static func text(
        _ names: [String], of sources: [String: [UInt8]], before: String = "", exporting exports: [String]
    ) -> [UInt8] {
        let bodies = names.map { body(String(decoding: sources[$0] ?? [], as: UTF8.self)) }
        return Array((before + bodies.joined() + "export { \(exports.joined(separator: ", ")) }\n").utf8)
    }

    /// A style sheet without comments.
    static func style(_ bytes: [UInt8]) -> String {
        lines(of: String(decoding: bytes, as: UTF8.self)).filter { !($0.hasPrefix("/*") && $0.hasSuffix("*/")) }
            .joined(separator: "\n")
    }

    private static func body(_ source: String) -> String {
        var (text, isComment) = ("", false)
        for line in lines(of: source) {
            if line.hasPrefix("/**") { isComment = true }
            defer { if isComment, line.hasSuffix("*/") { isComment = false } }
            if isComment || line.hasPrefix("//") || line.hasPrefix("import {") { continue }
            text += (line.hasPrefix("export ") ? String(line.dropFirst("export ".utf8.count)) : String(line)) + "\n"
        }
        return text
    }

    /// Non-empty lines without their indentation.
    private static func lines(of text: String) -> [Substring] {
        text.split(at: "\n").map { line in line.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
