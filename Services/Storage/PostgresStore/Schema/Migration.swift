internal import CSchema
internal import Crypto

/// A step of the schema: a file of `CSchema/sql`. Steps only go forward; one that was released never changes.
public struct Migration: Sendable, Hashable {
    /// The first is that of the baseline; from there without a gap.
    public let version: Int
    public let name: String
    /// Which tables wait while it runs.
    public let locks: [Lock]
    let work: Work

    /// Requests that wait, for one table, until the step's transaction or its statement is over.
    public struct Lock: Sendable, Hashable, Encodable {
        public let table: String
        /// False where only those who write wait.
        public let holdsReaders: Bool
    }

    enum Work: Sendable, Hashable {
        /// In one transaction.
        case atOnce(String)
        /// One after another, beside whoever reads and writes; each can be done again after it was done, or half done.
        case beside([Part])
    }

    enum Part: Sendable, Hashable {
        /// Is carried out until it changes no row.
        case batches(String)
        case statements(String)
        /// What stands behind `create index NAME`.
        case index(name: String, definition: String)
        case noIndex(name: String)
    }

    /// Whether others read and write while it runs; what `locks` names waits for moments then.
    public var isBeside: Bool {
        if case .beside = work { true } else { false }
    }

    /// By which checksums a database tells that this was done, by their versions. That of a step is over all that it does.
    var records: [Int: String] {
        let replaced = ReplacedSteps.checksums
        if version == replaced.count { return Dictionary(uniqueKeysWithValues: zip(1..., replaced)) }
        return [version: Hex.encode(SHA256.hash(text))]
    }

    /// Whether a database has seen all of it. `applied`: the checksum of each step that it has seen, by its version.
    func isRecorded(in applied: [Int: String]) -> Bool { records.keys.allSatisfy { applied[$0] != nil } }

    private var text: String {
        switch work {
        case .atOnce(let sql): sql
        case .beside(let parts): parts.map(\.text).joined(separator: ";\n")
        }
    }

    /// The texts of all files, as they stand in the source.
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
