import HTTPServer
import Shared

/// Modules of the source as one: what a browser loads at once, and what somebody can copy as one file.
///
/// It goes by lines, which the modules keep to: an import of another one is a line of its own that begins with `import {`, what is
/// exported begins with `export` and a declaration, and no two modules have the same name at their top. Node reads the result in a
/// test, so that a module that does not keep to that is noticed.
enum JoinedModules {
    /// The element, and all that it needs from the beginning.
    static let intake = [
        "client/problems.js", "client/streams.js", "trouble.js", "elements.js", "voice.js", "sheets.js", "requests.js", "api.js",
        "telling.js", "naming.js", "showing.js", "told.js", "consent.js", "kept.js", "transfers.js", "uploads.js", "adding.js",
        "pages.js", "suggesting.js", "documents.js", "components.js", "progress.js", "guide.js", "dropping.js", "page.js",
        "intake.js",
    ]
    /// What is loaded when a photo is taken, chosen or cropped.
    static let camera = ["elements.js", "straightening.js", "cropping.js", "edges.js", "looking.js", "capture.js"]

    /// What the desk has of the page's, as the module that all of its others import.
    static func deskParts(of sources: [String: [UInt8]]) -> [UInt8] {
        text(
            ["trouble.js", "elements.js", "voice.js", "sheets.js", "desk/dom.js"], of: sources,
            exporting: [
                "h", "icon", "button", "Trouble", "start", "say", "knows", "size", "dialog", "ask", "announce", "complain",
                "settle",
            ])
    }

    /// One module of several, in their order. `before` is what stands at its top, and `exports` what others may have of it.
    static func text(
        _ names: [String], of sources: [String: [UInt8]], before: String = "", exporting exports: [String]
    ) -> [UInt8] {
        let bodies = names.map { body(String(decoding: sources[$0] ?? [], as: UTF8.self)) }
        return Array((before + bodies.joined() + "export { \(exports.joined(separator: ", ")) }\n").utf8)
    }

    /// A style without what is for its reader alone.
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

    /// Those with something on them, without what they are indented by.
    private static func lines(of text: String) -> [Substring] {
        text.split(at: "\n").map { line in line.drop { $0 == " " } }.filter { !$0.isEmpty }
    }
}
