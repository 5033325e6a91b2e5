import FoundationEssentials
public import Shared
import YAML

/// One fault of one file, for a person: the file, the place in it, and what is wrong.
public struct JourneyFileFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let path: String
    /// From 1; nil where the file as a whole is meant.
    public let line: Int?
    public let column: Int?
    public let problem: String

    public var description: String {
        "\(path)" + (line.map { ":\($0)" } ?? "") + (line == nil ? "" : column.map { ":\($0)" } ?? "") + ": \(problem)"
    }
}

/// All that is wrong with some files.
public struct JourneyFileFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public let faults: [JourneyFileFault]

    public init(faults: [JourneyFileFault]) {
        self.faults = faults
    }

    public var code: String { "journey-files-invalid" }
    public var isRetriable: Bool { false }
    public var description: String { faults.map(\.description).joined(separator: "\n") }
    public var detail: String { description }
}

/// A journey as a file declares it, with the examples that the file says prove it.
public struct JourneyFile: Sendable {
    public let path: String
    public let journey: JourneyDefinition
    public let examples: [JourneyExample]

    /// Reads the text of a file and checks what it says, its examples included.
    ///
    /// - Throws: `JourneyFileFaults` with all faults at once, each with its line; text that is no YAML has one, where it stops
    ///   being YAML.
    public static func parse(_ text: [UInt8], path: String) throws(JourneyFileFaults) -> JourneyFile {
        let root: YAMLNode
        do {
            root = try YAMLDocument.parse(text)
        } catch {
            let fault = JourneyFileFault(
                path: path, line: error.location?.line, column: error.location?.column, problem: error.message)
            throw JourneyFileFaults(faults: [fault])
        }
        var reader = JourneyReader(path: path)
        guard let file = reader.file(root) else { throw JourneyFileFaults(faults: reader.sortedFaults) }
        return file
    }
}
