import Domain
import Shared
import Webhooks

/// Docket's events in AsyncAPI 3.0: the answer of `/asyncapi.json`.
struct AsyncAPIDocument: Sendable {
    let value: JSONValue

    init() {
        var channels: [String: JSONValue] = [:]
        var operations: [String: JSONValue] = [:]
        for channel in Channel.all {
            let names = channel.messages.sorted()
            channels[channel.name] = channel.value
            operations["send-\(channel.name)"] = [
                "action": "send", "channel": ["$ref": .string("#/channels/\(channel.name)")],
                "messages": .array(names.map { ["$ref": .string("#/channels/\(channel.name)/messages/\($0)")] }),
            ]
        }
        var messages: [String: JSONValue] = [
            Self.deadLetter: Self.deadLetterMessage, Self.custodyHead: Self.custodyHeadMessage, Self.usage: Self.usageMessage,
        ]
        for type in EventType.allCases { messages[type.shortName] = Self.message(type) }
        value = [
            "asyncapi": "3.0.0",
            "info": [
                "title": "Docket's events", "version": "1", "description": .string(Self.introduction),
            ],
            "defaultContentType": .string(EventHeader.contentType),
            "channels": .object(channels),
            "operations": .object(operations),
            "components": [
                "messages": .object(messages),
                "schemas": .object(EventSchemas.all.mapValues(\.value)),
            ],
        ]
    }

    static let introduction = """
        Every event is a CloudEvent 1.0 in structured JSON mode, told at least once: what comes again has the same `id` and the \
        same bytes. Of a submission, each `sequence` is told once and in order. A topic's key is the submission's id. Events have \
        ids and facts, and never file names, references or contacts. Members that you do not know are to be passed over; a change \
        that readers would notice is a new type.
        """

    // MARK: - Channels

    /// A channel of events.
    struct Channel {
        let name: String
        let address: String?
        let summary: String
        let messages: [String]
        let bindings: JSONValue

        static var all: [Channel] { Topic.allCases.map(of) + [webhooks, live] }

        private static func of(_ topic: Topic) -> Channel {
            Channel(
                name: String(topic.name.dropFirst("docket.".utf8.count)), address: topic.name, summary: topic.summary,
                messages: messages(on: topic),
                bindings: ["kafka": ["topic": .string(topic.name), "bindingVersion": "0.5.0"]])
        }

        private static func messages(on topic: Topic) -> [String] {
            switch topic {
            case .deadLetters: [deadLetter]
            case .custody: [custodyHead]
            case .usage: [usage]
            default: EventType.allCases.filter { $0.topic == topic }.map(\.shortName)
            }
        }

        private static let webhooks = Channel(
            name: "webhooks", address: nil,
            summary: "What the endpoints of a tenant are told by POST, signed by Standard Webhooks 1.0.",
            messages: EventType.allCases.filter { $0.topic == .outcomes }.map(\.shortName) + [custodyHead],
            bindings: ["http": [:]])

        private static let live = Channel(
            name: "live", address: "/v1/events", summary: "Server-sent events: what happens to a tenant's submissions.",
            messages: EventType.allCases.map(\.shortName), bindings: ["http": [:]])

        var value: JSONValue {
            [
                "address": address.map(JSONValue.string) ?? .null, "description": .string(summary),
                "messages": .object(
                    Dictionary(messages.map { ($0, ["$ref": .string("#/components/messages/\($0)")]) }) { $1 }),
                "bindings": bindings,
            ]
        }
    }

    // MARK: - Messages

    private static func message(_ type: EventType) -> JSONValue {
        var message: [String: JSONValue] = [
            "name": .string(type.rawValue), "summary": .string(type.summary), "contentType": .string(EventHeader.contentType),
            "headers": Schema.answer(
                .required("content-type", .string(oneOf: [EventHeader.contentType])),
                .optional("traceparent", .string(), "W3C Trace Context.")
            ).value,
            "payload": Schema.named(type.shortName).value, "bindings": ["kafka": key],
        ]
        message["examples"] = examples(of: .outcome(type))
        return .object(message)
    }

    /// A sample of an event that endpoints can be told of; nil for another one.
    static func sample(_ event: WebhookEvent) -> JSONValue? {
        try? CanonicalJSON.decode(from: WebhookSample.payload(of: event))
    }

    private static func examples(of event: WebhookEvent) -> JSONValue? { sample(event).map { [["payload": $0]] } }

    static let custodyHead = "custody-head"
    static let usage = "usage-day"

    private static let custodyHeadMessage = message(CustodyHeadEvent.self, custodyHead, key: key)
    private static let usageMessage = message(
        UsageEvent.self, usage, key: ["key": Schema.named("Name").value, "bindingVersion": "0.5.0"])

    /// An event of a tenant, which belongs to no submission.
    private static func message<Content>(_: TenantEvent<Content>.Type, _ schema: String, key: JSONValue) -> JSONValue {
        var message: [String: JSONValue] = [
            "name": .string(Content.type), "summary": .string(Content.summary + "."),
            "contentType": .string(EventHeader.contentType),
            "headers": Schema.answer(.required("content-type", .string(oneOf: [EventHeader.contentType]))).value,
            "payload": Schema.named(schema).value, "bindings": ["kafka": key],
        ]
        message["examples"] = examples(of: WebhookEvent(Content.type))
        return .object(message)
    }

    static let deadLetter = "dead-letter"
    private static let key: JSONValue = ["key": Schema.string(format: "uuid").value, "bindingVersion": "0.5.0"]

    private static let deadLetterMessage: JSONValue = [
        "name": .string(deadLetter),
        "summary": "A record that could not be processed: its own key and its own bytes, and why in the headers.",
        "headers": Schema.answer(
            .required(RecordHeader.deadLetter, .string(pattern: "^[0-9]+$"), "Its number."),
            .required(RecordHeader.stage, .string(), "Who has given it up."),
            .required(RecordHeader.attempts, .string(pattern: "^[0-9]+$")),
            .required(RecordHeader.errorCode, .string(), "The cause, such as `event-malformed` or `unknown-submission`."),
            .required(RecordHeader.error, .string(), "What was wrong, in words that name no person."),
            .required(RecordHeader.failedAt, .string(format: "date-time")),
            .optional(RecordHeader.originalTopic, .string(), "Where it lay, as far as it came from Kafka."),
            .optional(RecordHeader.originalPartition, .string(pattern: "^[0-9]+$")),
            .optional(RecordHeader.originalOffset, .string(pattern: "^[0-9]+$"))
        ).value,
        "payload": Schema.anything.value,
    ]
}

extension Topic {
    /// Its purpose, for people.
    var summary: String {
        switch self {
        case .uploads: "Each file that arrived or did not; previews and suggestions are made from it."
        case .submitted: "What was submitted, to be checked."
        case .validated: "What the rules let pass, to be made into pages."
        case .callOuts: "Of what those are to be asked whom journeys name."
        case .normalized: "What was made into pages, to be read where the journey reads."
        case .outcomes: "What tenants are told."
        case .custody: "Signed heads of the tenants' logs of custody; the key is the log's id."
        case .usage: "What each tenant has used on a day that is over; the key is the tenant."
        case .deadLetters: "What could not be processed. Every other topic's records may lie here."
        }
    }
}
