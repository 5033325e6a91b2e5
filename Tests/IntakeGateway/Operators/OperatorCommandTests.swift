import Domain
import EventLoop
import Postgres
import PostgresStore
import Shared
import Support
import Testing

@testable import IntakeGateway

/// `docket` over the gateway says and does what it says and does over the database.
@Suite(.timeLimit(.minutes(5)))
struct OperatorCommandTests {
    @Test func deadLettersAreListedAndShownAlike() async throws {
        try await OperatorsGround.withBrokers { ground in
            try await ground.alike("dlq", "list")
            let (_, event) = try await ground.parked(code: "rare")
            _ = try await ground.parked("other")
            try await ground.garbage([0x1B, 255], offset: 7)
            let all = try await ground.alike("dlq", "list")
            #expect(all.contains("\(event)") && all.contains("docket.submitted[2]@7"))
            #expect(try await ground.alike("dlq", "list", "--json").split(separator: "\n").count == 3)
            for filter in [["--tenant", "acme"], ["--cause", "rare"], ["--limit", "1"]] {
                let (database, gateway) = (
                    try await ground.docket(.database, ["dlq", "list", "--json"] + filter),
                    try await ground.docket(.gateway, ["dlq", "list", "--json"] + filter)
                )
                #expect(database.text == gateway.text && gateway.text.split(separator: "\n").count == 1, "\(filter)")
            }
            #expect(try await ground.alike("dlq", "list", "--stage", "normalization", "--json") == "")
            let listed = try await ground.olga.send("GET", "/v1/admin/dead-letters?cause=event-malformed").json()
            let record = try #require(listed["items"]?.array.first?["id"]?.string)
            for letter in ["\(event)", record] {
                try await ground.alike("dlq", "show", letter)
                try await ground.alike("dlq", "show", letter, "--json")
            }
            #expect(try await ground.alike("dlq", "show", record).contains("1b ff"))
            try await ground.alike("dlq", "retry", "--all", "--dry-run")
            for way in OperatorsGround.Way.allCases {
                let unknown = try await ground.docket(way, ["dlq", "show", "999999"])
                #expect(!unknown.status.isSuccess && unknown.text.isEmpty, "\(unknown.complaints)")
            }
        }
    }

    @Test func deadLettersAreDecidedOnOverTheGateway() async throws {
        try await OperatorsGround.withBrokers { ground in
            let (submission, event) = try await ground.parked()
            try await ground.garbage([1], offset: 1)
            try await ground.garbage([2], offset: 2)
            let kept = try await ground.docket(.gateway, ["dlq", "discard", "--all", "--cause", "event-malformed"])
            #expect(!kept.status.isSuccess || kept.text.contains("nothing was done"), "without a terminal nobody can be asked")
            #expect(try await ground.gateway.count("dead_letters where event_id is null and settled_at is null") == 2)
            let gone = try await ground.docket(.gateway, ["dlq", "discard", "--all", "--cause", "event-malformed", "--yes"])
            #expect(gone.status.isSuccess, "\(gone.complaints)")
            #expect(try await ground.gateway.count("dead_letters where event_id is null and settled_at is null") == 0)
            let tried = try await ground.docket(.gateway, ["dlq", "retry", "\(event)"])
            #expect(tried.status.isSuccess, "\(tried.complaints)")
            #expect(try await ground.gateway.count("work_items where state = 'parked'") == 0)
            #expect(try await ground.alike("dlq", "list", "--json") == "")
            #expect(try await ground.submissions.submission(submission.id, tenant: "acme")?.state == .submitted)
            // In the name of whoever has the token, and not of a machine's account.
            let actors = try await AuditStore(pool: ground.gateway.pool).entries(
                tenant: nil, matching: AuditFilter(), limit: 100)
            #expect(actors.filter { $0.act.action == "dead-letter.discard" }.allSatisfy { $0.act.origin.actor.hasPrefix("key:") })
            #expect(actors.contains { $0.act.action == "dead-letter.discard" })
        }
    }

    /// Over the gateway an operator sees no facts of persons; who has the database sees it all.
    @Test func whatAnEventSaysOfAPersonIsHiddenOverTheGateway() async throws {
        try await OperatorsGround.withBrokers { ground in
            let draft = try await ground.gateway.draft()
            let day = CalendarDate.today.adding(days: -10).description
            _ = try await ground.gateway.document(draft, issueDate: day)
            let id = try #require(SubmissionID(draft))
            let event = try #require(
                try await ground.events(of: id).first { String(decoding: $0.payload, as: UTF8.self).contains(day) })
            try await ground.park(event.id)
            // One that says to be an event, and is none.
            let fact = #"{"found": "Ann Example", "kept": "4711", "issueDate": "1970-02-03"}"#
            try await ground.garbage(Array(fact.utf8), offset: 1)
            let listed = try await ground.olga.send("GET", "/v1/admin/dead-letters")
            #expect(!listed.text.contains(day) && !listed.text.contains("Example") && !listed.text.contains("1970-02-03"))
            let record = try #require(
                try listed.json()["items"]?.array.first { $0["kind"]?.string == "record" }?["id"]?.string)
            for (letter, hidden) in [("\(event.id)", [day]), (record, ["Ann Example", "1970-02-03"])] {
                let shown = try await ground.olga.send("GET", "/v1/admin/dead-letters/\(letter)")
                let bytes = Hex.decode(try shown.json()["contents"]?["hex"]?.string ?? "") ?? []
                #expect(!bytes.isEmpty)
                for secret in hidden {
                    #expect(!shown.text.contains(secret) && !String(decoding: bytes, as: UTF8.self).contains(secret))
                    for json in [[], ["--json"]] {
                        let over = try await ground.docket(.gateway, ["dlq", "show", letter] + json)
                        #expect(over.status.isSuccess && over.text.contains("•••") && !over.text.contains(secret))
                    }
                    let whole = try await ground.docket(.database, ["dlq", "show", letter])
                    #expect(whole.text.contains(secret), "\(whole.complaints)")
                }
            }
            #expect(try await ground.docket(.gateway, ["dlq", "show", record]).text.contains("4711"))
            try await eventually("who looked is in the trail") {
                try await AuditStore(pool: ground.gateway.pool).entries(tenant: "ops", limit: 100).contains {
                    $0.act.action == "dead-letter.view" && $0.act.resource.hasSuffix(record)
                }
            }
        }
    }

    @Test func storiesAreToldAlike() async throws {
        try await OperatorsGround.withBrokers { ground in
            let (submission, _) = try await ground.parked()
            let draft = try await ground.gateway.draft()
            let paused = try await ground.olga.send(
                "POST", "/v1/admin/pauses", json: #"{"stage": "validation", "reason": "a new decoder"}"#)
            #expect(paused.status == 201)
            for id in ["\(submission.id)", draft] {
                for json in [[], ["--json"]] {
                    let words = ["follow", id, "--no-follow"] + json
                    let (database, gateway) = (
                        try await ground.docket(.database, words), try await ground.docket(.gateway, words)
                    )
                    #expect(database.status.isSuccess && gateway.status.isSuccess, "\(database.complaints)\(gateway.complaints)")
                    #expect(Self.timeless(gateway.text) == Self.timeless(database.text))
                    #expect(!Self.timeless(gateway.text).isEmpty)
                }
            }
            for way in OperatorsGround.Way.allCases {
                let unknown = try await ground.docket(way, ["follow", "\(SubmissionID.random())", "--no-follow"])
                #expect(!unknown.status.isSuccess && unknown.text.isEmpty && !unknown.complaints.isEmpty)
            }
        }
    }

    /// Without how long it has been in the state in which it is: that grows.
    private static func timeless(_ text: String) -> [String] {
        text.split(separator: "\n").map(String.init).map { line in
            guard
                line.contains(#""kind":"summary""#) || line.hasPrefix("  draft ") || line.hasPrefix("  submitted ")
                    || line.hasPrefix("draft ") || line.hasPrefix("submitted ")
            else { return line }
            return line.replacing(#/[0-9.]+( ?(ms|s|m|h|d))?/#, with: "#")
        }
    }

    @Test func theTrailIsReadAlike() async throws {
        try await OperatorsGround.withBrokers { ground in
            var drafts: [String] = []
            for _ in 0..<3 {
                drafts.append(try await ground.gateway.draft())
                _ = try await ground.gateway.client.send("GET", "/v1/submissions/\(drafts[drafts.count - 1])")
            }
            try await eventually("what was viewed is in the trail") {
                try await ground.gateway.count("audit where action = 'submission.view'") == 3
            }
            try await ground.alike("audit", "--submission", drafts[0], "--json")
            #expect(try await ground.alike("audit", "--submission", drafts[0]).contains("submission.view"))
            let all = try await ground.alike("audit", "--action", "submission.view", "--json")
            #expect(all.split(separator: "\n").count == 3)
            let some = try await ground.alike("audit", "--action", "submission.view", "--json", "--limit", "2")
            #expect(some.split(separator: "\n").count == 2 && all.hasPrefix(some))
            #expect(try await ground.alike("audit", "--tenant", "other") == "Nothing.\n")
        }
    }

    @Test func moreThanOneAnswerHoldsIsReadInParts() async throws {
        try await OperatorsGround.withBrokers { ground in
            try await ground.gateway.pool.execute(
                """
                insert into audit (tenant, action, resource, basis, actor, time)
                select 'acme', 'submission.view', 'submissions/' || number, 'person', 'user:jane', now()
                from generate_series(1, 1100) number
                """)
            let all = try await ground.alike("audit", "--actor", "user:jane", "--json", "--limit", "1050")
            #expect(all.split(separator: "\n").count == 1050)
        }
    }
}
