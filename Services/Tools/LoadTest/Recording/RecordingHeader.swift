public import Shared

/// The first line of a recording: its kind, and the format of the other lines.
public struct RecordingHeader: Sendable, Hashable, Codable {
    public enum Kind: String, Sendable, Hashable, Codable {
        /// Each line is an event of a topic.
        case events
        /// Each line is the shape of a submission: its documents, the sizes of their files, and the times of the
        /// requests.
        case uploads
    }

    public static let format = "docket-recording"
    /// The version that this program writes, and the newest one that it reads.
    public static let version = 1

    public let format: String
    public let version: Int
    public let kind: Kind
    /// When the recording began.
    public let madeAt: Timestamp

    public init(kind: Kind, madeAt: Timestamp) {
        format = Self.format
        version = Self.version
        (self.kind, self.madeAt) = (kind, madeAt)
    }

    /// With its line end.
    public func line() throws -> [UInt8] { try CanonicalJSON.encode(self) + [RecordingLine.end] }

    private struct Beginning: Decodable {
        let format: String
        let version: Int
    }

    /// Reads the first line of a file.
    public init(line: some Sequence<UInt8>) throws(RecordingFault) {
        let bytes = Array(line)
        guard let beginning = try? CanonicalJSON.decode(Beginning.self, from: bytes), beginning.format == Self.format else {
            throw .foreign
        }
        guard (1...Self.version).contains(beginning.version) else { throw .otherVersion(beginning.version) }
        guard let header = try? CanonicalJSON.decode(Self.self, from: bytes) else { throw .foreign }
        self = header
    }
}

/// Why a file cannot be replayed.
public enum RecordingFault: Error, Sendable, Hashable, CustomStringConvertible {
    case foreign
    case otherVersion(Int)
    /// The file has only a header.
    case empty
    case damaged(line: Int, problem: String)

    public var description: String {
        switch self {
        case .foreign: "it is no recording: its first line is not the one that `docket record` writes"
        case .otherVersion(let version):
            "it is a recording of version \(version); this docket reads up to \(RecordingHeader.version)"
        case .empty: "nothing was recorded in it"
        case .damaged(let line, let problem): "line \(line) is damaged: \(problem)"
        }
    }
}
