internal import CSchema
internal import Crypto
import Shared

/// A step of the schema: a file of `CSchema/sql`. There is no way back, and a released step never changes.
public struct Migration: Sendable, Hashable {
    /// Versions have no gap. The first is the baseline's.
    public let version: Int
    public let name: String
    /// The tables whose requests wait while the step runs.
    public let locks: [Lock]
    let work: Work

    /// Requests to one table that wait until the step's transaction or statement ends.
    public struct Lock: Sendable, Hashable, Encodable {
        public let table: String
        /// False if only writes wait.
        public let holdsReaders: Bool
    }

    enum Work: Sendable, Hashable {
        /// The whole step runs in one transaction.
        case atOnce(String)
        /// The parts run one after another while others read and write. Each part can be repeated after it was done,
        /// wholly or in part.
        case beside([Part])
    }

    enum Part: Sendable, Hashable {
        /// A statement that is repeated until it changes no row.
        case batches(String)
        case statements(String)
        /// `definition` is the text after `create index NAME`.
        case index(name: String, definition: String)
        case noIndex(name: String)
    }

    /// Whether others read and write while it runs. The tables in `locks` then wait for moments only.
    public var isBeside: Bool {
        if case .beside = work { true } else { false }
    }

    /// The checksums, by version, by which a database records that the step was done. The step's own checksum covers
    /// everything that it does.
    var records: [Int: String] {
        let replaced = ReplacedSteps.checksums
        if version == replaced.count { return Dictionary(uniqueKeysWithValues: zip(1..., replaced)) }
        return [version: Hex.encode(SHA256.hash(text))]
    }

    /// Whether a database has seen the whole step. `applied`: the checksum of each step that the database has seen, by
    /// its version.
    func isRecorded(in applied: [Int: String]) -> Bool { records.keys.allSatisfy { applied[$0] != nil } }

    private var text: String {
        switch work {
        case .atOnce(let sql): sql
        case .beside(let parts): parts.map(\.text).joined(separator: ";\n")
        }
    }

    /// The texts of all files, as in the source.
    static let texts: [String] = UnsafeBufferPointer(start: docket_schema_texts(), count: docket_schema_texts_size())
        .split(separator: 0).map { String(decoding: $0.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self) }

    /// All steps, in order.
    public static let all: [Migration] = texts.map { text in
        do {
            return try Migration(parsing: text)
        } catch {
            preconditionFailure("A migration of this program is malformed: \(error)")
        }
    }
}

extension Migration.Part {
    fileprivate var text: String {
        switch self {
        case .batches(let sql), .statements(let sql): sql
        case .index(let name, let definition): "create index \(name) \(definition)"
        case .noIndex(let name): "drop index \(name)"
        }
    }
}
