public import Domain

/// How a database's schema stands to the migrations that a program knows. Pure.
public enum SchemaStatus: Hashable, Sendable {
    case current
    /// So many steps are missing: somebody may be about to migrate.
    case older(missing: Int)
    /// A newer version has migrated.
    case newer(version: Int, known: Int)
    /// A step that both know was another one.
    case foreign(step: Int)

    /// `applied`: the checksum of each step that the database has seen, by its version.
    init(applied: [Int: String], migrations: [Migration]) {
        if let newest = applied.keys.max(), newest > migrations.count {
            self = .newer(version: newest, known: migrations.count)
        } else if let step = migrations.first(where: { applied[$0.version] ?? $0.checksum != $0.checksum }) {
            self = .foreign(step: step.version)
        } else {
            let missing = migrations.count { applied[$0.version] == nil }
            self = missing > 0 ? .older(missing: missing) : .current
        }
    }

    /// Why a program cannot begin on it; nil where it can.
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
        }
    }
}
