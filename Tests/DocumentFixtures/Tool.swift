import Foundation

/// A command-line tool that makes or judges test documents: independent of the code under test.
public enum Tool: String, Sendable {
    case vips
    case qpdf
    case exiftool

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
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("docket-fixture-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, bytes) in files { try Data(bytes).write(to: folder.appendingPathComponent(name)) }

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/\(rawValue)")
        process.arguments = arguments
        process.currentDirectoryURL = folder
        let complaints = Pipe()
        process.standardError = complaints
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        let text = complaints.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failed(description: "\(rawValue) \(arguments): \(String(decoding: text, as: UTF8.self))")
        }
        return try output.map { [UInt8](try Data(contentsOf: folder.appendingPathComponent($0))) } ?? []
    }
}
