import HTTPServer
import Shared

extension Endpoint {
    static let ofSheets: [Endpoint] = [
        Endpoint(
            "readCoverSheet", .get, "/v1/submissions/{submission}/sheets/{type}", .bearer(.upload, of: .submission),
            in: .documents,
            summary: "A cover sheet to print",
            detail: """
                A page of paper (A4) with a code that says which submission and which document the pages behind it are for: \
                `docket watch --sheets` sends what is scanned with it.
                """,
            parameters: [.submission, .path("type", .named("Name"), "A document type of its journey."), .language],
            answers: [Answer(status: 200, summary: "The sheet.", content: [("image/svg+xml", .string())])],
            problems: [.notADraft],
            responder: .on(reading: .view("submission.sheet")) { SheetHandler(gateway: $0).show })
    ]
}
