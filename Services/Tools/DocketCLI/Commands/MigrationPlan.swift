import PostgresStore

/// A step in the output of `docket migrate --plan`. Pure.
struct MigrationPlan: Encodable {
    let version: Int
    let name: String
    let isBeside: Bool
    let locks: [Migration.Lock]

    init(_ migration: Migration) {
        (version, name, isBeside, locks) = (migration.version, migration.name, migration.isBeside, migration.locks)
    }

    static func lines(_ migrations: [Migration]) -> [String] {
        if migrations.isEmpty { return ["The database is up to date."] }
        return migrations.map { "would apply \($0.version) \($0.name): \(MigrationPlan($0).effect)" }
    }

    /// Which requests wait, in words.
    private var effect: String {
        if locks.isEmpty { return isBeside ? "beside everybody" : "in one transaction, which nobody waits for" }
        let held = [(true, "reads and writes"), (false, "writes")].compactMap { holdsReaders, requests -> String? in
            let tables = locks.filter { $0.holdsReaders == holdsReaders }.map(\.table)
            return tables.isEmpty ? nil : "\(requests) of \(tables.joined(separator: ", "))"
        }.joined(separator: ", and ")
        return isBeside ? "beside everybody; for moments it holds \(held)" : "in one transaction, which holds \(held)"
    }
}
