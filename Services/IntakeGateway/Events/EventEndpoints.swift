import HTTPServer
import Shared

extension Endpoint {
    static let ofEvents: [Endpoint] = [
        Endpoint(
            "followSubmission", .get, "/v1/submissions/{submission}/events", .bearer(.status, of: .submission), in: .submissions,
            summary: "Follow what happens to it",
            detail: "From its first event on. While its pages are made, `com.docket.submission.progress.v1` tells `pagesDone` of "
                + "`pagesTotal`, and `com.docket.submission.pages.v1` that a page has a preview or a suggestion which it had not: both "
                + "without an id, for neither is anything that has happened.",
            parameters: [.submission, lastEvent], answers: [stream], problems: [.eventGone],
            responder: .follow(reading: .view("submission.follow")) { EventStreamHandlers(gateway: $0).ofSubmission }),
        Endpoint(
            "followEvents", .get, "/v1/events", .bearer(.read, of: .tenant), in: .submissions,
            summary: "Follow what happens to all submissions",
            detail: "From now on; with `Last-Event-ID: beginning`, all that ever did.",
            parameters: [lastEvent], answers: [stream], problems: [.eventGone],
            responder: .follow(reading: .view("events.follow")) { EventStreamHandlers(gateway: $0).ofTenant }),
    ]

    private static let stream = Answer(
        status: 200, summary: "Server-sent events, without an end: `id` is the event's, `data` its CloudEvent.",
        content: [("text/event-stream", .string())])
    private static let lastEvent = Parameter.header(
        "Last-Event-ID", .string(), "The event that was seen last: the stream goes on behind it.")
}
