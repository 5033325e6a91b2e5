import CommandLine
import FoundationEssentials
import Glibc
import Testing

/// Runs the generated scripts in the shells they are for.
@Suite(.timeLimit(.minutes(1))) struct CompletionTests {
    private static let script = Program(Fixture.tree(), version: "1", console: Fixture.Output().console())
        .completionScript(for: .bash)

    /// What bash proposes for these words, of which the last one is being typed.
    private func proposals(_ words: String..., folder: String = "/") throws -> [String] {
        let line = words.map { "'\($0)'" }.joined(separator: " ")
        let driver = """
            cd '\(folder)' || exit 1
            COMP_WORDS=(\(line)); COMP_CWORD=\(words.count - 1)
            _docket
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try Self.bash(Self.script + driver).split(separator: "\n").map(String.init)
    }

    private static func bash(_ script: String, arguments: [String] = []) throws -> String {
        try output(of: (["bash", "--norc"] + arguments).joined(separator: " "), script)
    }

    /// What a shell says that runs the script.
    private static func output(of shell: String, _ script: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString).bash").path()
        try Data(script.utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let pipe = try #require(popen("\(shell) \(path)", "r"))
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = fread(&buffer, 1, buffer.count, pipe)
            if count == 0 { break }
            output += buffer.prefix(count)
        }
        #expect(pclose(pipe) == 0)
        return String(decoding: output, as: UTF8.self)
    }

    @Test func bashAcceptsTheScript() throws { #expect(try Self.bash(Self.script, arguments: ["-n"]) == "") }

    @Test func bashCompletesCommands() throws {
        #expect(try proposals("docket", "") == ["upload", "show", "dlq", "completion"])
        #expect(try proposals("docket", "u") == ["upload"])
        #expect(try proposals("docket", "--home", "/tmp", "s") == ["show"])
        #expect(try proposals("docket", "dlq", "") == ["list"])
    }

    @Test func bashCompletesOptions() throws {
        #expect(try proposals("docket", "upload", "--jo") == ["--journey"])
        #expect(try proposals("docket", "upload", "--").contains("--home"))
        #expect(try proposals("docket", "--") == ["--home", "--verbose", "--help"])
    }

    @Test func bashCompletesValues() throws {
        #expect(try proposals("docket", "upload", "--journey", "") == ["proof-of-address", "identity"])
        #expect(try proposals("docket", "upload", "-j", "i") == ["identity"])
        #expect(try proposals("docket", "upload", "--journey", "=") == ["proof-of-address", "identity"])
        #expect(try proposals("docket", "upload", "--journey", "=", "id") == ["identity"])
        #expect(try proposals("docket", "upload", "--token", "") == [])
        #expect(try proposals("docket", "completion", "") == ["bash", "zsh", "fish"])
    }

    @Test func bashCompletesFilesWithBlanksInTheirNames() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/a folder", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: folder + "/a bill.jpg"))
        #expect(try proposals("docket", "upload", "-j", "identity", "a", folder: folder).sorted() == ["a bill.jpg", "a folder"])
        #expect(try proposals("docket", "upload", "x.jpg", "a b", folder: folder) == ["a bill.jpg"])
        #expect(try proposals("docket", "--home", "", folder: folder) == ["a folder"])
        #expect(try proposals("docket", "show", "", folder: folder) == [])
    }

    @Test func zshGetsAFunctionForEachCommand() {
        let script = Program(Fixture.tree(), version: "1", console: Fixture.Output().console()).completionScript(for: .zsh)
        #expect(script.hasPrefix("#compdef docket\n"))
        for line in [
            "_docket() {", "_docket_upload() {", "_docket_dlq_list() {",
            "'(-j --journey)'{-j+,--journey=}'[Which journey]:JOURNEY:(proof-of-address identity)'",
            "'*'{-m+,--metadata=}'[Extra]:KEY=VALUE:'", "'*:FILE:_files'", "'::COUNT:'",
            "'--home=[Where it keeps its data]:DIR:_files -/'",
            "'upload:Send files as one submission'", "dlq) _docket_dlq ;;",
        ] {
            #expect(script.contains(line), "\(line)")
        }
    }

    /// What fish proposes for a line, without the descriptions.
    private func fishProposals(_ line: String, folder: String = "/") throws -> [String] {
        let script = Program(Fixture.tree(), version: "1", console: Fixture.Output().console()).completionScript(for: .fish)
        let quoted = line.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        let said = try Self.output(of: "fish --no-config", script + "\ncd '\(folder)'\ncomplete -C '\(quoted)'\n")
        return said.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }.sorted()
    }

    @Test func fishAcceptsTheScript() throws {
        let script = Program(Fixture.tree(), version: "1", console: Fixture.Output().console()).completionScript(for: .fish)
        #expect(try Self.output(of: "fish --no-config --no-execute", script) == "")
        #expect(try Self.output(of: "fish --no-config", script) == "")
    }

    @Test func fishCompletesCommands() throws {
        #expect(try fishProposals("docket ") == ["completion", "dlq", "show", "upload"])
        #expect(try fishProposals("docket u") == ["upload"])
        #expect(try fishProposals("docket --home /tmp s") == ["show"])
        #expect(try fishProposals("docket dlq ") == ["list"])
    }

    @Test func fishCompletesOptions() throws {
        #expect(try fishProposals("docket upload --jo") == ["--journey"])
        #expect(try fishProposals("docket upload --").contains("--home"))
        #expect(try fishProposals("docket --") == ["--help", "--home", "--verbose"])
    }

    @Test func fishCompletesValues() throws {
        #expect(try fishProposals("docket upload --journey ") == ["identity", "proof-of-address"])
        #expect(try fishProposals("docket upload -j i") == ["identity"])
        #expect(try fishProposals("docket upload --journey=id") == ["--journey=identity"])
        #expect(try fishProposals("docket upload --token ") == [])
        #expect(try fishProposals("docket completion ") == ["bash", "fish", "zsh"])
    }

    @Test func fishCompletesFilesAndFolders() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docket-\(UUID().uuidString)").path()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder + "/afolder", withIntermediateDirectories: true)
        try Data().write(to: URL(filePath: folder + "/abill.jpg"))
        #expect(try fishProposals("docket upload -j identity a", folder: folder) == ["abill.jpg", "afolder/"])
        #expect(try fishProposals("docket upload x.jpg ab", folder: folder) == ["abill.jpg"])
        #expect(try fishProposals("docket --home a", folder: folder) == ["afolder/"])
        #expect(try fishProposals("docket show a", folder: folder) == [])
    }

    @Test func theCompletionCommandPrintsTheScript() async {
        let output = Fixture.Output()
        #expect(await Program(Fixture.tree(), version: "1", console: output.console()).run(["completion", "bash"]) == 0)
        #expect(output.output == Self.script)
    }
}
