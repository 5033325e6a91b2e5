import Shared

/// What is told, on which ways, as a part of the page for people.
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
        let topics = Topic.allCases.map { DocsPage.row(["<code>\($0.name)</code>", HTML.escaped($0.summary)]) }
        return """
            <section id="events"><h2>Events</h2><p>\(HTML.prose(AsyncAPIDocument.introduction))</p>
            \(DocsPage.table(["Type", "What has happened", "Data", "Topic"], rows + [head]))
            <h3>Topics</h3>\(DocsPage.table(["Topic", "What it is for"], topics))
            <h3>Attributes</h3>\(SchemaText.describe(EventSchemas.event(.submissionAccepted).value))</section>

            """
    }
}
