import Domain
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Testing

@testable import IntakeGateway

/// Short-lived links: what they open, and when they no longer do.
@Suite(.timeLimit(.minutes(1)))
struct LinkTests {
    private struct Made {
        let id: String
        let token: String
        let url: String
    }

    private func link(_ gateway: GatewayUnderTest, _ draft: String, _ purpose: String, lifetime: Int = 600) async throws -> Made {
        let made = try await gateway.client.send(
            "POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "\#(purpose)", "lifetime": \#(lifetime)}"#)
        guard made.status == 201, let id = try made.json()["id"]?.string, let token = try made.json()["token"]?.string,
            let url = try? TestLink.path(of: made.json())
        else { throw UnexpectedAnswer(made) }
        #expect(made.headers["location"] == "/v1/submissions/\(draft)/links/\(id)")
        return Made(id: id, token: token, url: url)
    }

    /// Any client may send any `Host`: a link to a stranger's would hand over its secret.
    @Test func theAddressOfALinkIsWholeWhereTheHostIsTrusted() async throws {
        var options = GatewayUnderTest.Options()
        options.edge.proxies = TrustedProxies(["127.0.0.0/8"].compactMap { AddressBlock(parsing: $0) })
        for isTrusted in [true, false] {
            try await GatewayUnderTest.run(isTrusted ? options : .init()) { gateway in
                let draft = try await gateway.draft()
                func url(_ headers: [(String, String)] = [], to host: String = "gateway.test") async throws -> String {
                    var client = gateway.client
                    client.host = host
                    let made = try await client.send(
                        "POST", "/v1/submissions/\(draft)/links", json: #"{"purpose": "status"}"#, headers: headers)
                    return try #require(made.json()["url"]?.string)
                }
                let forwarded = [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "docket.example")]
                let beginning = isTrusted ? "https://docket.example/u/" : "/u/"
                #expect(try await url(forwarded).hasPrefix(beginning))
                #expect(try await url().hasPrefix("/u/"))
                #expect(try await url(to: "localhost:8080").hasPrefix("http://localhost:8080/u/"))
            }
        }
        let stranger = try HTTPRequest(method: .post, path: "/", headers: ["Host": "stranger.example"])
        #expect(Links(publicURL: nil).absolute(for: stranger).base.isEmpty)
        #expect(Links(publicURL: "https://docket.example/").absolute(for: stranger).base == "https://docket.example")
    }

    @Test func anUploadLinkTakesWhatItsPersonDoesAndNothingElse() async throws {
        try await GatewayUnderTest.run { gateway in
            let created = try await gateway.client.send(
                "POST", "/v1/submissions",
                json: #"{"journey": "proof-of-address", "subject": "person-7", "reference": "case 12", "metadata": {"a": "b"}}"#)
            let draft = try #require(try created.json()["id"]?.string)
            let made = try await link(gateway, draft, "upload")
            let guest = gateway.client.with(token: made.token)
            // A GET uses nothing up, however often.
            for _ in 1...3 {
                let seen = try await guest.send("GET", "/v1/submissions/\(draft)")
                #expect(seen.status == 200)
                #expect(try seen.json()["missing"]?.array.isEmpty == false)
                for secret in ["person-7", "case 12", "metadata\":{\"a"] { #expect(!seen.text.contains(secret)) }
            }
            let added = try await guest.send(
                "POST", "/v1/submissions/\(draft)/documents",
                json: #"{"type": "utility-bill", "issueDate": "\#(CalendarDate.today.adding(days: -3))"}"#)
            #expect(added.status == 201)
            let document = try #require(added.headers["location"])
            let page = try await guest.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg())
            #expect(page.status == 201)
            let address = try #require(page.headers["location"])
            let resumable = try await guest.send(
                "POST", "/v1/uploads?document=\(document.split(separator: "/").last ?? "")",
                headers: [("Tus-Resumable", "1.0.0"), ("Upload-Length", "10")])
            #expect(resumable.status == 201)
            #expect(try await guest.send("PATCH", address, json: #"{"rotation": 90}"#).status == 200)
            #expect(try await guest.send("DELETE", address).status == 428)
            #expect(try await guest.send("GET", "\(address)/preview").problem == "not-ready")
            let submitted = try await guest.send("POST", "/v1/submissions/\(draft)/submit")
            #expect(submitted.status == 202)
            for secret in ["person-7", "case 12", "metadata\":{\"a"] { #expect(!submitted.text.contains(secret)) }
            let refused: [(String, String, String?)] = [
                ("GET", "\(address)/original", nil), ("GET", "\(document)/pdf", nil),
                ("GET", "/v1/submissions/\(draft)/manifest", nil), ("POST", "/v1/journeys/identity/check", ""),
                ("GET", "/v1/submissions", nil), ("POST", "/v1/submissions", #"{"journey": "identity"}"#),
                ("GET", "/v1/submissions/\(draft)/links", nil), ("POST", "/v1/submissions/\(draft)/links", "{}"),
                ("GET", "/v1/audit", nil),
            ]
            for (method, path, body) in refused {
                let answer = try await guest.send(method, path, body: body.map { Array($0.utf8) })
                #expect(answer.status == 403 && answer.problem == "forbidden", "\(method) \(path)")
            }
        }
    }

    @Test func aLinkHasIdempotencyKeysOfItsOwn() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft("bank-statements")
            let guests = [
                gateway.client.with(token: try await link(gateway, draft, "upload").token),
                gateway.client.with(token: try await link(gateway, draft, "upload").token),
            ]
            let key = [("Idempotency-Key", "k-1")]
            func add(_ client: WireClient, _ day: Int = 3) async throws -> WireResponse {
                try await client.send(
                    "POST", "/v1/submissions/\(draft)/documents",
                    json: #"{"type": "bank-statement", "issueDate": "\#(CalendarDate.today.adding(days: -day))"}"#, headers: key)
            }
            // The same request under the same key: each is done for each of them, and answered again to the one that sent it.
            var made: Set<String> = []
            for client in guests + [gateway.client] {
                let added = try await add(client)
                #expect(added.status == 201)
                #expect(added.headers["idempotency-replayed"] == nil)
                made.insert(try #require(added.headers["location"]))
                #expect(try await add(client).headers["location"] == added.headers["location"])
                #expect(try await add(client, 4).problem == "idempotency-key-reused")
            }
            #expect(made.count == 3)
            // A key that the back end's request holds keeps no link waiting.
            let keys = IdempotencyStore(pool: gateway.pool, retention: .seconds(600))
            let held = try #require(IdempotencyKey("k-2", tenant: "acme"))
            guard case .claimed = try await keys.claim(held, fingerprint: nil) else {
                Issue.record("the key was not free")
                return
            }
            let submit = "/v1/submissions/\(draft)/submit"
            #expect(
                try await gateway.client.send("POST", submit, headers: [("Idempotency-Key", "k-2")]).problem
                    == "idempotency-key-in-use")
            #expect(
                try await guests[0].send("POST", submit, headers: [("Idempotency-Key", "k-2")]).problem == "incomplete")
        }
    }

    @Test func theAddressAloneIsEnough() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let made = try await link(gateway, draft, "upload")
            let nobody = gateway.client.with(token: nil)
            #expect(made.url == "/u/\(made.token)")
            #expect(try await nobody.send("GET", made.url).json()["id"]?.string == draft)
            let added = try await nobody.send(
                "POST", "\(made.url)/documents",
                json: #"{"type": "utility-bill", "issueDate": "\#(CalendarDate.today.adding(days: -3))"}"#)
            #expect(added.status == 201)
            let document = try #require(try added.json()["id"]?.string)
            let page = try await nobody.send(
                "POST", "\(made.url)/documents/\(document)/pages", headers: [("Content-Type", "image/jpeg")],
                body: SampleFiles.jpeg())
            #expect(page.status == 201)
            #expect(try await gateway.submission(draft)["documents"]?[0]?["pages"]?.array.count == 1)
            for path in ["/u/nothing", "/u/\(GatewayUnderTest.token)", "/u/\(OpaqueToken(.key).text)"] {
                #expect(try await nobody.send("GET", path).status == 404)
            }
            #expect(try await nobody.send("GET", "/u/\(OpaqueToken(.link).text)").status == 401)
        }
    }

    /// The token is the same again, and yet nobody has kept it.
    @Test func aRepeatedRequestIsAnsweredWithTheSameLink() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            func ask(_ key: String, _ json: String = #"{"purpose": "status"}"#) async throws -> WireResponse {
                try await gateway.client.send(
                    "POST", "/v1/submissions/\(draft)/links",
                    headers: [("Content-Type", "application/json"), ("Idempotency-Key", key)], body: Array(json.utf8))
            }
            let (first, second) = (try await ask("one"), try await ask("one"))
            #expect(first.status == 201 && second.status == 201)
            #expect(first.headers["idempotency-replayed"] == nil && second.headers["idempotency-replayed"] == "true")
            #expect(first.body == second.body)
            let token = try #require(try first.json()["token"]?.string)
            #expect(try await gateway.client.with(token: token).send("GET", "/v1/submissions/\(draft)").status == 200)
            #expect(try await ask("one", #"{"purpose": "upload"}"#).problem == "idempotency-key-reused")
            #expect(try await ask("two").json()["token"]?.string != token)
            let listed = try await gateway.client.send("GET", "/v1/submissions/\(draft)/links")
            #expect(try listed.json()["items"]?.array.count == 2)
            let kept = try await gateway.pool.query(
                "select coalesce(convert_from(body, 'UTF8'), '') as body from idempotency_keys")
            #expect(kept.count == 2)
            for row in kept { #expect(try !row.decode("body", as: String.self).contains("dl_")) }
        }
    }

    @Test func aStatusLinkTellsHowItEndsAndTakesNothing() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let made = try await link(gateway, draft, "status")
            let guest = gateway.client.with(token: made.token)
            let added = try await guest.send("POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "utility-bill"}"#)
            #expect(added.status == 403)
            _ = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            #expect(try await guest.send("GET", "/v1/submissions/\(draft)").json()["state"]?.string == "withdrawn")
        }
    }

    @Test func aLinkEndsWithItsSubmissionItsTimeAndByRevocation() async throws {
        try await GatewayUnderTest.run { gateway in
            let (draft, other) = (try await gateway.draft(), try await gateway.draft())
            let (kept, revoked, expired) = (
                try await link(gateway, draft, "upload"), try await link(gateway, draft, "upload"),
                try await link(gateway, draft, "upload")
            )
            // Of another submission, it is as if there were none.
            let guest = gateway.client.with(token: kept.token)
            let foreign = try await guest.send(
                "GET", "/v1/submissions/\(other)", headers: [("X-Request-Id", "the-same-for-all")])
            let unknown = try await guest.send(
                "GET", "/v1/submissions/\(SubmissionID.random())", headers: [("X-Request-Id", "the-same-for-all")])
            #expect(foreign.status == 404 && foreign.body == unknown.body)
            let document = try await gateway.document(other)
            let id = document.split(separator: "/").last ?? ""
            let upload = try await guest.send(
                "POST", "/v1/uploads?document=\(id)", headers: [("Tus-Resumable", "1.0.0"), ("Upload-Length", "10")])
            #expect(upload.status == 404)

            let path = "/v1/submissions/\(draft)/links"
            #expect(try await gateway.foreigner.send("DELETE", "\(path)/\(revoked.id)").status == 404)
            #expect(try await gateway.client.send("DELETE", "\(path)/\(revoked.id)").status == 204)
            #expect(try await gateway.client.send("DELETE", "\(path)/\(revoked.id)").status == 204)
            try await gateway.pool.execute(
                "update submission_links set expires_at = now() where id = \(try #require(LinkID(expired.id)).uuid)")
            try await expectEnded(gateway, revoked, draft, "revoked")
            try await expectEnded(gateway, expired, draft, "expired")
            #expect(try await guest.send("GET", "/v1/submissions/\(draft)").status == 200)
            _ = try await gateway.confirmed("DELETE", "/v1/submissions/\(draft)")
            // What became of it is still shown; nothing more can be done.
            #expect(try await guest.send("GET", "/v1/submissions/\(draft)").json()["state"]?.string == "withdrawn")
            let late = try await guest.send("POST", "/v1/submissions/\(draft)/documents", json: #"{"type": "utility-bill"}"#)
            #expect(late.status == 410 && late.problem == "link-ended")
            #expect(try late.json()["reason"]?.string == "ended")

            let listed = try await gateway.client.send("GET", path)
            #expect(try listed.json()["items"]?.array.compactMap { $0["state"]?.string } == ["expired", "revoked", "ended"])
            for made in [kept, revoked, expired] { #expect(!listed.text.contains(made.token.suffix(20))) }
            #expect(try await gateway.client.send("POST", path, json: #"{"purpose": "upload"}"#).status == 409)
        }
    }

    private func expectEnded(_ gateway: GatewayUnderTest, _ made: Made, _ draft: String, _ reason: String) async throws {
        for (client, path) in [
            (gateway.client.with(token: made.token), "/v1/submissions/\(draft)"), (gateway.client.with(token: nil), made.url),
        ] {
            let answer = try await client.send("GET", path)
            #expect(answer.status == 410 && answer.problem == "link-ended", "\(path)")
            #expect(try answer.json()["reason"]?.string == reason)
        }
    }

    @Test func aFaultyRequestForALinkIsNamed() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            for body in ["{}", #"{"purpose": "everything"}"#, #"{"purpose": "upload", "lifetime": 5}"#, #"{"purpose": 7}"#] {
                let answer = try await gateway.client.send("POST", "/v1/submissions/\(draft)/links", json: body)
                #expect(answer.status == 422 && answer.problem == "invalid-request", "\(body)")
            }
            #expect(try await gateway.count("submission_links") == 0)
        }
    }
}
