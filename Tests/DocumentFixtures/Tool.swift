import Foundation

/// A command-line tool that makes or judges test documents: independent of the code under test.
public enum Tool: String, Sendable {
    case vips
    case qpdf
    case exiftool
    case vipsheader
    case pdfinfo
    case pdftotext
    case qrencode
    case zint
    case ldd
    case file

    public struct Failed: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) {
            self.description = description
        }
    }

    /// Runs it in a folder of its own that holds the named files, and returns the file that it writes there.
    ///
    /// `arguments` name files by their names in that folder.
    @discardableResult
    public func run(_ arguments: [String], files: [String: [UInt8]] = [:], yields output: String? = nil) throws -> [UInt8] {
        try Self.inFolder(of: files) { folder in
            _ = try start(arguments, in: folder)
            return try output.map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) } ?? []
        }
    }

    /// Runs it, in a folder of its own that holds the named files, and returns what it says on its standard output.
    public func output(of arguments: [String], files: [String: [UInt8]] = [:]) throws -> String {
        try Self.inFolder(of: files) { try start(arguments, in: $0) }
    }

    private static func inFolder<Result>(of files: [String: [UInt8]], _ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("docket-fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }
        return try body(folder)
    }

    private func start(_ arguments: [String], in folder: URL) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(rawValue)")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        // Complaints go to a file: nobody has to read two pipes at once.
        let complaints = FileManager.default.temporaryDirectory.appendingPathComponent("docket-complaints-\(UUID().uuidString)")
        _ = FileManager.default.createFile(atPath: complaints.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: complaints) }
        let answer = Pipe()
        process.standardError = try FileHandle(forWritingTo: complaints)
        process.standardOutput = answer
        try process.run()
        let text = answer.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            let said = (try? Data(contentsOf: complaints)) ?? Data()
            throw Failed(description: "\(rawValue) \(arguments): \(String(decoding: said, as: UTF8.self))")
        }
        return String(decoding: text, as: UTF8.self)
    }
}
