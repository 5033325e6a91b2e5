import Foundation
import Testing

/// What the type system promises: each file in `MustNotCompile` is refused by the compiler, for the reason in its first line.
@Suite struct MustNotCompileTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "MustNotCompile")

    static let fixtures: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift.txt") }.sorted()
    }()

    @Test func fixturesAreThere() {
        #expect(Self.fixtures.contains("Control.swift.txt"))
        #expect(Self.fixtures.count >= 9)
    }

    @Test(.timeLimit(.minutes(2)), arguments: fixtures)
    func compilerRefuses(fixture: String) throws {
        let source = try String(contentsOf: Self.folder.appending(path: fixture), encoding: .utf8)
        let firstLine = source.prefix { $0 != "\n" }
        let mark = "// expect: "
        try #require(firstLine.hasPrefix(mark))
        let expected = firstLine.dropFirst(mark.count)

        let result = try compile(source)
        if expected == "nothing" {
            #expect(result.status == 0, "\(result.diagnostics)")
        } else {
            #expect(result.status != 0, "\(fixture) compiles.")
            let errors = result.diagnostics.split(separator: "\n").filter { $0.contains("error: ") }
            #expect(errors.count == 1 && errors.allSatisfy { $0.contains(expected) }, "\(result.diagnostics)")
        }
    }

    private func compile(_ source: String) throws -> (status: Int32, diagnostics: String) {
        let directory = FileManager.default.temporaryDirectory.appending(path: "docket-fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "Fixture.swift")
        let log = directory.appending(path: "diagnostics")
        try Data(source.utf8).write(to: file)
        try Data().write(to: log)

        // A file takes the output, however long: a pipe could fill up before the compiler has ended.
        let output = try FileHandle(forWritingTo: log)
        let compiler = Process()
        compiler.executableURL = URL(filePath: "/usr/bin/env")
        // As far as SIL, since the compiler finds out who uses a consumed value only there.
        compiler.arguments = [
            "swiftc", "-emit-sil", "-o", directory.appending(path: "Fixture.sil").path, "-swift-version", "6",
            "-warnings-as-errors", "-diagnostic-style", "llvm", "-I", try modulesDirectory().path, file.path,
        ]
        compiler.standardOutput = output
        compiler.standardError = output
        try compiler.run()
        compiler.waitUntilExit()
        try output.close()
        return (compiler.terminationStatus, try String(contentsOf: log, encoding: .utf8))
    }

    /// Where the build has put `Shared.swiftmodule`: beside the running test bundle.
    private func modulesDirectory() throws -> URL {
        let candidates = [
            CommandLine.arguments[0], (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "",
        ]
        for start in candidates where !start.isEmpty {
            var directory = URL(filePath: start).deletingLastPathComponent()
            while directory.path != "/" {
                let modules = directory.appending(path: "Modules")
                if FileManager.default.fileExists(atPath: modules.appending(path: "Shared.swiftmodule").path) { return modules }
                directory.deleteLastPathComponent()
            }
        }
        throw CocoaError(.fileNoSuchFile)
    }
}
