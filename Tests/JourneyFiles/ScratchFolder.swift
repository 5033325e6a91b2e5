import FoundationEssentials

/// A folder for the length of a test.
enum ScratchFolder {
    static func with<Value>(_ files: [String: String], _ body: (String) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "docket-journeys-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appending(path: name)) }
        return try body(folder.path)
    }
}
