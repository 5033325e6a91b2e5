import EventLoop
import Glibc
import Support
import Synchronization

/// The Postgres that the suite runs on, and what can be done to it.
final class Database: Sendable {
    /// The two of a pair, by their roles of the moment.
    private struct Pair {
        var primary: TemporaryPostgres
        var standby: TemporaryPostgres
    }

    /// Nil for the one that `docket up` carries.
    private let pair: Mutex<Pair>?
    /// What `docket up` needs to know.
    let environment: [String: String]

    var isPair: Bool { pair != nil }

    /// Of a pair, the standby can step in the primary's place: no change is made before it has it, too.
    static func start(isPair: Bool) async throws -> Database {
        guard isPair else { return Database(nil, [:]) }
        let primary = try await TemporaryPostgres.start()
        do {
            try await primary.administer("create database docket")
            let standby = try await primary.startStandby()
            do { try await primary.waitForStandby() } catch {
                await standby.stop()
                throw error
            }
            let hosts = [primary, standby].map { "127.0.0.1:\($0.port)" }.joined(separator: ",")
            return Database(
                Pair(primary: primary, standby: standby), ["DATABASE_URL": "postgresql://docket@\(hosts)/docket"])
        } catch {
            await primary.stop()
            throw error
        }
    }

    private init(_ pair: Pair?, _ environment: [String: String]) {
        self.pair = pair.map { Mutex($0) }
        self.environment = environment
    }

    /// The primary is ended at once, and comes back with crash recovery.
    func crash() async throws { try await pair?.withLock { $0.primary }.restart(.immediate) }

    /// The standby is promoted while the old primary goes on answering and takes no changes; after `seconds` that follows the new one.
    func failOver(staleFor seconds: Double) async throws {
        guard let old = pair?.withLock({ $0 }) else { return }
        try await old.primary.makeReadOnly()
        try await old.standby.promote()
        try await old.standby.goOnAlone()
        pair?.withLock { $0 = Pair(primary: old.standby, standby: old.primary) }
        try await Task.sleep(for: .seconds(seconds))
        try await old.primary.become(standbyOf: old.standby)
        try await old.standby.waitForStandby()
    }

    func remove() async {
        guard let pair = pair?.withLock({ $0 }) else { return }
        await pair.standby.stop()
        await pair.primary.stop()
    }
}
