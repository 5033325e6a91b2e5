import Domain
internal import Postgres
internal import Shared
internal import Synchronization

/// The journey versions that submissions were made under. A version never changes, so it is cached once it was read.
final class JourneyStore: Sendable {
    private let known = Mutex<[ContentDigest: JourneyDefinition]>([:])

    static func insertion(of journey: JourneyDefinition) throws -> SQL {
        """
        insert into journeys (digest, id, definition)
        values (\(journey.version.bytes), \(journey.id.rawValue), \(try JSONText(encoding: journey)))
        on conflict do nothing
        """
    }

    func remember(_ journey: JourneyDefinition) { known.withLock { $0[journey.version] = journey } }

    /// All of these versions. A missing one is `corrupt`, for a submission refers to it.
    func journeys(
        _ versions: Set<ContentDigest>, over executor: some PostgresExecutor
    ) async throws -> [ContentDigest: JourneyDefinition] {
        var found = known.withLock { known in known.filter { versions.contains($0.key) } }
        let missing = versions.filter { found[$0] == nil }
        guard !missing.isEmpty else { return found }
        let digests = missing.map { Bytes($0.bytes) }
        for row in try await executor.query("select digest, definition from journeys where digest = any(\(digests))") {
            let journey = try row.decodeJSON("definition", as: JourneyDefinition.self)
                .recorded(as: try row.decodeDigest("digest"))
            found[journey.version] = journey
            remember(journey)
        }
        guard found.count == versions.count else { throw StoreError.corrupt("a journey is not recorded as it was") }
        return found
    }
}
