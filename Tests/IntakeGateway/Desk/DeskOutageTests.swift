import Domain
import EventLoop
import FoundationEssentials
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// An operator in Debian's Chromium whose gateway is killed in the middle of what they do.
@Suite(.timeLimit(.minutes(5)))
struct DeskOutageTests {
    private static let count = 200
    /// So many are done when the gateway dies.
    private static let done = 99

    private struct Seen: BrowserLook {
        let axe: [String]
        let console: [String]
        let origins: [String]
        let left: Int
    }

    @Test func deadLettersAreSentAgainOnceThoughTheGatewayDiesMeanwhile() async throws {
        let script = try BrowserScript("requeue.py", python: await PageTests.python())
        try await TestIssuer.run { issuer in
            try await GatewayProcess.run { gateway in
                await gateway.kill()
                let variables = [
                    "DOCKET_ADMIN_API": "public", "DOCKET_PUBLIC_URL": "http://127.0.0.1:\(gateway.port)",
                    "DOCKET_DESK_ISSUER": issuer.address, "DOCKET_DESK_CLIENT_ID": "docket",
                    "DOCKET_DESK_CLIENT_SECRET": "a secret: of + 100 %",
                ]
                let pool = gateway.database.pool
                let parking = try await ParkedWork(pool: pool)
                var events: [EventID] = []
                for _ in 0..<Self.count { events.append(try await parking.parked().event) }
                let followed = try #require(try await PostgresEventLog(pool: pool).events(ids: [events[7]]).first)
                try await gateway.start(with: variables)

                let held = events[Self.done]
                let seen = try await script.look(
                    Seen.self, at: "http://127.0.0.1:\(gateway.port)", ["/none", "\(followed.id)", "\(followed.submission)"],
                    limit: .seconds(250)
                ) {
                    try await Self.kill(gateway, amid: held, asked: script)
                    try await script.answer("back") { try await gateway.start(with: variables) }
                }
                #expect(seen.left == Self.count - Self.done)

                // Each is tried again, and who sent it is in the trail, once.
                let pending = try await pool.query("select event_id from work_items where state = 'pending' and attempts = 0")
                #expect(Set(try pending.map { EventID(try $0.decode("event_id", as: UUID.self)) }) == Set(events))
                var filter = AuditFilter()
                filter.actions = ["dead-letter.retry"]
                let acts = try await AuditStore(pool: pool).entries(tenant: nil, matching: filter, limit: 1000).map(\.act)
                #expect(acts.count == Self.count && Set(acts.map(\.resource)).count == Self.count)
                #expect(acts.allSatisfy { $0.origin.actor == "user:olga" })
            }
        }
    }

    /// Holds one of the letters, and kills the gateway once it waits for that one.
    private static func kill(_ gateway: GatewayProcess, amid event: EventID, asked script: BrowserScript) async throws {
        let pool = gateway.database.pool
        try await script.asked("held")
        try await pool.withTransaction { transaction in
            try await transaction.execute("update work_items set attempts = attempts where event_id = \(event.uuid)")
            try script.answered("held")
            try await eventually("the gateway waits for the letter", within: .seconds(60)) {
                let row = try await pool.query(
                    """
                    select count(*) as n from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock' and query like '%work_items%'
                    """
                ).first
                return try row?.decode("n", as: Int.self) == 1
            }
            await gateway.kill()
        }
        try await script.answer("gone") {}
    }
}
