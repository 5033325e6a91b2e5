import FoundationEssentials
import HTTPServer
import Shared
import Support
import Testing

@testable import IntakeGateway

/// What clients in the wild send, and what a careless hand does.
@Suite(.timeLimit(.minutes(2))) struct UploadHabitsTests {
    private static let content = SampleFiles.jpeg(1, size: 90_000)

    private static func draft(_ version: Int) -> (String, String) { ("Upload-Draft-Interop-Version", "\(version)") }

    private func target(_ document: String) -> String {
        "/v1/uploads?document=\(document.split(separator: "/").last.map(String.init) ?? "")"
    }

    private func pages(_ document: String, _ gateway: GatewayUnderTest) async throws -> Int {
        try await gateway.client.send("GET", document).json()["pages"]?.array.count ?? 0
    }

    /// One reading of it makes a page of a file that was cut off.
    @Test(arguments: [3, 5, 6, 9], ["true", "1", "?2", "?0, ?1", "", "?"])
    func aWordOfCompletenessThatIsNoneIsRefused(_ version: Int, _ word: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let name = version == 3 ? "Upload-Incomplete" : "Upload-Complete"
            let headers = [Self.draft(version), (name, word)]
            for place in [target(document), "\(document)/pages"] {
                let made = try await gateway.client.send("POST", place, headers: headers, body: Self.content)
                #expect(made.status == 400 && made.problem == "invalid-header", "\(made.status) \(place)")
            }
            let more = version == 3 ? "?1" : "?0"
            let begun = try await gateway.client.send(
                "POST", target(document), headers: [Self.draft(version), (name, more)], body: Array(Self.content[..<1000]))
            let upload = try #require(begun.headers["location"])
            let next = try await gateway.client.send(
                "PATCH", upload,
                headers: headers + [("Upload-Offset", "1000"), ("Content-Type", "application/partial-upload")],
                body: Array(Self.content[1000...]))
            #expect(next.status == 400 && next.problem == "invalid-header")
            #expect(try await pages(document, gateway) == 0)
        }
    }

    /// As tus-js-client does in its modes of the IETF's drafts: its last PATCH says that there is more to come.
    @Test(arguments: [3, 5, 6]) func theKnownLengthEndsAnUpload(_ version: Int) async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let word = version == 3 ? ("Upload-Incomplete", "?1") : ("Upload-Complete", "?0")
            let partial = ("Content-Type", "application/partial-upload")
            let size = ("Upload-Length", "\(Self.content.count)")
            let begun = try await gateway.client.send(
                "POST", target(document), headers: [Self.draft(version), word, partial, size])
            #expect(begun.status == 201)
            let upload = try #require(begun.headers["location"])
            for (start, end, status) in [(0, 40_000, version == 6 ? 204 : 201), (40_000, Self.content.count, 201)] {
                let sent = try await gateway.client.send(
                    "PATCH", upload, headers: [Self.draft(version), word, partial, ("Upload-Offset", "\(start)")],
                    body: Array(Self.content[start..<end]))
                #expect(sent.status == status)
            }
            let asked = try await gateway.client.send("HEAD", upload, headers: [Self.draft(version)])
            #expect(asked.headers[version == 3 ? "upload-incomplete" : "upload-complete"] == (version == 3 ? "?0" : "?1"))
            #expect(try await pages(document, gateway) == 1)
        }
    }

    @Test func tusAtTheAddressOfPagesIsAnUpload() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let made = try await gateway.client.send(
                "POST", "\(document)/pages",
                headers: [
                    TusClient.version, ("Upload-Length", "\(Self.content.count)"), ("Upload-Metadata", "filename YS5qcGc="),
                ])
            #expect(made.status == 201)
            let upload = try #require(made.headers["location"])
            #expect(upload.contains("/v1/uploads/"))
            #expect(try await gateway.tus.patch(upload, at: 0, Self.content).status == 204)
            #expect(try await pages(document, gateway) == 1)
            // What was said of it is said again when it is whole.
            let whole = try await gateway.client.send("HEAD", upload, headers: [TusClient.version])
            #expect(whole.status == 200 && whole.headers["upload-metadata"] == "filename YS5qcGc=")
        }
    }

    @Test(arguments: ["gzip", "br", "identity, gzip", "x"]) func aCodingIsNotTakenForTheFile(_ coding: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let upload = try await gateway.tus.begin(document, length: Self.content.count)
            let coded = ("Content-Encoding", coding)
            for (method, path, headers) in [
                ("POST", "\(document)/pages", [("Content-Type", "image/jpeg")]), ("POST", target(document), []),
                ("PATCH", upload, [TusClient.version, TusClient.bytes, ("Upload-Offset", "0")]),
                ("POST", "/v1/submissions", [("Content-Type", "application/json")]),
            ] {
                let answer = try await gateway.client.send(method, path, headers: headers + [coded], body: Self.content)
                #expect(answer.status == 415 && answer.headers["accept-encoding"] == "identity", "\(method) \(path)")
            }
            let plain = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg"), ("Content-Encoding", "identity")],
                body: Self.content)
            #expect(plain.status == 201)
        }
    }

    @Test func everyAddressSaysWhatIsSpokenThere() async throws {
        try await GatewayUnderTest.run { gateway in
            for path in ["/v1/uploads", "/v1/uploads/\(UUID())", "/v1/submissions/\(UUID())/documents/\(UUID())/pages"] {
                let answer = try await gateway.client.with(token: nil).send("OPTIONS", path)
                #expect(answer.status == 204, "\(path)")
                for name in ["upload-limit", "accept-patch", "tus-version", "tus-extension", "tus-max-size", "allow"] {
                    #expect(answer.headers[name] != nil, "\(path) \(name)")
                }
            }
        }
    }

    @Test func whatIsCompleteTakesNothingMoreAndIsNotGivenUp() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let upload = try await gateway.tus.begin(document, length: Self.content.count)
            #expect(try await gateway.tus.patch(upload, at: 0, Self.content).status == 204)
            let more = try await gateway.tus.patch(upload, at: Self.content.count, [1, 2, 3])
            #expect(more.status == 400 && more.problem?.hasSuffix("#completed-upload") == true)
            #expect(try await gateway.tus.patch(upload, at: Self.content.count, []).status == 204, "it asks again")
            let given = try await gateway.client.send("DELETE", upload, headers: [TusClient.version])
            #expect(given.status == 405 && given.problem?.hasSuffix("#completed-upload") == true && given.headers["allow"] != nil)
            #expect(try await pages(document, gateway) == 1)
        }
    }

    /// The first page is the largest file, and comes last; then the person puts them into another order, and adds one more.
    @Test func pagesLieInTheOrderInWhichTheyWereBegun() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let files = [90_000, 3000, 4000, 5000].enumerated().map { SampleFiles.jpeg(UInt8($0.offset + 2), size: $0.element) }
            var uploads: [String] = []
            for file in files { uploads.append(try await gateway.tus.begin(document, length: file.count)) }
            for number in [1, 3, 2] {
                #expect(try await gateway.tus.patch(uploads[number], at: 0, files[number]).status == 204)
            }
            #expect(try await sizes(document, gateway) == [3000, 4000, 5000])
            // Of a file that comes in one request the beginning counts, too.
            let direct = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(9, size: 6000))
            #expect(direct.status == 201)
            #expect(try await gateway.tus.patch(uploads[0], at: 0, files[0]).status == 204)
            #expect(try await sizes(document, gateway) == [90_000, 3000, 4000, 5000, 6000])
        }
    }

    @Test func anOrderThatThePersonMadeStays() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            let files = [3000, 4000, 5000].enumerated().map { SampleFiles.jpeg(UInt8($0.offset + 2), size: $0.element) }
            var uploads: [String] = []
            for file in files { uploads.append(try await gateway.tus.begin(document, length: file.count)) }
            for number in [0, 2] { _ = try await gateway.tus.patch(uploads[number], at: 0, files[number]) }
            let view = try await gateway.client.send("GET", document).json()
            let pages = view["pages"]?.array.compactMap { $0["id"]?.string } ?? []
            let order = pages.reversed().map { "\"\($0)\"" }.joined(separator: ",")
            #expect(try await gateway.client.send("PUT", "\(document)/order", json: #"{"pages": [\#(order)]}"#).status == 200)
            _ = try await gateway.tus.patch(uploads[1], at: 0, files[1])
            // Behind the one that was begun before it, wherever that lies now.
            #expect(try await sizes(document, gateway) == [5000, 3000, 4000])
        }
    }

    private func sizes(_ document: String, _ gateway: GatewayUnderTest) async throws -> [Int?] {
        try await gateway.client.send("GET", document).json()["pages"]?.array.map { $0["size"]?.integer } ?? []
    }

    @Test func ofSeveralThatSendTheSameBytesOneWins() async throws {
        try await GatewayUnderTest.run { gateway in
            let document = try await gateway.document(try await gateway.draft())
            for _ in 0..<5 {
                let content = SampleFiles.jpeg(.random(in: 2...255), size: 300_000)
                let upload = try await gateway.tus.begin(document, length: content.count)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for _ in 0..<6 { group.addTask { try await gateway.tus.patch(upload, at: 0, content).status } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(statuses.sorted() == [204] + Array(repeating: 409, count: 5))
                let page = try await gateway.client.send("GET", document).json()["pages"]?.array.first?["links"]?["self"]?.string
                _ = try await gateway.confirmed("DELETE", try #require(page))
            }
        }
    }
}
