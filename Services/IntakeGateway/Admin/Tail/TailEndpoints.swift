import HTTPServer
import Shared

extension Endpoint {
    static let ofTails: [Endpoint] = [
        Endpoint(
            "adminTopicEvents", .get, "/v1/admin/topics/{topic}/events", .bearer(.operate, of: .installation), in: .operations,
            summary: "Follow what passes on a topic",
            detail:
                "What is personal is masked, as in `docket tail`. What lies there already comes in the order of time; of what "
                + "passes then, at most `rate` events a second are told, and `counts` says how many were skipped, and where a "
                + "stream that was cut goes on: `places` is a `from`.",
            parameters: [.topic] + TailQuery.parameters,
            answers: [
                Answer(
                    status: 200,
                    summary: "Server-sent events, without an end: `record` with its place as `id`, and `counts` once a second.",
                    content: [("text/event-stream", .string())])
            ],
            problems: [.tooManyRequests], responder: .follow(reading: .view("topic.follow")) { TailHandlers(gateway: $0).follow }),
        .reading(
            "adminTopicEvent", "/v1/admin/topics/{topic}/events/{partition}/{offset}",
            "One record of a topic, with its trace and what else happened to its submission",
            [
                .topic, .path("partition", .text(1...10), "The number of the partition."),
                .path("offset", .text(1...19), "The offset within it."),
            ], audited: "topic.view"
        ) { TailHandlers(gateway: $0).show },
    ]
}

extension Endpoint.Parameter {
    fileprivate static let topic = path("topic", .text(1...249), "The name of the topic, with or without `docket.`.")
}
