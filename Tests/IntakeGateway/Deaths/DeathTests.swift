import EventLoop
import FoundationEssentials
import Glibc
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// The gateway's own program dies while it reads, and the one that starts after it knows of it.
@Suite(.timeLimit(.minutes(5)), .serialized)
struct DeathTests {
    /// A process whose clients come through a proxy on this machine.
    private func run(_ body: (GatewayProcess, _ variables: [String: String]) async throws -> Void) async throws {
        try await GatewayProcess.run { gateway in
            let variables = ["DOCKET_RUN": "\(gateway.folder)/run", "DOCKET_TRUSTED_PROXIES": "127.0.0.1"]
            await gateway.kill()
            try await gateway.start(with: variables)
            try await body(gateway, variables)
        }
    }

    /// An upload that stands still in its body, noted by the gateway. Its path holds the secret of a link.
    private func holdUpload(_ client: WireClient, to path: String, from address: String) async throws -> UploadConnection {
        let connection = try await UploadConnection(client)
        let headers = [("Content-Type", "image/jpeg"), ("X-Forwarded-For", address), ("Expect", "100-continue")]
        let file = SampleFiles.jpeg(1, size: 100_000)
        try await connection.write(client.requestHead("POST", path, headers, length: file.count))
        // It asks for the body once it knows who sends it.
        #expect(try await connection.nextHead().status == 100)
        try await connection.write(Array(file[..<1000]))
        return connection
    }

    private func lines(_ output: String, with word: String) -> [Substring] {
        output.split(separator: "\n").filter { $0.contains(word) }
    }

    @Test func whatWasReadAtADeathIsToldAndWhoRepeatsItIsRefused() async throws {
        try await run { gateway, variables in
            let document = try await gateway.document()
            let submission = String(document.split(separator: "/")[2])
            let made = try await gateway.client.send(
                "POST", "/v1/submissions/\(submission)/links", json: #"{"purpose":"upload"}"#)
            let link = try #require(try made.json()["id"]?.string, "\(made.text)")
            let token = try #require(try made.json()["token"]?.string)
            let byLink = try gateway.client.with(token: token)
            let pages = "\(document)/pages"

            let first = try await holdUpload(byLink, to: pages, from: "203.0.113.7")
            await gateway.kill(by: SIGILL)
            await first.close()
            try await gateway.start(with: variables)
            let told = lines(await gateway.output, with: "it was being read then")
            #expect(told.count == 1, "\(told)")
            #expect(told.first?.contains(#""route":"POST /v1/submissions/{submission}/documents/{document}/pages""#) == true)
            #expect(told.first?.contains("\"by\":\"link:\(link)\"") == true, "\(told)")
            #expect(told.first?.contains("203.0.113.0/24") == true && told.first?.contains("203.0.113.7") == false)
            let output = await gateway.output
            #expect(!output.contains(token))
            // One death proves nothing.
            #expect(try await byLink.send("GET", "/v1/submissions/\(submission)").status == 200)

            let second = try await holdUpload(byLink, to: pages, from: "203.0.113.7")
            await gateway.kill(by: SIGILL)
            await second.close()
            try await gateway.start(with: variables)
            let refused = try await byLink.send("GET", "/v1/submissions/\(submission)")
            #expect(refused.status == 429, "\(refused.text)")
            #expect(refused.problem == "too-many-requests")
            let seconds = try #require(refused.headers["retry-after"].flatMap { Int64($0) })
            #expect((1...DeathHistory.firstRefusal + 1).contains(seconds))
            // Nobody else is, and nobody is for having been refused.
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(submission)").status == 200)
            await gateway.kill(by: SIGILL)
            try await gateway.start(with: variables)
            #expect(lines(await gateway.output, with: "it was being read then").isEmpty)
            #expect(try await gateway.client.send("GET", "/v1/submissions/\(submission)").status == 200)
        }
    }

    @Test func aGatewayThatWasAskedToStopHasNothingToTell() async throws {
        try await run { gateway, variables in
            _ = try await gateway.document()
            await gateway.kill(by: SIGTERM)
            try await gateway.start(with: variables)
            #expect(lines(await gateway.output, with: "did not end as it was asked to").isEmpty)
        }
    }

    @Test func aFolderThatCannotBeUsedIsToldAndNothingElse() async throws {
        try await run { gateway, variables in
            await gateway.kill()
            let file = "\(gateway.folder)/no-folder"
            try Data().write(to: URL(filePath: file))
            try await gateway.start(with: ["DOCKET_RUN": "\(file)/run"])
            #expect(lines(await gateway.output, with: "what is being read is not noted").count == 1)
            _ = try await gateway.document()
        }
    }
}
