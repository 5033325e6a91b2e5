import EventLoop
import Postgres
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(2))) struct PostgresPoolTests {
    private final class Tries: Sendable {
        let count = Atomic(0)
    }

    @Test func manyTasksShareFewConnections() async throws {
        try await TestDatabase.run(configure: { $0.maximumConnections = 4 }) { database in
            let sum = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<200 {
                    group.addTask { try await database.pool.query("select \(number) as n")[0].decode("n", as: Int.self) }
                }
                return try await group.reduce(0, +)
            }
            #expect(sum == 199 * 200 / 2)
            let connections = try await database.pool.query(
                "select count(*) as n from pg_stat_activity where application_name = 'docket-tests' and datname = current_database()"
            )
            #expect(try connections[0].decode("n", as: Int.self) <= 4)
        }
    }

    @Test func aBatchIsCarriedOutWholeOrNotAtAll() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table t (n int primary key)")
            let answers = try await database.pool.pipeline([
                "insert into t values (\(Int32(1)))", "insert into t values (\(Int32(2)))", "select n from t order by n",
            ])
            #expect(answers.map(\.affectedRows) == [1, 1, 2])
            #expect(try answers[2].map { try $0.decode("n", as: Int.self) } == [1, 2])
            let error = await #expect(throws: PostgresError.self) {
                try await database.pool.pipeline([
                    "insert into t values (\(Int32(3)))", "insert into t values (\(Int32(1)))",
                    "insert into t values (\(Int32(4)))",
                ])
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.constraint == "t_pkey")
            #expect(try await database.pool.query("select n from t").count == 2)
        }
    }

    @Test func largeBatchesDoNotBlockEitherSide() async throws {
        try await TestDatabase.run { database in
            let text = String(repeating: "x", count: 50_000)
            let answers = try await database.pool.pipeline((0..<200).map { "select \($0) as n, \(text) as text" })
            #expect(answers.count == 200)
            #expect(try answers[199][0].decode("text", as: String.self) == text)
        }
    }

    @Test func statementsThatLostTheirPlaceArePreparedAgain() async throws {
        try await TestDatabase.run(configure: { $0.maximumConnections = 1 }) { database in
            for round in 0..<2 {
                for number in 0..<300 {
                    let rows = try await database.pool.query("select \(raw: String(number)) + \(round) as n")
                    #expect(try rows[0].decode("n", as: Int.self) == number + round)
                }
            }
        }
    }

    /// Prepared on every connection, by a program that a migration runs beside.
    @Test func statementsGoOnWhenATableGetsAColumn() async throws {
        try await TestDatabase.run(configure: { $0.maximumConnections = 4 }) { database in
            let pool = database.pool
            try await pool.query("create table t as select 1 as n")
            let readOnAll = {
                try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            try await pool.withTransaction { transaction in
                                try await transaction.query("select *, pg_sleep(0.1)::text from t")[0].decode("n", as: Int.self)
                            }
                        }
                        group.addTask { try await pool.query("select * from t")[0].decode("n", as: Int.self) }
                    }
                    return try await group.reduce(0, +)
                }
            }
            #expect(try await readOnAll() == 8)
            for column in ["a", "b"] {
                try await pool.query("alter table t add \(raw: column) text")
                #expect(try await readOnAll() == 8)
            }
        }
    }

    /// What a feature that the server does not have answers looks the same, and is told after one more try.
    @Test func aStatementThatNoConnectionTakesFails() async throws {
        try await TestDatabase.run { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.pool.query("select count(distinct n) over () from generate_series(1, 2) n")
            }
            #expect(error?.sqlState == "0A000")
            let rows = try await database.pool.query("select 1")
            #expect(rows.count == 1)
        }
    }

    @Test(arguments: [
        ("select 1 / 0", PostgresError.Code.invalidValue), ("select 'x'::int", .invalidValue),
        ("select * from nowhere", .server), ("set role nobody_there", .invalidValue),
    ])
    func onlyWhatIsWrongWithAValueIsForGood(_ statement: String, _ code: PostgresError.Code) async throws {
        try await TestDatabase.run { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.pool.query(SQL(stringLiteral: statement))
            }
            #expect(error?.code == code)
            #expect(error?.isRetriable == (code == .server))
        }
    }

    @Test func anArrayThatThePlannerDoesNotSeeIsPlannedForOnce() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table numbers as select n from generate_series(1::int8, 1000) n")
            try await database.pool.query("create unique index on numbers (n)")
            try await database.pool.withConnection { connection in
                for count in 1...8 {
                    let wanted = Array(1...count)
                    let seen = try await connection.query("select n from numbers where n = any(\(wanted)) order by n")
                    let unseen = try await connection.query(
                        "select n from numbers where n = any(\(unseen: wanted)::int8[]) order by n")
                    #expect(try unseen.map { try $0.decode("n", as: Int.self) } == wanted)
                    #expect(seen.count == unseen.count)
                }
                let plans = try await connection.query(
                    """
                    select custom_plans, generic_plans from pg_prepared_statements
                    where statement like 'select n from numbers%(select $1)%'
                    """)
                #expect(try plans.map { try $0.decode("custom_plans", as: Int.self) } == [5])
                #expect(try plans.map { try $0.decode("generic_plans", as: Int.self) } == [3])
            }
        }
    }

    @Test func transactionsCommitAndRollBack() async throws {
        struct Changed: Error {}
        try await TestDatabase.run { database in
            try await database.pool.query("create table t (n int)")
            let value = try await database.pool.withTransaction { transaction in
                try await transaction.execute("insert into t values (1)")
                return try await transaction.query("select count(*) as n from t")[0].decode("n", as: Int.self)
            }
            #expect(value == 1)
            await #expect(throws: Changed.self) {
                try await database.pool.withTransaction { transaction in
                    try await transaction.execute("insert into t values (2)")
                    throw Changed()
                }
            }
            await #expect(throws: PostgresError.self) {
                try await database.pool.withTransaction { transaction in
                    try await transaction.execute("insert into t values (3)")
                    try await transaction.execute("insert into nowhere values (3)")
                }
            }
            #expect(try await database.pool.query("select n from t").count == 1)
        }
    }

    @Test func aTransactionEndsWithItsLastStatements() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table t (n int)")
            try await database.pool.withTransaction { transaction in
                try await transaction.execute("insert into t values (1)")
                let rows = try await transaction.finish(["insert into t values (2)", "select count(*) as n from t"])
                #expect(try rows[1][0].decode("n", as: Int.self) == 2)
                // It is over: nothing can be added.
                await #expect(throws: PostgresError.self) { try await transaction.execute("insert into t values (9)") }
                #expect(try await database.pool.query("select n from t").count == 2)
            }
            // Also where these are its first.
            try await database.pool.withTransaction { _ = try await $0.finish(["insert into t values (3)"]) }
            #expect(try await database.pool.query("select n from t").count == 3)
        }
    }

    @Test func aChangeOfAnotherNumberOfRowsKeepsATransactionFromItsEnd() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table t (n int)")
            let change: SQL = "update t set n = n + 10 where n = \(1)"
            let failure = await #expect(throws: PostgresError.self) {
                try await database.pool.withTransaction {
                    _ = try await $0.finish(["insert into t values (1)", change.changing(2), "insert into t values (2)"])
                }
            }
            #expect(failure?.isOfCount == true)
            #expect(try await database.pool.query("select n from t").isEmpty)
            // The connection is of use, and so is the right number.
            try await database.pool.withTransaction { _ = try await $0.finish(["insert into t values (1)", change.changing(1)]) }
            #expect(try await database.pool.query("select n from t")[0].decode("n", as: Int.self) == 11)
        }
    }

    @Test func serializationFailuresAreRunAgain() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table counters (id int primary key, n int)")
            try await database.pool.query("insert into counters values (1, 0)")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 {
                    group.addTask {
                        for _ in 0..<5 {
                            try await database.pool.withTransaction(.serializable, attempts: 100) { transaction in
                                let rows = try await transaction.query("select n from counters where id = 1")
                                let next = try rows[0].decode("n", as: Int.self) + 1
                                try await transaction.execute("update counters set n = \(next) where id = 1")
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await database.pool.query("select n from counters")[0].decode("n", as: Int.self) == 20)
        }
    }

    @Test func `case 2, deadlock: the transaction that was chosen to end it is run again`() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table counters (id int primary key, n int)")
            try await database.pool.query("insert into counters values (1, 0), (2, 0)")
            let locked = [AsyncSignal<Void>(), AsyncSignal<Void>()]
            let tries = Tries()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (first, second) in [(1, 2), (2, 1)] {
                    group.addTask {
                        try await database.pool.withTransaction { transaction in
                            tries.count.add(1, ordering: .relaxed)
                            try await transaction.execute("update counters set n = n + 1 where id = \(first)")
                            // Both hold what the other one wants.
                            locked[first - 1].send()
                            try await locked[second - 1].wait()
                            try await transaction.execute("update counters set n = n + 1 where id = \(second)")
                        }
                    }
                }
                try await group.waitForAll()
            }
            // Once for each, and once more at least: on a busy machine the second try may meet the other one again.
            #expect(tries.count.load(ordering: .relaxed) >= 3)
            let rows = try await database.pool.query("select n from counters order by id")
            #expect(try rows.map { try $0.decode("n", as: Int.self) } == [2, 2])
        }
    }

    @Test(arguments: ["disk_full", "out_of_memory", "too_many_connections"])
    func `case 2, disk full: what the server has no room for may be tried again`(_ condition: String) async throws {
        try await TestDatabase.run { database in
            let error = await #expect(throws: PostgresError.self) {
                try await database.pool.query("do $$ begin raise exception using errcode = '\(raw: condition)'; end $$")
            }
            #expect(error?.code == .serverUnavailable)
            #expect(error?.isRetriable == true)
            let rows = try await database.pool.query("select 1 as one")
            #expect(rows.count == 1)
        }
    }

    @Test func cancellingATaskCancelsItsQuery() async throws {
        try await TestDatabase.run(configure: { $0.maximumConnections = 2 }) { database in
            let task = Task { try await database.pool.query("select pg_sleep(600), 'the one that sleeps'") }
            try await untilActive("%the one that sleeps%", database)
            task.cancel()
            let error = await #expect(throws: PostgresError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            // The connection was drained and is used again.
            #expect(try await database.pool.query("select 1 as n").count == 1)
            let running = try await database.pool.query(
                """
                select 1 from pg_stat_activity
                where datname = current_database() and query like '%pg_sleep(600)%' and state = 'active'
                    and pid <> pg_backend_pid()
                """)
            #expect(running.isEmpty)
        }
    }

    /// Returns when a statement like this one is running.
    private func untilActive(_ pattern: String, _ database: TestDatabase) async throws {
        while try await database.pool.query(
            """
            select 1 from pg_stat_activity
            where query like \(pattern) and state = 'active' and pid <> pg_backend_pid() and wait_event = 'PgSleep'
            """
        ).isEmpty { await Task.yield() }
    }

    @Test func theServerStopsWhatTakesTooLong() async throws {
        try await TestDatabase.run(configure: { $0.statementTimeout = .milliseconds(50) }) { database in
            let error = await #expect(throws: PostgresError.self) { try await database.pool.query("select pg_sleep(600)") }
            #expect(error?.code == .timedOut)
            #expect(error?.isRetriable == true)
        }
    }

    @Test func `case 2, pool exhausted: it answers at the deadline`() async throws {
        try await TestDatabase.run(configure: {
            $0.maximumConnections = 1
            $0.acquireTimeout = .seconds(2)
        }) { database in
            try await database.pool.withConnection { _ in
                let error = await #expect(throws: PostgresError.self) { try await database.pool.query("select 1") }
                #expect(error?.code == .poolExhausted)
            }
            #expect(try await database.pool.query("select 1 as n").count == 1)
        }
    }

    @Test func aCancelledWaiterLeavesTheQueue() async throws {
        try await TestDatabase.run(configure: { $0.maximumConnections = 1 }) { database in
            try await database.pool.withConnection { _ in
                let task = Task { try await database.pool.query("select 1") }
                task.cancel()
                let error = await #expect(throws: PostgresError.self) { try await task.value }
                #expect(error?.code == .cancelled)
            }
        }
    }

    @Test func aConnectionLeftInATransactionIsNotUsedAgain() async throws {
        try await TestDatabase.run(configure: { $0.maximumConnections = 1 }) { database in
            try await database.pool.query("create table t (n int)")
            try await database.pool.withConnection { connection in
                try await connection.query("begin")
                try await connection.query("insert into t values (1)")
            }
            #expect(try await database.pool.query("select n from t").isEmpty)
        }
    }

    @Test func errorsTellNoValues() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("create table people (email text primary key, age int check (age > 0))")
            try await database.pool.query("insert into people values (\("ann@example.org"), 30)")
            let statements: [SQL] = [
                "insert into people values (\("ann@example.org"), 30)", "insert into people values (\("s3cret"), -1)",
                "select \("s3cret")::int",
            ]
            for statement in statements {
                let error = await #expect(throws: PostgresError.self) { try await database.pool.query(statement) }
                for text in [error?.description, error?.detail, error?.debugDescription] {
                    #expect(text?.contains("s3cret") == false)
                    #expect(text?.contains("ann@example.org") == false)
                }
            }
        }
    }

    @Test func hostNamesAreLookedUp() async throws {
        let cluster = try await TemporaryPostgres.shared()
        try await TestDatabase.run(configure: { $0.connectionString = cluster.networkConnectionString() }) { database in
            let rows = try await database.pool.query("select inet_server_addr() is not null as overNetwork")
            #expect(try rows[0].decode(0, as: Bool.self))
        }
    }

    @Test func anAbsentServerIsNamedAtTheDeadline() async throws {
        try await TestDatabase.run(configure: {
            $0.connectionString = "host=/nonexistent dbname=x"
            $0.acquireTimeout = .milliseconds(100)
            $0.reconnectDelay = .milliseconds(10)
        }) { database in
            let error = await #expect(throws: PostgresError.self) { try await database.pool.query("select 1") }
            #expect(error?.code == .connectionFailed)
            #expect(error?.detail.contains("/nonexistent") == true)
        }
    }

    @Test func aClosedPoolRefuses() async throws {
        try await TestDatabase.run { database in
            try await database.pool.query("select 1")
            await database.pool.close()
            let error = await #expect(throws: PostgresError.self) { try await database.pool.query("select 1") }
            #expect(error?.code == .poolClosed)
        }
    }
}
