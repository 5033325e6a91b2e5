import Testing

@testable import Postgres

@Suite struct PoolStateMachineTests {
    final class Connection: Sendable {}
    typealias Machine = PoolStateMachine<Connection>

    let now = ContinuousClock.now

    private func waiter(_ id: UInt64, in seconds: Int = 5) -> Machine.Waiter {
        Machine.Waiter(id: id, deadline: now + .seconds(seconds))
    }

    private func machine(minimum: Int = 0, maximum: Int = 2, waiters: Int = 10) -> Machine {
        Machine(minimum: minimum, maximum: maximum, maximumWaiters: waiters)
    }

    /// Whether a waiter was put in the queue, and a connection asked for.
    private func wait(_ machine: inout Machine, _ id: UInt64) -> Bool? {
        if case .wait(let connect) = machine.acquire(waiter(id), preferring: { _ in false }) { connect } else { nil }
    }

    @Test func connectsUpToTheMaximumAndNoFurther() {
        var machine = machine()
        #expect(wait(&machine, 1) == true)
        #expect(wait(&machine, 2) == true)
        #expect(wait(&machine, 3) == false)
        #expect(machine.connecting == 2)
    }

    @Test func waitersAreServedInOrder() throws {
        var machine = machine(maximum: 1)
        _ = wait(&machine, 1)
        _ = wait(&machine, 2)
        let connection = Connection()
        guard case .handOver(_, let first) = machine.connected(connection, at: now) else { throw Unexpected() }
        #expect(first.id == 1)
        guard case .handOver(_, let second) = machine.released(connection, isUsable: true, at: now) else { throw Unexpected() }
        #expect(second.id == 2)
        guard case .keep = machine.released(connection, isUsable: true, at: now) else { throw Unexpected() }
        guard case .lease(let again) = machine.acquire(waiter(3), preferring: { _ in false }) else { throw Unexpected() }
        #expect(again === connection)
    }

    @Test func aDeadConnectionIsReplacedForThoseWhoWait() throws {
        var machine = machine(maximum: 1)
        _ = wait(&machine, 1)
        let connection = Connection()
        _ = machine.connected(connection, at: now)
        _ = wait(&machine, 2)
        guard case .close(_, let connect) = machine.released(connection, isUsable: false, at: now) else { throw Unexpected() }
        #expect(connect)
        #expect(machine.connecting == 1)
    }

    @Test func oneAttemptAtATimeWhileTheServerIsAway() throws {
        var machine = machine(maximum: 8)
        for id in 1...4 { _ = wait(&machine, UInt64(id)) }
        #expect(machine.connecting == 4)
        let failure = PostgresError(code: .connectionFailed, description: "away")
        for _ in 1...3 {
            guard case .stop = machine.connectingFailed(failure) else { throw Unexpected() }
        }
        guard case .retry(let failures) = machine.connectingFailed(failure) else { throw Unexpected() }
        #expect(failures == 4)
        #expect(wait(&machine, 5) == false)
        _ = machine.connected(Connection(), at: now)
        #expect(machine.connectMore() == 4)
    }

    @Test func deadlinesNameTheReason() {
        var machine = machine(maximum: 1)
        _ = machine.acquire(waiter(1, in: 1), preferring: { _ in false })
        _ = machine.acquire(waiter(2, in: 3), preferring: { _ in false })
        let (expired, error, next) = machine.expireWaiters(at: now + .seconds(2))
        #expect(expired.map(\.id) == [1])
        #expect(error.code == .poolExhausted)
        #expect(next == now + .seconds(3))
        _ = machine.connectingFailed(PostgresError(code: .connectionFailed, description: "away"))
        #expect(machine.expireWaiters(at: now + .seconds(3)).error.code == .connectionFailed)
    }

    @Test func theQueueIsBounded() throws {
        var machine = machine(maximum: 1, waiters: 1)
        _ = wait(&machine, 1)
        guard case .refuse(let error) = machine.acquire(waiter(2), preferring: { _ in false }) else { throw Unexpected() }
        #expect(error.code == .poolExhausted)
    }

    @Test func sweepingKeepsTheMinimumAndDropsTheWorn() {
        var machine = machine(minimum: 1, maximum: 3)
        let connections = (1...3).map { _ in Connection() }
        for id in 1...3 { _ = wait(&machine, UInt64(id)) }
        for connection in connections { _ = machine.connected(connection, at: now) }
        for connection in connections { _ = machine.released(connection, isUsable: true, at: now) }
        let (surplus, more) = machine.sweep(at: now + .seconds(61), idleFor: .seconds(60)) { _ in false }
        #expect(surplus.count == 2)
        #expect(more == 0)
        let (worn, replacements) = machine.sweep(at: now, idleFor: .seconds(60)) { _ in true }
        #expect(worn.count == 1)
        #expect(replacements == 1)
    }

    /// Three loops that each prefer their own connection: one at a time is used, and each of them now and then.
    @Test func whatIsUsedInTurnIsNoMoreThanIsNeededAtOnce() throws {
        var machine = machine(minimum: 1, maximum: 8)
        let connections = (1...3).map { _ in Connection() }
        for id in 1...3 { _ = wait(&machine, UInt64(id)) }
        for connection in connections { _ = machine.connected(connection, at: now) }
        for connection in connections { _ = machine.released(connection, isUsable: true, at: now) }
        var closed: [Int] = []
        for second in 0..<200 {
            let wanted = connections[second % 3]
            guard case .lease(let connection) = machine.acquire(waiter(9), preferring: { $0 === wanted }) else {
                throw Unexpected()
            }
            let later = now + .seconds(second)
            _ = machine.released(connection, isUsable: true, at: later)
            if !machine.sweep(at: later, idleFor: .seconds(60), isWorn: { _ in false }).close.isEmpty { closed.append(second) }
        }
        #expect(machine.idleCount == 1)
        // What was needed at once a moment ago is kept for a while.
        #expect(closed.count == 1 && (60...120).contains(closed.first ?? 0), "\(closed)")
    }

    @Test func closingFailsWaitersAndRefusesNewOnes() throws {
        var machine = machine()
        _ = wait(&machine, 1)
        #expect(machine.close().waiters.map(\.id) == [1])
        guard case .refuse(let error) = machine.acquire(waiter(2), preferring: { _ in false }) else { throw Unexpected() }
        #expect(error.code == .poolClosed)
        guard case .close(_, false) = machine.connected(Connection(), at: now) else { throw Unexpected() }
    }

    struct Unexpected: Error {}
}

@Suite struct ReconnectPolicyTests {
    @Test(arguments: [(1, 50), (2, 100), (3, 200), (8, 5000), (1000, 5000)])
    func doublesUpToTheMaximum(failures: Int, milliseconds: Int) {
        let policy = ReconnectPolicy(first: .milliseconds(50), maximum: .seconds(5))
        #expect(policy.delay(afterFailures: failures, random: 1) == .milliseconds(milliseconds))
        #expect(policy.delay(afterFailures: failures, random: 0) == .milliseconds(milliseconds) / 2)
    }
}

@Suite struct StatementCacheTests {
    private func key(_ text: String) -> StatementCache.Key { StatementCache.Key(text: text, types: []) }

    @Test func theLeastRecentlyUsedMakesRoom() {
        var cache = StatementCache(capacity: 2)
        let first = cache.entry(for: key("a"), pinned: [])
        #expect(first.isNew && first.evicted == nil)
        let second = cache.entry(for: key("b"), pinned: [])
        #expect(!cache.entry(for: key("a"), pinned: []).isNew)
        #expect(cache.entry(for: key("c"), pinned: []).evicted == second.name)
        #expect(!cache.entry(for: key("a"), pinned: []).isNew)
    }

    @Test func whatABatchUsesStays() {
        var cache = StatementCache(capacity: 1)
        _ = cache.entry(for: key("a"), pinned: [key("a"), key("b")])
        #expect(cache.entry(for: key("b"), pinned: [key("a"), key("b")]).evicted == nil)
    }

    @Test func aForgottenOneIsPreparedAgain() {
        var cache = StatementCache(capacity: 2)
        let first = cache.entry(for: key("a"), pinned: [])
        cache.forget(key("a"))
        let second = cache.entry(for: key("a"), pinned: [])
        #expect(second.isNew && second.name != first.name)
    }
}

@Suite struct ConnectionParametersTests {
    private func assembled(_ text: String) throws -> [String: String] {
        let parameters = try ConnectionParameters(connectionString: text)
        return Dictionary(uniqueKeysWithValues: parameters.assembled(overrides: [:], fallbacks: ["gssencmode": "disable"]))
    }

    @Test func everythingIsHandedToLibpq() throws {
        let keywords = try assembled(
            "postgresql://ann:s3cret@db.example:6432/docket?sslmode=verify-full&sslrootcert=/etc/ca.pem")
        #expect(keywords["host"] == "db.example")
        #expect(keywords["port"] == "6432")
        #expect(keywords["password"] == "s3cret")
        #expect(keywords["sslmode"] == "verify-full")
        #expect(keywords["sslrootcert"] == "/etc/ca.pem")
        #expect(keywords["gssencmode"] == "disable")
    }

    @Test func severalHostsKeepTheirOrderAndRotate() throws {
        var parameters = try ConnectionParameters(
            connectionString: "postgresql://a:1,b:2,c:3/x?target_session_attrs=read-write")
        #expect(parameters.hosts.map(\.name) == ["a", "b", "c"])
        parameters.rotateHosts(by: 4)
        #expect(parameters.hosts.map(\.port) == ["2", "3", "1"])
    }

    @Test func namesAreLookedUpAndSocketsAreNot() throws {
        var parameters = try ConnectionParameters(connectionString: "host=localhost,/tmp port=5432")
        try parameters.lookUpNames()
        #expect(parameters.hosts.allSatisfy { $0.isSocketDirectory == $0.address.isEmpty })
        #expect(parameters.hosts.contains { $0.address == "127.0.0.1" || $0.address == "::1" })
    }

    @Test func aBadStringIsNamedWithoutItsContent() {
        let fault = PostgresConfiguration.fault(inConnectionString: "postgresql://ann:s3cret@db:port/x?nonsense=1")
        #expect(fault?.contains("postgresql://user@host") == true)
        #expect(fault?.contains("s3cret") == false)
        #expect(PostgresConfiguration.fault(inConnectionString: "postgresql:///docket") == nil)
    }
}
