import EventLoop
import HTTPServer
import Postgres
import Shared
import Support
import Testing

@testable import IntakeGateway

/// Whose an upload is. Within one tenant, too, it is there for its owner alone.
@Suite(.timeLimit(.minutes(1)))
struct UploadOwnerTests {
    private let content = SampleFiles.jpeg(1, size: 600_000)

    /// An upload of a person, and those whom it does not belong to: of their tenant, and of another.
    private struct Scene {
        let gateway: GatewayUnderTest
        let owner: WireClient
        let strangers: [(name: String, client: WireClient)]
        let upload: String

        /// Each request that an upload takes, sent by each stranger, is answered as if there were none.
        func expectNothing() async throws {
            let unknown = "/v1/uploads/\(UploadID.random())"
            let requests: [(method: String, override: String?)] = [
                ("HEAD", nil), ("GET", nil), ("PATCH", nil), ("DELETE", nil), ("POST", "HEAD"), ("POST", "PATCH"),
                ("POST", "DELETE"),
            ]
            for stranger in strangers {
                for request in requests {
                    let answers = try await [upload, unknown].asyncMap { path in
                        var headers = [TusClient.version, ("X-Request-Id", "the-same-for-all")]
                        if let override = request.override { headers.append(("X-HTTP-Method-Override", override)) }
                        let isAppend = request.method == "PATCH" || request.override == "PATCH"
                        if isAppend { headers += [TusClient.bytes, ("Upload-Offset", "0")] }
                        return try await stranger.client.send(
                            request.method, path, headers: headers, body: isAppend ? [1, 2, 3] : nil)
                    }
                    let what = "\(stranger.name): \(request.method) \(request.override ?? "")"
                    #expect(answers[0].status == 404, "\(what)")
                    #expect(answers[0].body == answers[1].body, "\(what)")
                }
            }
        }
    }

    private func run(_ body: (Scene) async throws -> Void) async throws {
        let folder = try TemporaryFolder("keys")
        let issuer = try TokenIssuer()
        try await GatewayUnderTest.run(.init(signed: try issuer.access(in: folder))) { gateway in
            let ann = gateway.client.with(token: try issuer.token("ann", ["person"]))
            let ben = gateway.client.with(token: try issuer.token("ben", ["person"]))
            let others = try await gateway.draft(as: ben)
            let link = try await gateway.client.send(
                "POST", "/v1/submissions/\(others)/links", json: #"{"purpose": "upload"}"#)
            let guest = gateway.client.with(token: try #require(try link.json()["token"]?.string))
            let document = try await gateway.document(try await gateway.draft(as: ann))
            let upload = try await TusClient(wire: ann).begin(document, length: content.count)
            let strangers = [("another tenant", gateway.foreigner), ("another person", ben), ("a link elsewhere", guest)]
            try await body(Scene(gateway: gateway, owner: ann, strangers: strangers, upload: upload))
        }
    }

    @Test func anUploadOfAnotherIsNotThere() async throws {
        try await run { scene in
            let tus = TusClient(wire: scene.owner)
            #expect(try await tus.patch(scene.upload, at: 0, Array(content[..<1_000])).status == 204)
            try await scene.expectNothing()
            #expect(try await scene.owner.send("GET", scene.upload).json()["state"]?.string == "open")
            #expect(try await tus.offset(scene.upload) == 1_000)
            #expect(try await tus.patch(scene.upload, at: 1_000, Array(content[1_000...])).status == 204)
            // A page by now, and as little there.
            try await scene.expectNothing()
            #expect(try await scene.owner.send("GET", scene.upload).json()["state"]?.string == "completed")
        }
    }

    @Test func aStrangersRequestDoesNotEndARunningPatch() async throws {
        try await run { scene in
            let connection = try await UploadConnection(scene.owner)
            let head = scene.owner.requestHead(
                "PATCH", scene.upload, [TusClient.version, TusClient.bytes, ("Upload-Offset", "0")], length: content.count)
            try await connection.write(head + content[..<300_000])
            try await eventually("bytes are acknowledged") {
                try await scene.gateway.pool.query("select 1 from uploads where received >= 300000").count == 1
            }
            try await scene.expectNothing()
            try await connection.write(Array(content[300_000...]))
            #expect(try await connection.finalHead().final.status == 204)
            await connection.close()
        }
    }
}
