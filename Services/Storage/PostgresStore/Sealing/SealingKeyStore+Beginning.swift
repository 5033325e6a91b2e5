internal import Postgres
public import Sealing
internal import Synchronization

extension SealingKeyStore {
    /// What is sealed, because every running process can open it. Each part begins with those before it, or after them.
    public enum Part: String, Sendable, CaseIterable {
        case files
        /// What is read of documents.
        case values
        /// What submissions say of their persons.
        case persons
        /// Subjects and references among it.
        case names
        /// What people write about submissions, and secrets of the installation.
        case words
        /// What reasons quote, and suggested values.
        case findings
        /// Whom mail is from.
        case senders
        /// Who signed files, and what is told of uploads.
        case signers
        /// Whom legal holds are on, and why.
        case holds
        /// Mail addresses of those who look after webhook endpoints.
        case contacts

        /// Files have begun where there is a row.
        fileprivate var column: String? { self == .files ? nil : "\(rawValue)_too" }

        fileprivate static let columns: SQL = "\(raw: allCases.compactMap(\.column).joined(separator: ", "))"
    }

    /// What has begun never ends.
    public func hasBegun(_ part: Part = .files) async throws(SealingError) -> Bool {
        if known.withLock({ $0.begun.contains(part) }) { return true }
        return try await begunParts().contains(part)
    }

    /// What of new submissions is stored as it comes, until `docket seal` is run.
    public func partsNotBegun() async throws(SealingError) -> [Part] {
        let begun = try await begunParts()
        return Part.allCases.filter { !begun.contains($0) }
    }

    private func begunParts() async throws(SealingError) -> [Part] {
        let begun = try await asking("look whether sealing has begun") { () -> [Part] in
            let rows = try await pool.query("select \(Part.columns) from docket_keys.beginning")
            guard let row = rows.first else { return [] }
            return try Part.allCases.filter { part in try part.column.map { try row.decode($0, as: Bool.self) } ?? true }
        }
        known.withLock { $0.begun.formUnion(begun) }
        return begun
    }

    /// Seals new submissions from now on, and the values in rows that a process of this version opens. Repeating it is harmless.
    public func begin() async throws(SealingError) {
        // No submission may be sealed that a hold does not cover. Where a key is lost nothing is sealed by it.
        var lost = LostKeys()
        try await codeHolds(past: &lost)
        if provider == nil { try lost.check("who is under a legal hold") }
        let columns = Part.allCases.compactMap(\.column)
        let values = columns.map { _ in "true" }.joined(separator: ", ")
        let all = columns.map { "\($0) = true" }.joined(separator: ", ")
        _ = try await asking("begin to seal") {
            try await pool.execute(
                """
                insert into docket_keys.beginning (is_only, \(Part.columns)) values (true, \(raw: values))
                on conflict (is_only) do update set \(raw: all)
                """)
        }
    }
}
