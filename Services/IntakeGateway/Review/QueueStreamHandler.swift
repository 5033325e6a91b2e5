import HTTPServer
import PostgresStore
import Shared

/// `GET /v1/review/queue/events`: the counts and the changes of the queue, live.
struct QueueStreamHandler: Sendable {
    let gateway: GatewayServices

    func follow(_ call: Call) async throws -> HTTPResponse {
        let headers: HTTPHeaders = ["Cache-Control": "private, no-store", "X-Accel-Buffering": "no"]
        let access = ContinuedAccess(call, by: gateway.authenticator)
        let (feed, reviews, tenant, reviewer) = (gateway.queueFeed, gateway.reviews, call.tenant, call.reviewer)
        return .stream(contentType: "text/event-stream", headers: headers) { writer in
            let listener = feed.join(tenant, reviewer, until: access.principal.expiresAt)
            defer { feed.leave(listener) }
            var told = try await reviews.counts(tenant: tenant, reviewer: reviewer)
            try await writer.write(ServerSentEvents.opening(id: nil) + Self.block(told, changed: []))
            while true {
                let news = try await listener.next()
                guard !news.isOver, let counts = news.counts else { return }
                guard await access.isGiven() else { return }
                if counts == told, news.changed.isEmpty {
                    try await writer.write(ServerSentEvents.beat)
                } else {
                    try await writer.write(Self.block(counts, changed: news.changed.sorted()))
                }
                told = counts
            }
        }
    }

    /// One event.
    private static func block(_ counts: ReviewCounts, changed: [SubmissionID]) -> [UInt8] {
        let data = JSON.written(QueueNewsResource(counts: counts, changed: changed))
        return Array("event: queue\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
}

/// An event for the listeners of the queue.
struct QueueNewsResource: Resource {
    let counts: ReviewCounts
    let changed: [SubmissionID]

    static let shape = Shape<Self>(
        .required("counts", .named("ReviewCounts")) { ReviewCountsResource(counts: $0.counts) },
        .required("changed", .array(of: .named("Identifier")), "The submissions that changed in the queue.") {
            $0.changed.map(\.description)
        })
}
