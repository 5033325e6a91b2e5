/// A step of the schema. Steps only go forward; one that was released never changes.
public struct Migration: Sendable, Hashable {
    /// From 1, without a gap.
    public let version: Int
    public let name: String
    let work: Work

    enum Work: Sendable, Hashable {
        /// In one transaction, which nobody may write beside where it makes an index.
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

    init(version: Int, name: String, sql: String) { self.init(version: version, name: name, work: .atOnce(sql)) }

    init(version: Int, name: String, beside parts: [Part]) { self.init(version: version, name: name, work: .beside(parts)) }

    private init(version: Int, name: String, work: Work) {
        (self.version, self.name, self.work) = (version, name, work)
    }

    /// All that it says, by which it is recognised.
    var text: String {
        switch work {
        case .atOnce(let sql): sql
        case .beside(let parts): parts.map(\.text).joined(separator: ";\n")
        }
    }

    /// All steps, in order.
    public static let all: [Migration] = [
        .submissions, .eventLog, .delivery, .custody, .operations, .idempotency, .uploads, .predecessors, .rules, .history,
        .deadLetters, .access, .listings, .making, .placedDocuments, .indexesInOrder, .endpoints, .notices,
        .reasonPlaces, .deviceTokens, .privacy, .listingPaths, .quotas,
    ]
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
