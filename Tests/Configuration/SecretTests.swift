import Configuration
import FoundationEssentials
import Testing

@Suite struct SecretTests {
    /// Runs `body` with a file of these bytes, and removes it.
    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "docket-secret-\(UUID().uuidString)").path()
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        try body(path)
    }

    @Test func nothingShowsIt() {
        let secret = Secret("hunter2")
        var dumped = ""
        dump(secret, to: &dumped)
        for text in ["\(secret)", String(reflecting: secret), "\([secret])", dumped] { #expect(!text.contains("hunter2")) }
        #expect(secret.reveal == "hunter2")
    }

    @Test func itComesFromTheVariable() throws {
        var reader = ConfigurationReader(environment: ["KEY": "hunter2"])
        #expect(reader.secret("KEY", "k").reveal == "hunter2")
        #expect(reader.optionalSecret("OTHER", "k") == nil)
        try reader.finish()
    }

    @Test func itComesFromAFileLessItsLastLineBreak() throws {
        try withFile(Array("hunter2\n\n".utf8)) { path in
            var reader = ConfigurationReader(environment: ["KEY_FILE": path])
            #expect(reader.secret("KEY", "k").reveal == "hunter2\n")
            try reader.finish()
        }
        try withFile(Array("hunter2\r\n".utf8)) { path in
            var reader = ConfigurationReader(environment: ["KEY_FILE": path])
            #expect(reader.secret("KEY", "k").reveal == "hunter2")
        }
    }

    @Test func aMissingOneIsAFault() {
        var reader = ConfigurationReader(environment: [:])
        _ = reader.secret("KEY", "k")
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(faults?.description == "KEY: is not set, nor is KEY_FILE")
    }

    @Test func bothAreAFaultThatShowsNeither() {
        var reader = ConfigurationReader(environment: ["KEY": "hunter2", "KEY_FILE": "/nowhere"])
        _ = reader.secret("KEY", "k")
        let faults = #expect(throws: ConfigurationFaults.self) { try reader.finish() }
        #expect(faults?.description == "KEY: is set beside KEY_FILE; set one of them")
    }

    @Test func filesThatCannotBeUsedAreFaults() throws {
        func fault(_ path: String) -> String {
            var reader = ConfigurationReader(environment: ["KEY_FILE": path])
            _ = reader.optionalSecret("KEY", "k")
            return #expect(throws: ConfigurationFaults.self) { try reader.finish() }?.description ?? ""
        }
        #expect(
            fault("/nowhere/at/all") == "KEY_FILE: is “/nowhere/at/all”; the file cannot be opened (No such file or directory)")
        #expect(fault("/tmp").contains("cannot be read (Is a directory)"))
        try withFile([]) { #expect(fault($0).hasSuffix("the file is empty")) }
        try withFile(Array("\n".utf8)) { #expect(fault($0).hasSuffix("the file is empty")) }
        try withFile([0xFF, 0xFE]) { #expect(fault($0).hasSuffix("the file is not UTF-8 text")) }
        try withFile([UInt8](repeating: 65, count: 65_537)) { #expect(fault($0).hasSuffix("larger than 64 KiB")) }
    }
}
