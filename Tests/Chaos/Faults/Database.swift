import Support
import Synchronization

/// The Postgres that the suite runs on, and what can be done to it.
final class Database: Sendable {
    /// By their roles of the moment; nil for the one that `docket up` carries.
    private let pair: Mutex<PostgresPair?>
    /// What `docket up` needs to know.
    let environment: [String: String]

    var isPair: Bool { current != nil }

    /// Of a pair, the standby can step in the primary's place: no change is made before it has it, too.
    static func start(isPair: Bool) async throws -> Database {
        guard isPair else { return Database(nil, [:]) }
        let pair = try await PostgresPair.start()
        do {
            try await pair.primary.administer("create database docket")
            try await pair.primary.waitForStandby()
        } catch {
            await pair.stop()
            throw error
        }
        let hosts = [pair.primary, pair.standby].map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
        return Database(pair, ["DATABASE_URL": "postgresql://docket@\(hosts)/docket"])
    }

    private init(_ pair: PostgresPair?, _ environment: [String: String]) {
        self.pair = Mutex(pair)
        self.environment = environment
    }

    private var current: PostgresPair? { pair.withLock { $0 } }

    /// The primary is ended at once, and comes back with crash recovery.
    func crash() async throws { try await current?.primary.restart(.immediate) }

    /// The standby is promoted while the old primary goes on answering, and takes no changes.
    func failOver() async throws {
        guard let old = current else { return }
        try await old.failOver()
        try await old.standby.goOnAlone()
    }

    /// The old primary follows the new one.
    func followTheNewPrimary() async throws {
        guard let old = current else { return }
        let new = try await old.reversed()
        pair.withLock { $0 = new }
        try await new.primary.waitForStandby()
    }

    func remove() async { await current?.stop() }
}
