import Domain
import EventLoop
import FoundationEssentials
import Shared
import Support
import Testing

@testable import IntakeGateway

/// A program that others wrote reads the description, makes requests from it, good and bad ones, and holds the answers to it.
@Suite(.timeLimit(.minutes(10)))
struct SchemathesisTests {
    @Test func theGatewayAnswersAsItsDescriptionSays() async throws {
        let python: String
        do {
            python = try await PythonPeers.interpreter(with: ["schemathesis==4.32.5"])
        } catch let missing as PythonPeers.Missing {
            try Test.cancel("\(missing.description)")
        }
        try await GatewayUnderTest.run { gateway in
            // Something to be found, so that not all answers are 404s.
            let draft = try await gateway.draft("proof-of-address")
            let document = try await gateway.document(draft)
            let page = try await gateway.page(document)
            let folder = try TemporaryFolder("schemathesis")
            var ids = try #require(Ids(page: page))
            ids.upload = try await gateway.tus.begin(document, length: 100).split(separator: "/").last.map(String.init) ?? ""
            let link = try await gateway.client.send("POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "upload"}"#)
            ids.link = try #require(try link.json()["url"]?.string?.split(separator: "/").last.map(String.init), "\(link.text)")
            let endpoint = try await gateway.client.send(
                "POST", "/v1/webhook-endpoints", json: #"{"url": "https://hooks.example.org/docket"}"#)
            ids.endpoint = try #require(try endpoint.json()["id"]?.string, "\(endpoint.text)")
            ids.mail = try await gateway.waitingMail().id.description
            try Data(Self.configuration(ids).utf8).write(to: URL(filePath: "\(folder.path)/schemathesis.toml"))
            try Data(Self.hooks.utf8).write(to: URL(filePath: "\(folder.path)/hooks.py"))
            let result = try await Program.run(
                python,
                [
                    "-m", "schemathesis.cli", "--config-file", "\(folder.path)/schemathesis.toml", "run",
                    "http://\(gateway.address)/openapi.json", "--max-examples", "10", "--seed", "7",
                    "--no-color", "--generation-database", "none",
                    // A file is answered when the disk has it, and other tests keep that busy.
                    "--request-timeout", "60",
                    "-H", "Authorization: Bearer \(GatewayUnderTest.token)",
                ], workingDirectory: folder.path, limit: .seconds(500))
            #expect(result.status.isSuccess, "\(result.text.suffix(60_000))\(result.complaints.suffix(2000))")
            // All but the streams are tried, each in a row with others, and nothing was left out because it could not be written.
            #expect(result.text.contains("Selected: 113/116") && result.text.contains("Tested: 113"))
            #expect(result.text.contains("✅ Stateful") && !result.text.contains("erialization"))
        }
    }

    private struct Ids {
        let submission: String
        let document: String
        let page: String
        var upload = ""
        /// What is secret of it.
        var link = ""
        var endpoint = ""
        var mail = ""

        init?(page path: String) {
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count == 7 else { return nil }
            (submission, document, page) = (parts[2], parts[4], parts[6])
        }
    }

    /// How the bytes of the protocols' own media types are sent: as they are.
    private static let hooks = """
        import schemathesis

        @schemathesis.serializer("application/offset+octet-stream", "application/partial-upload")
        def plain(context, value):
            value = getattr(value, "data", value)
            return value if isinstance(value, bytes) else str(value).encode()
        """

    /// What cannot be said in a description is excepted here, each with its reason.
    private static func configuration(_ ids: Ids) -> String {
        """
        hooks = "hooks"

        # Named on the command line, they could not be excepted below.
        [checks]
        enabled = true

        # Things that are there.
        [parameters]
        "path.submission" = "\(ids.submission)"
        "path.document" = "\(ids.document)"
        "path.page" = "\(ids.page)"
        "path.journey" = "proof-of-address"
        "path.upload" = "\(ids.upload)"
        "path.endpoint" = "\(ids.endpoint)"
        "path.mail" = "\(ids.mail)"
        "path.file" = "page.css"

        # By its secret; another operation names a link by its id. These are pages for people: a language that they do not have, or
        # that is named twice, is passed over.
        [[operations]]
        include-path-regex = "^/u/"
        parameters = { "path.link" = "\(ids.link)" }
        checks.negative_data_rejection.expected-statuses = [
          "200", "201", "303", "304", "400", "401", "403", "404", "405", "406", "409", "410", "412", "413", "415", "422", "428", "429",
        ]

        # These are pages for people, too.
        [[operations]]
        include-path-regex = "^/(desk|portal)(/[{]view[}](/[{]item[}])?)?$"
        checks.negative_data_rejection.expected-statuses = [
          "200", "400", "401", "403", "404", "405", "406", "409", "410", "412", "413", "415", "422", "428", "429",
        ]

        # A good request can come at a bad moment: a stale If-Match (412), a confirmation that is asked for (428), a submission
        # that lacks something or a type that its journey does not know (422), an ended upload (410), a limit (413).
        [checks.positive_data_acceptance]
        expected-statuses = [
          "2xx", "3xx", "401", "403", "404", "405", "409", "410", "412", "413", "415", "416", "422", "428", "429", "460",
        ]

        # A header that is no ETag of ours matches nothing (412), and so does another version of tus; too much is too much (413).
        [checks.negative_data_rejection]
        expected-statuses = [
          "400", "401", "403", "404", "405", "406", "409", "410", "412", "413", "415", "422", "428", "429",
        ]

        # A stream of events never ends, so no answer to it is ever whole.
        [[operations]]
        include-path = ["/v1/events", "/v1/review/queue/events", "/v1/submissions/{submission}/events"]
        enabled = false

        # A cursor is good for the listing that it came from (400).
        [[operations]]
        include-name = [
          "GET /v1/submissions", "GET /v1/screens/submissions", "GET /v1/audit", "GET /v1/integration/audit", "GET /v1/review/queue",
          "GET /v1/mail",
        ]
        checks.positive_data_acceptance.expected-statuses = ["2xx", "400"]

        # One of two parameters is named, and one is at most the other: no schema can say that (400).
        [[operations]]
        include-name = ["GET /v1/custody/proofs/inclusion", "GET /v1/custody/proofs/consistency"]
        checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "429"]

        # A period ends after it begins, and is no longer than can be told: no schema can say that (400).
        [[operations]]
        include-name = "GET /v1/usage"
        checks.positive_data_acceptance.expected-statuses = ["2xx", "400", "401", "403", "404", "429"]

        # What is there was not erased, and nobody has begun to decide on it (404).
        [[operations]]
        include-name = ["GET /v1/submissions/{submission}/erasure", "GET /v1/submissions/{submission}/decision-draft"]
        checks.ensure_resource_availability.enabled = false

        # What a protocol or a method needs that is named in a header, such as an offset, no schema can say (400).
        [[operations]]
        include-name = ["POST /v1/uploads/{upload}", "PATCH /v1/uploads/{upload}"]
        checks.positive_data_acceptance.expected-statuses = [
          "2xx", "400", "401", "403", "404", "405", "409", "410", "412", "413", "415", "422", "429", "460",
        ]

        # An upload under an idempotency key is created by a request without content, which no schema can say (400).
        [[operations]]
        include-name = "POST /v1/uploads"
        checks.positive_data_acceptance.expected-statuses = [
          "2xx", "3xx", "400", "401", "403", "404", "409", "412", "413", "415", "422", "429", "460",
        ]
        """
    }
}
