import HTTPServer
import Shared

extension Endpoint {
    static let ofSandboxes: [Endpoint] = [
        Endpoint(
            "passTime", .post, "/v1/submissions/{submission}/clock", .bearer(.administer, of: .submission), in: .submissions,
            summary: "Let time pass for a test",
            detail: """
                In a sandbox alone. The submission, its links and its uploads are that much older at once, and what is due then is done within \
                a minute or two: a draft expires and its webhooks come. The clock never goes back. The day that rules look at is the real one.
                """,
            parameters: [.submission, .language],
            body: Body(content: [("application/json", .named("PassedTime"))]),
            answers: [.json(200, "Submission", "With its times as they are now.", headers: [etag])],
            problems: [.onlyInSandbox],
            responder: .on { ClockHandler(gateway: $0).pass })
    ]
}

extension Schemas {
    static let sandboxParts: [String: Schema] = [
        "PassedTime": .request(.required("advance", .integer(ClockHandler.seconds), "How much time passes, in seconds."))
    ]
}
