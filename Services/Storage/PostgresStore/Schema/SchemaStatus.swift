public import Domain

/// How a database's schema compares to the migrations that a program knows. Pure.
public enum SchemaStatus: Hashable, Sendable {
    case current
    /// This many steps are missing. A migration may follow.
    case older(missing: Int)
    /// A newer program has migrated the schema.
    case newer(version: Int, known: Int)
    /// A step with a known number has another content.
    case foreign(step: Int)
    /// The schema was made by steps that the baseline has replaced, and has not seen all of them.
    case tooOld(version: Int, baseline: Int)

    /// `applied`: the checksum of each step that the database has seen, by its version.
    init(applied: [Int: String], migrations: [Migration]) {
        let known = migrations.last?.version ?? 0
        let missing = migrations.filter { !$0.isRecorded(in: applied) }
        let foreign = migrations.flatMap(\.records).filter { applied[$0.key] ?? $0.value != $0.value }
        if let newest = applied.keys.max(), newest > known {
            self = .newer(version: newest, known: known)
        } else if let step = foreign.map(\.key).min() {
            self = .foreign(step: step)
        } else if let newest = applied.keys.max(), let baseline = migrations.first, missing.first == baseline {
            self = .tooOld(version: newest, baseline: baseline.version)
        } else {
            self = missing.isEmpty ? .current : .older(missing: missing.count)
        }
    }

    /// Why a program cannot start on this schema; nil if it can.
    public var fault: StoreError? {
        switch self {
        case .current: nil
        case .older(let missing):
            StoreError(
                code: .schemaMismatch, isRetriable: true,
                description: "The database's schema is older than this program: run “docket migrate”.",
                detail: "\(missing) steps are missing")
        case .newer(let version, let known):
            StoreError(
                code: .schemaMismatch, isRetriable: false,
                description:
                    "The database's schema is newer than this program: install the version that made it, or a later one.",
                detail: "the schema is at \(version), this program knows \(known)")
        case .foreign(let step):
            StoreError(
                code: .schemaMismatch, isRetriable: false,
                description: "The database's schema was made by another program than this one.",
                detail: "step \(step) differs")
        case .tooOld(let version, let baseline):
            StoreError(
                code: .schemaMismatch, isRetriable: false,
                description: """
                    The database's schema is too old for this program: install the version before this one, run its \
                    “docket migrate”, and come back.
                    """,
                detail: "the schema is at \(version), this program begins at \(baseline)")
        }
    }
}
