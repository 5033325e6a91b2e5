internal import Postgres
public import Sealing
internal import Synchronization

extension SealingKeyStore {
    /// What is sealed, because every running process can open it.
    struct Beginning {
        var files = false
        /// What is read of documents.
        var values = false
        /// What submissions say of their persons.
        var persons = false
        /// Subjects and references among it.
        var names = false
        /// What people write about submissions, and secrets of the installation.
        var words = false

        mutating func formUnion(_ other: Beginning) {
            files = files || other.files
            values = values || other.values
            persons = persons || other.persons
            names = names || other.names
            words = words || other.words
        }
    }

    /// Whether new submissions may be sealed: every running process can read sealed files.
    public func hasBegun() async throws(SealingError) -> Bool {
        if known.withLock({ $0.begun.files }) { return true }
        return try await readBeginning().files
    }

    /// The same of what is read of documents, which begins with the files or after them.
    func valuesHaveBegun() async throws(SealingError) -> Bool {
        if known.withLock({ $0.begun.values }) { return true }
        return try await readBeginning().values
    }

    /// The same of what submissions say of their persons, which begins with these or after them.
    public func personsHaveBegun() async throws(SealingError) -> Bool {
        if known.withLock({ $0.begun.persons }) { return true }
        return try await readBeginning().persons
    }

    /// The same of the subjects and references of submissions, which begin with these or after them.
    func namesHaveBegun() async throws(SealingError) -> Bool {
        if known.withLock({ $0.begun.names }) { return true }
        return try await readBeginning().names
    }

    /// The same of what people write about submissions, and of secrets of the installation, which begin last.
    public func wordsHaveBegun() async throws(SealingError) -> Bool {
        if known.withLock({ $0.begun.words }) { return true }
        return try await readBeginning().words
    }

    /// What has begun never ends.
    private func readBeginning() async throws(SealingError) -> Beginning {
        let begun = try await asking("look whether sealing has begun") {
            try await pool.query("select values_too, persons_too, names_too, words_too from docket_keys.beginning").first.map {
                Beginning(
                    files: true, values: try $0.decode("values_too"), persons: try $0.decode("persons_too"),
                    names: try $0.decode("names_too"), words: try $0.decode("words_too"))
            } ?? Beginning()
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
        _ = try await asking("begin to seal") {
            try await pool.execute(
                """
                insert into docket_keys.beginning (is_only, values_too, persons_too, names_too, words_too)
                values (true, true, true, true, true)
                on conflict (is_only) do update set values_too = true, persons_too = true, names_too = true, words_too = true
                """)
        }
    }
}
