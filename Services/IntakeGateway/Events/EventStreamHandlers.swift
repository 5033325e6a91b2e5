import Domain
import EventLoop
import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/events` and `GET …/events`: events live (HTML Living Standard, section 9.2, “Server-sent events”).
///
/// Each event has the same id as in Kafka, webhooks and the audit trail, and its exact bytes as data. A client resumes
/// with `Last-Event-ID`. A stream ends when its credentials expire or are found revoked.
struct EventStreamHandlers: Sendable {
    /// The log of events, and the feed that wakes listeners.
    struct Source: Sendable {
        let log: PostgresEventLog
        let progress: PostgresProgressStore
        let feed: EventFeed
        /// Limits concurrent reads: the listeners of a tenant's event may be thousands.
        let turns = AsyncSemaphore(permits: 32)
    }

    let gateway: GatewayServices

    private var log: PostgresEventLog { gateway.events.log }

    private static let batch = 100
    /// The id before every event, for a client without any.
    private static let beginning = "beginning"

    /// All events of a submission, from the first on, and then live.
    func ofSubmission(_ call: Call) async throws -> HTTPResponse {
        let submission = try await gateway.submission(of: call)
        let last = try await lastEvent(call, of: submission.id)
        return stream(.submission(submission.id), of: call, after: last?.sequence ?? 0) { [log = self.log] after in
            let events = try await log.events(of: submission.id, afterSequence: after, limit: Self.batch)
            return (events, events.last?.sequence ?? after)
        }
    }

    /// The events of a tenant's submissions from now on. With `Last-Event-ID: beginning`, all of them.
    func ofTenant(_ call: Call) async throws -> HTTPResponse {
        let tenant = call.tenant
        let (start, firstID) = try await tenantStart(call)
        return stream(.tenant(tenant), of: call, after: start, firstID: firstID) { [log = self.log] after in
            let events = try await log.events(afterPosition: after, tenant: tenant, limit: Self.batch)
            return (events, events.last?.position ?? after)
        }
    }

    /// The start position, and the id with which to resume before the first event.
    private func tenantStart(_ call: Call) async throws -> (LogPosition, String?) {
        if call.request.headers["last-event-id"] == Self.beginning { return (.start, nil) }
        if let last = try await lastEvent(call, of: nil) { return (last.position, nil) }
        guard let newest = try await log.newest(of: call.tenant) else { return (.start, Self.beginning) }
        return (newest.position, newest.id.description)
    }

    /// The last event that the client has, of that submission or of any; nil if it names none.
    // Inlined, or with a closure, it makes the optimiser of Swift 6.3 crash while it splits that coroutine.
    @inline(never)
    private func lastEvent(_ call: Call, of submission: SubmissionID?) async throws -> RecordedEvent? {
        guard let text = call.request.headers["last-event-id"], !text.isEmpty, text != Self.beginning else { return nil }
        guard let id = EventID(text) else { throw Problem.eventGone }
        let event = try await log.events(ids: [id]).first
        guard let event, event.tenant == call.tenant, submission == nil || event.submission == submission else {
            throw Problem.eventGone
        }
        return event
    }

    // MARK: - Streaming

    private func stream<Place: Sendable>(
        _ subject: EventFeed.Subject, of call: Call, after start: Place, firstID: String? = nil,
        _ read: @escaping @Sendable (Place) async throws -> (events: [RecordedEvent], place: Place)
    ) -> HTTPResponse {
        let headers: HTTPHeaders = ["Cache-Control": "private, no-store", "X-Accel-Buffering": "no"]
        let (feed, progress) = (gateway.events.feed, gateway.events.progress)
        let asking = Asking(access: ContinuedAccess(call, by: gateway.authenticator), turns: gateway.events.turns)
        return .stream(contentType: "text/event-stream", headers: headers) { writer in
            let listener = feed.join(subject, until: asking.access.principal.expiresAt)
            defer { feed.leave(listener) }
            let loop = EventLoop.current
            try await Self.apart(on: loop) { try await writer.write(ServerSentEvents.opening(id: firstID)) }
            var place = start
            repeat {
                let next = try await Self.apart(on: loop) { [place] in
                    try await Self.catchUp(from: place, asking, read, writer)
                }
                guard let next else { return }
                place = next
            } while try await Self.wait(listener, asking, writer, progress, loop)
        }
    }

    /// Queries to the database, each in its turn.
    private struct Asking: Sendable {
        let access: ContinuedAccess
        let turns: AsyncSemaphore

        /// Whether the listener still has access. It takes a turn, too: a key with thousands of streams is looked up
        /// once.
        func isAllowed() async throws -> Bool { try await turns.withPermit { await access.isGiven() } }
    }

    /// Writes the available events, and returns the end position. Nil if the listener no longer has access.
    private static func catchUp<Place: Sendable>(
        from start: Place, _ asking: Asking,
        _ read: @Sendable (Place) async throws -> (events: [RecordedEvent], place: Place), _ writer: ResponseWriter
    ) async throws -> Place? {
        var place = start
        while true {
            let (events, next) = try await asking.turns.withPermit { [place] in try await read(place) }
            place = next
            // A client that takes nothing keeps nobody from reading.
            if !events.isEmpty { try await writer.write(ServerSentEvents.block(events)) }
            if events.count < Self.batch { return place }
            // One that takes it slowly reads a long past for as long as it likes.
            guard try await asking.isAllowed() else { return nil }
        }
    }

    /// Runs `body` in a task of its own, if there is a loop. The task of a stream lives as long as its client, and keeps
    /// the memory of its deepest call. Thousands of waiting streams would otherwise keep the memory of a query.
    // Inlined, here as below, what each call needs would be kept by the caller for as long as the stream lasts.
    @inline(never)
    private static func apart<T: Sendable>(
        on loop: EventLoop?, _ body: @escaping @Sendable () async throws -> T
    ) async throws -> T {
        guard let loop else { return try await body() }
        return try await loop.run(body)
    }

    /// Keeps the connection alive until there is something to read. False at the end of the stream: the service stops, or
    /// the listener has lost access. Access is checked before each write and at each heartbeat.
    @inline(never)
    private static func wait(
        _ listener: EventListener, _ asking: Asking, _ writer: ResponseWriter, _ progress: PostgresProgressStore,
        _ loop: EventLoop?
    ) async throws -> Bool {
        while true {
            let reasons = try await listener.next()
            if !reasons.isDisjoint(with: [.stop, .expiry]) { return false }
            let isAllowed = try await apart(on: loop) {
                guard try await asking.isAllowed() else { return false }
                if reasons.contains(.progress), case .submission(let submission) = listener.subject,
                    let current = try await progress.progress(of: submission)
                {
                    try await writer.write(ServerSentEvents.progress(current, of: submission))
                }
                if reasons.contains(.pages), case .submission(let submission) = listener.subject {
                    try await writer.write(ServerSentEvents.pages(of: submission))
                }
                if reasons.contains(.beat), !reasons.contains(.news) { try await writer.write(ServerSentEvents.beat) }
                return true
            }
            if !isAllowed { return false }
            if reasons.contains(.news) { return true }
        }
    }
}

extension Problem {
    static var eventGone: Problem {
        Problem(
            .eventGone,
            detail:
                "The event of Last-Event-ID is not there: nobody can say what came after it. Read the resource, and follow it "
                + "without Last-Event-ID.")
    }
}

/// The text of the stream.
enum ServerSentEvents {
    /// A comment as a heartbeat for proxies and clients.
    static let beat = Array(": still here\n\n".utf8)

    /// The delay of a reconnect in milliseconds, and the id for it.
    static func opening(id: String?) -> [UInt8] { Array("retry: 1000\n\(id.map { "id: \($0)\n" } ?? "")\n".utf8) }

    /// The progress of the pages. It has no id: a client resumes after the last event.
    static func progress(_ progress: StageProgress, of submission: SubmissionID) -> [UInt8] {
        Array(
            """
            event: com.docket.submission.progress.v1
            data: {"submission":"\(submission)","version":\(progress.version),"pagesDone":\(progress.done),\
            "pagesTotal":\(progress.total)}


            """.utf8)
    }

    /// The pages have new parts. Like progress it has no id.
    static func pages(of submission: SubmissionID) -> [UInt8] {
        Array("event: com.docket.submission.pages.v1\ndata: {\"submission\":\"\(submission)\"}\n\n".utf8)
    }

    static func block(_ events: [RecordedEvent]) -> [UInt8] {
        var bytes: [UInt8] = []
        for event in events {
            bytes += Array("id: \(event.id)\nevent: \(event.type.rawValue)\n".utf8)
            // One field a line: a payload is one line of JSON, and would be told in several if it were not.
            for line in event.payload.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
                bytes += Array("data: ".utf8) + line + [UInt8(ascii: "\n")]
            }
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
