import Support
import Telemetry
import Testing

@testable import Postgres

@Suite(.timeLimit(.minutes(1))) struct PostgresListenerTests {
    @Test func notificationsArriveInOrder() async throws {
        try await TestDatabase.run { database in
            let listener = PostgresListener(
                channels: ["news", "Other \"channel\""], configuration: database.configuration, group: database.group,
                logger: .silent)
            #expect(try await listener.next() == .listening)
            try await database.pool.query("select pg_notify('news', 'one'), pg_notify('news', 'two')")
            try await database.pool.query("select pg_notify(\("Other \"channel\""), '')")
            #expect(try await listener.next() == .notification(PostgresNotification(channel: "news", payload: "one")))
            #expect(try await listener.next() == .notification(PostgresNotification(channel: "news", payload: "two")))
            #expect(try await listener.next() == .notification(PostgresNotification(channel: "Other \"channel\"", payload: "")))
            await listener.close()
        }
    }

    @Test func aWaitCanBeCancelledAndTakenUpAgain() async throws {
        try await TestDatabase.run { database in
            let listener = PostgresListener(
                channels: ["news"], configuration: database.configuration, group: database.group, logger: .silent)
            #expect(try await listener.next() == .listening)
            let waiting = Task { try await listener.next() }
            waiting.cancel()
            let error = await #expect(throws: PostgresError.self) { try await waiting.value }
            #expect(error?.code == .cancelled)
            try await database.pool.query("select pg_notify('news', 'still here')")
            #expect(try await listener.next() == .notification(PostgresNotification(channel: "news", payload: "still here")))
            await listener.close()
        }
    }
}
