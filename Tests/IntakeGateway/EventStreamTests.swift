import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Synchronization
import Telemetry
import Testing

@testable import IntakeGateway

/// Live streams: everything, once, in order, however often they are cut.
@Suite(.timeLimit(.minutes(2)))
struct EventStreamTests {
    @Test func aSubmissionsStreamCutTwentyTimesMissesAndRepeatsNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            async let changes: Void = {
                for number in 1...60 {
                    let turned = try await gateway.client.send(
                        "PATCH", page, json: #"{"rotation": \#(number % 4 * 90)}"#)
                    #expect(turned.status == 200)
                }
            }()
            let seen = try await EventFollower(gateway, "/v1/submissions/\(draft)/events").collect(63, cuts: 20)
            try await changes
            let log = PostgresEventLog(pool: gateway.pool)
            let events = try await log.events(of: try #require(SubmissionID(draft)), afterSequence: 0, limit: 1000)
            #expect(seen.map(\.id) == events.map(\.id.description))
            #expect(seen.map(\.type) == events.map(\.type.rawValue))
            #expect(seen.map(\.data) == events.map { String(decoding: $0.payload, as: UTF8.self) })
        }
    }

    @Test func aTenantsStreamCutTwentyTimesMissesAndRepeatsNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            // From nothing on: even the first event of all is not missed.
            let follower = EventFollower(gateway, "/v1/events")
            try await follower.open()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 1...4 {
                    group.addTask {
                        for _ in 1...10 {
                            let draft = try await gateway.draft()
                            _ = try await gateway.document(draft)
                            _ = try await gateway.draft(as: gateway.foreigner)
                        }
                    }
                }
                let seen = try await follower.collect(80, cuts: 20)
                try await group.waitForAll()
                let events = try await PostgresEventLog(pool: gateway.pool).events(
                    afterPosition: .start, tenant: "acme", limit: 1000)
                #expect(seen.map(\.id) == events.map(\.id.description))
                #expect(seen.count == 80)
            }
        }
    }

    /// Another one follows already, so that nobody is woken for what was missed.
    @Test func whoHasMissedMoreThanIsReadAtOnceGetsAllOfIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let page = try await gateway.page(try await gateway.document(draft))
            for number in 1...120 {
                #expect(try await gateway.client.send("PATCH", page, json: #"{"rotation": \#(number % 4 * 90)}"#).status == 200)
            }
            let first = try await EventFollower.Connection(gateway.address, gateway.client.loop)
            let head = "GET /v1/events HTTP/1.1\r\nHost: a\r\nLast-Event-ID: beginning\r\n"
            try await first.write(Array("\(head)Authorization: Bearer \(GatewayUnderTest.token)\r\n\r\n".utf8))
            var received = ""
            while received.split(separator: "\nevent: com.docket", omittingEmptySubsequences: false).count <= 123 {
                let more = try await first.read(65_536)
                try #require(!more.isEmpty)
                received += String(decoding: more, as: UTF8.self)
            }
            #expect(try await EventFollower(gateway, "/v1/submissions/\(draft)/events").collect(123, cuts: 0).count == 123)
            await first.close()
        }
    }

    @Test func itBeginsWhereTheClientSays() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let document = try await gateway.document(draft)
            let events = try await PostgresEventLog(pool: gateway.pool).events(
                of: try #require(SubmissionID(draft)), afterSequence: 0, limit: 10)
            let later = try await EventFollower(gateway, "/v1/submissions/\(draft)/events", after: events[0].id.description)
                .collect(1, cuts: 0)
            #expect(later.map(\.id) == [events[1].id.description])
            let all = try await EventFollower(gateway, "/v1/events", after: "beginning").collect(2, cuts: 0)
            #expect(all.map(\.id) == events.map(\.id.description))
            // A new listener of a tenant gets what is new.
            let fresh = EventFollower(gateway, "/v1/events")
            try await fresh.open()
            _ = try await gateway.page(document)
            #expect(try await fresh.collect(1, cuts: 0).map(\.type) == ["com.docket.upload.completed.v1"])
        }
    }

    @Test func howFarThePagesAreIsToldWhileTheyAreMade() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            #expect(try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit").status == 202)
            try await WorkersWork.pass(draft, gateway, stages: [.validation])
            let follower = EventFollower(gateway, "/v1/submissions/\(draft)/events")
            let before = try await follower.collect(5, cuts: 0)
            #expect(before.last?.type == "com.docket.submission.validated.v1")

            let (id, progress) = (try #require(SubmissionID(draft)), PostgresProgressStore(pool: gateway.pool))
            let tag = try await gateway.client.send("GET", "/v1/submissions/\(draft)").headers["etag"]
            #expect(try await gateway.submission(draft)["progress"] == nil)
            let version = try #require(try await gateway.submission(draft)["version"]?.integer)
            try await progress.tell(StageProgress(version: version, done: 3, total: 20), of: id)
            let told = try await follower.collect(6, cuts: 0)
            #expect(told.last?.type == "com.docket.submission.progress.v1" && told.last?.id == "")
            #expect(
                told.last?.data == #"{"submission":"\#(draft)","version":\#(version),"pagesDone":3,"pagesTotal":20}"#)

            let view = try await gateway.submission(draft)
            #expect(view["progress"]?["pagesDone"]?.integer == 3 && view["progress"]?["pagesTotal"]?.integer == 20)
            #expect(view["version"]?.integer == version)
            let changed = try await gateway.client.send(
                "GET", "/v1/submissions/\(draft)", headers: [("If-None-Match", tag ?? "")])
            #expect(changed.status == 200)

            // Of an earlier attempt nothing is told, and nothing once pages are made.
            try await progress.tell(StageProgress(version: version - 1, done: 4, total: 20), of: id)
            #expect(try await gateway.submission(draft)["progress"] == nil)
            try await progress.tell(StageProgress(version: version, done: 20, total: 20), of: id)
            try await WorkersWork.pass(draft, gateway, stages: [.normalization])
            #expect(try await gateway.submission(draft)["progress"] == nil)
            let manifest = try await gateway.client.send("GET", "/v1/submissions/\(draft)/manifest").json()
            let making = manifest["documents"]?[0]?["pages"]?[0]?["making"]
            #expect(making?["decoders"]?["libvips"]?.string == "8.14.1")
            #expect(making?["repairs"]?[1]?["kind"]?.string == "incomplete_page")
            #expect(making?["repairs"]?[1]?["missingPercent"]?.integer == 20)
            #expect(making?["signals"]?[0]?["likeness"]?.string == "8123456789abcdef")
        }
    }

    /// Others follow already, and the next page may take long.
    @Test func whoComesLaterIsToldHowFarThePagesAre() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let (id, store) = (try #require(SubmissionID(draft)), PostgresProgressStore(pool: gateway.pool))
            let feed = EventFeed(
                PostgresEventLog(pool: gateway.pool), progress: store, pages: PostgresPageNews(pool: gateway.pool),
                on: gateway.loop, logger: .silent, metrics: MetricsRegistry(),
                pace: EventFeed.Pace(look: .milliseconds(5), looksPerBeat: .max), now: { .now })
            let running = Task { try await feed.run() }
            let first = feed.join(.submission(id))
            while try await !first.next().contains(.news) {}
            try await store.tell(StageProgress(version: 1, done: 3, total: 20), of: id)
            while try await !first.next().contains(.progress) {}
            let second = feed.join(.submission(id))
            #expect(try await second.next() == .progress)
            feed.leave(first)
            feed.leave(second)
            await feed.stop()
            try await running.value
        }
    }

    @Test func whoFollowsIsToldOfAPreviewAndOfASuggestion() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            _ = try await gateway.page(try await gateway.document(draft))
            let follower = EventFollower(gateway, "/v1/submissions/\(draft)/events")
            // Over one connection: what came while nobody followed is told to nobody.
            var done = 0
            try await follower.follow { seen in
                if seen.count == 3, done == 0 {
                    done = 1
                    try await PageTests.commit(draft, .preview, gateway) { submission in
                        let page = submission.documents[0].pages[0]
                        return .previewed(
                            page.id, of: page.original?.digest ?? ContentDigest(of: []), SampleSubmissions.image("preview"),
                            SampleSubmissions.look)
                    }
                } else if seen.count == 4, done == 1 {
                    done = 2
                    #expect(seen[3].type == "com.docket.submission.pages.v1" && seen[3].id == "")
                    #expect(seen[3].data == #"{"submission":"\#(draft)"}"#)
                    try await PageTests.commit(draft, .suggestion, gateway) { submission in
                        let page = submission.documents[0].pages[0]
                        return .suggested(
                            page.id, of: page.original?.digest ?? ContentDigest(of: []), SampleSubmissions.suggestion)
                    }
                } else if seen.count == 5 {
                    #expect(seen[4] == seen[3])
                }
                return seen.count >= 5
            }
        }
    }

    /// A look sees what was begun before the one before it, and ended after it.
    @Test func newsOfPagesAreSeenOnceWhenTheyCanBe() async throws {
        try await TestDatabase.runMigrated { database in
            let news = PostgresPageNews(pool: database.pool)
            let (one, other): (SubmissionID, SubmissionID) = (.random(), .random())
            func tell(_ id: SubmissionID) -> SQL {
                "insert into page_news (place, submission_id) values (nextval('page_news_places'), \(id.uuid))"
            }
            var sight = try await news.sight()
            try await database.pool.withTransaction { transaction in
                try await transaction.execute(tell(one))
                // In another transaction, which ends first.
                try await database.pool.execute(tell(other))
                let found = try await news.news(since: sight)
                #expect(found.submissions == [other])
                sight = found.sight
            }
            let found = try await news.news(since: sight)
            #expect(found.submissions == [one])
            #expect(try await news.news(since: found.sight).submissions == [])
        }
    }

    @Test func anEventThatIsNotThereIsAProblem() async throws {
        try await GatewayUnderTest.run { gateway in
            let (draft, other) = (try await gateway.draft(), try await gateway.draft())
            let foreign = try await gateway.draft(as: gateway.foreigner)
            func first(_ id: String) async throws -> String {
                let log = PostgresEventLog(pool: gateway.pool)
                return try await log.id(of: try #require(SubmissionID(id)), sequence: 1).description
            }
            let own = "/v1/submissions/\(draft)/events"
            for (path, id) in [
                (own, try await first(other)), (own, try await first(foreign)), (own, EventID.random().description), (own, "7"),
                ("/v1/events", try await first(foreign)), ("/v1/events", "nothing"),
            ] {
                let answer = try await gateway.client.send("GET", path, headers: [("Last-Event-ID", id)])
                #expect(answer.status == 410 && answer.problem == "event-gone", "\(path) \(id)")
            }
            #expect(try await gateway.foreigner.send("GET", own).status == 404)
            #expect(try await gateway.client.with(token: nil).send("GET", "/v1/events").status == 401)
        }
    }

    @Test func aPersonFollowsTheirOwnAlone() async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await GatewayUnderTest.run(.init(signed: try issuer.access(in: folder))) { gateway in
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"]))
            let draft = try await gateway.draft(as: ann)
            #expect(try await ann.send("GET", "/v1/events").status == 403)
            let seen = try await EventFollower(gateway, "/v1/submissions/\(draft)/events", token: ann.token).collect(1, cuts: 0)
            #expect(seen.map(\.type) == ["com.docket.submission.created.v1"])
        }
    }

    @Test func thoseWhoListenLeaveATenantsRequestsTheirPlace() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.tenantLimits.named["acme"] = RequestLimits(concurrency: 1, streams: 1)
        try await GatewayUnderTest.run(options) { gateway in
            let draft = try await gateway.draft()
            let listener = try await EventFollower.Connection(gateway.address, gateway.client.loop)
            let head = "GET /v1/submissions/\(draft)/events HTTP/1.1\r\nHost: a\r\n"
            try await listener.write(Array("\(head)Authorization: Bearer \(GatewayUnderTest.token)\r\n\r\n".utf8))
            var received = ""
            while !received.contains("submission.created") {
                let more = try await listener.read(4096)
                try #require(!more.isEmpty)
                received += String(decoding: more, as: UTF8.self)
            }
            // The stream is open, and takes the one place for streams; that for requests is free.
            let refused = try await gateway.client.send("GET", "/v1/events")
            #expect(refused.status == 429)
            #expect(refused.headers["retry-after"] == "10")
            #expect(try await gateway.client.send("GET", "/v1/journeys").status == 200)
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(draft)").status == 200)
            await listener.close()
        }
    }

    @Test func whoWaitsIsToldThatTheyAreAliveAndNewsOnce() async throws {
        try await TestDatabase.runMigrated { database in
            let feed = EventFeed(
                PostgresEventLog(pool: database.pool), progress: PostgresProgressStore(pool: database.pool),
                pages: PostgresPageNews(pool: database.pool),
                on: database.group.next(), logger: .silent, metrics: MetricsRegistry(),
                pace: EventFeed.Pace(look: .milliseconds(5), looksPerBeat: 2), now: { .now })
            let running = Task { try await feed.run() }
            let listener = feed.join(.tenant("acme"))
            // Of the first look, which may have missed what came before it.
            var reasons = try await listener.next()
            while !reasons.contains(.news) { reasons = try await listener.next() }
            reasons = try await listener.next()
            #expect(reasons == .beat)
            let store = SubmissionStore(pool: database.pool, owner: InstanceID(UUID()), source: "/docket/test")
            _ = try await store.createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "other")
            _ = try await store.createSubmission(
                NewSubmission(journey: "sample"), journey: SampleSubmissions.journey, tenant: "acme")
            while !reasons.contains(.news) { reasons = try await listener.next() }
            feed.leave(listener)
            await feed.stop()
            try await running.value
            #expect(try await feed.join(.tenant("acme")).next().contains(.stop))
        }
    }
}
