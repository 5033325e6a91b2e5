import HTTPServer
import Shared

extension Endpoint {
    static let ofJourneys: [Endpoint] = [
        Endpoint(
            "listJourneys", .get, "/v1/journeys", .bearer(.status, of: .nobody), in: .journeys,
            summary: "List the journeys",
            answers: [.json(200, "JourneyListing", "What can be submitted here.")],
            responder: .on { JourneyHandlers(gateway: $0).list }),
        Endpoint(
            "readJourney", .get, "/v1/journeys/{journey}", .bearer(.status, of: .nobody), in: .journeys,
            summary: "Read a journey",
            parameters: [journey], answers: [.json(200, "Journey", "What it asks for.")],
            responder: .on { JourneyHandlers(gateway: $0).show }),
        Endpoint(
            "checkFiles", .post, "/v1/journeys/{journey}/check", .bearer(.write, of: .nobody), in: .journeys,
            summary: "Check files without keeping them",
            detail: """
                The form is read in order: `type` begins a document, `issueDate`, `expiryDate`, `periodStart`, `periodEnd` \
                and `source` describe it, and each `file` is a page of it. At most \(CheckHandler.maximumFiles) files.
                """,
            parameters: [journey, .language],
            body: Body(content: [("multipart/form-data", .named("CheckForm"))]),
            answers: [.json(200, "DryRun", "What the rules would say.", headers: [contentLanguage])],
            problems: [.malformedMultipart, .invalidRequest, .unsupportedMediaType, .tooLarge],
            responder: .on { CheckHandler(gateway: $0).check }),
    ]

    private static let journey = Parameter.path("journey", .named("Name"), "The journey's id.")
    private static let contentLanguage = ("Content-Language", "The language of the reasons.")
}
