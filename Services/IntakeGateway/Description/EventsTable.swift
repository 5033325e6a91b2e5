import Domain
import FoundationEssentials
import Shared

/// The events and their channels, as a part of the page for people.
enum EventsTable {
    static func section() -> String {
        let rows = EventType.allCases.map { type in
            DocsPage.row([
                "<code id=\"event-\(type.shortName)\">\(type.rawValue)</code>", HTML.escaped(type.summary),
                SchemaText.link(to: Schema.named(EventSchemas.dataName(of: type)).value),
                type.topic.map { "<code>\($0.name)</code>" } ?? "live streams alone",
            ])
        }
        let head = DocsPage.row([
            "<code id=\"event-\(AsyncAPIDocument.custodyHead)\">\(CustodyHeadEvent.type)</code>",
            HTML.escaped(CustodyHeadEvent.summary), "", "<code>\(Topic.custody.name)</code>",
        ])
        let usage = DocsPage.row([
            "<code id=\"event-\(AsyncAPIDocument.usage)\">\(UsageEvent.type)</code>", HTML.escaped(UsageEvent.summary), "",
            "<code>\(Topic.usage.name)</code>",
        ])
        let topics = Topic.allCases.map { DocsPage.row(["<code>\($0.name)</code>", HTML.escaped($0.summary)]) }
        return """
            <section id="events"><h2>Events</h2><p>\(HTML.prose(AsyncAPIDocument.introduction))</p>
            \(DocsPage.table(["Type", "What has happened", "Data", "Topic"], rows + [head, usage]))
            <h3>Samples</h3><p>\(HTML.prose(samples))</p>\(WebhookEvent.all.compactMap(sample).joined())
            <h3>Topics</h3>\(DocsPage.table(["Topic", "What it is for"], topics))
            <h3>Attributes</h3>\(SchemaText.describe(EventSchemas.event(.submissionAccepted).value))</section>

            """
    }

    private static let samples = """
        What a webhook endpoint is told. Send one to an endpoint of yours, and the answer says what the endpoint made of it: it is \
        signed as every message is, and says `"sample": true`.
        """

    private static func indented(_ value: JSONValue) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private static func shortName(_ event: WebhookEvent) -> String {
        if case .outcome(let type) = event { type.shortName } else { AsyncAPIDocument.custodyHead }
    }

    private static func sample(_ wanted: WebhookEvent) -> String? {
        guard let event = AsyncAPIDocument.sample(wanted) else { return nil }
        let command = """
            curl -s "$GATEWAY_URL/v1/webhook-endpoints/ENDPOINT/test" -H "Authorization: Bearer $TOKEN" \\
                --json '{"sample": "\(wanted.type)"}'
            """
        return """
            <details id="sample-\(shortName(wanted))"><summary><code>\(wanted.type)</code></summary>
            <pre><code>\(HTML.escaped(command))</code></pre><pre><code>\(HTML.escaped(indented(event)))</code></pre></details>

            """
    }
}
