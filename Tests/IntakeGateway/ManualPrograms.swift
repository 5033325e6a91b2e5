import EventLoop
import Foundation
import Support
import Testing

/// The programs of the manual's page about evidence, as a reader saves them.
enum ManualPrograms {
    static let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy/manual/evidence.md")

    /// Runs one of them, the others beside it.
    static func run(_ name: String, _ arguments: String...) async throws -> Program.Result {
        let folder = try TemporaryFolder("programs")
        let text = try String(contentsOf: page, encoding: .utf8)
        var rest = text[...]
        while let begin = rest.range(of: "```(python|sh)\n# ", options: .regularExpression) {
            let end = try #require(rest.range(of: "\n```", range: begin.upperBound..<rest.endIndex))
            let program = rest[begin.upperBound..<end.lowerBound]
            let file = try #require(program.split(separator: "\n").first)
            try Data("# \(program)\n".utf8).write(to: URL(filePath: "\(folder.path)/\(file)"))
            rest = rest[end.upperBound...]
        }
        return try await Program.run(name.hasSuffix(".sh") ? "sh" : "python3", ["\(folder.path)/\(name)"] + arguments)
    }
}
