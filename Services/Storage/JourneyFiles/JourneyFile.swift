public import Shared
import YAML

/// One fault of a file, for a person: the file, the place, and the fault.
public struct JourneyFileFault: Error, Sendable, Hashable, CustomStringConvertible {
    public let path: String
    /// From 1; nil for a fault of the whole file.
    public let line: Int?
    public let column: Int?
    public let problem: String

    public var description: String {
        "\(path)" + (line.map { ":\($0)" } ?? "") + (line == nil ? "" : column.map { ":\($0)" } ?? "") + ": \(problem)"
    }
}

/// All faults of some files.
public struct JourneyFileFaults: Error, Sendable, Hashable, CustomStringConvertible {
    public let faults: [JourneyFileFault]

    public init(faults: [JourneyFileFault]) {
        self.faults = faults
    }

    public var description: String { faults.map(\.description).joined(separator: "\n") }
}

/// A journey from a file, with the examples that test it.
public struct JourneyFile: Sendable {
    public let path: String
    public let journey: JourneyDefinition
    public let examples: [JourneyExample]

    /// Parses and checks the text of a file, including its examples. `allowsPrivate` lets its call-outs be plain http and of the
    /// installation's own network, as it does the addresses of webhooks.
    ///
    /// - Throws: `JourneyFileFaults` with all faults at once, each with its line; invalid YAML has one, at its first
    ///   invalid place.
    public static func parse(_ text: [UInt8], path: String, allowsPrivate: Bool = false) throws(JourneyFileFaults) -> JourneyFile
    {
        let root: YAMLNode
        do {
            root = try YAMLDocument.parse(text)
        } catch {
            let fault = JourneyFileFault(
                path: path, line: error.location?.line, column: error.location?.column, problem: error.message)
            throw JourneyFileFaults(faults: [fault])
        }
        var reader = JourneyReader(path: path, allowsPrivate: allowsPrivate)
        guard let file = reader.file(root) else { throw JourneyFileFaults(faults: reader.sortedFaults) }
        return file
    }
}
