import Postgres
import Shared
import Testing

@testable import IntakeGateway

/// A draft from its first byte to its submission, as a client sees it.
@Suite(.timeLimit(.minutes(1)))
struct SubmissionLifeTests {
    @Test func aDraftIsCreatedFilledArrangedAndSubmitted() async throws {
        try await GatewayUnderTest.run { gateway in
            let client = gateway.client
            let created = try await client.send(
                "POST", "/v1/submissions",
                json: """
                    {"journey": "proof-of-address", "subject": "person-7", "reference": "case 12", "locale": "en-GB",
                     "contact": {"email": "a@example.org", "pushToken": "00fc13adff785122b4ad28809a342098"}, "metadata": {"branch": "north"},
                     "returnUrl": "https://example.org/done"}
                    """)
            #expect(created.status == 201)
            let draft = try created.json()
            let id = try #require(draft["id"]?.string)
            #expect(created.headers["location"] == "/v1/submissions/\(id)")
            #expect(draft["state"]?.string == "draft")
            #expect(draft["subject"]?.string == "person-7")
            #expect(draft["metadata"]?["branch"]?.string == "north")
            #expect(draft["isValid"]?.boolean == false)
            #expect(draft["missing"]?[0]?["rule"]?.string == "submission.document-count")
            #expect(draft["contact"] == nil)
            #expect(draft["returnUrl"]?.string == "https://example.org/done")
            #expect(!created.text.contains("a@example.org"))

            let document = try await gateway.document(id)
            let first = try await gateway.page(document, SampleFiles.jpeg(1))
            let second = try await gateway.page(document, SampleFiles.pdf(2), type: "application/pdf")
            let rotated = try await client.send("PATCH", first, json: #"{"rotation": 90}"#)
            #expect(rotated.status == 200)
            #expect(try rotated.json()["rotation"]?.integer == 90)
            let points = [[1000, 500], [9000, 0], [10_000, 9000], [0, 10_000]]
            let cropped = try await client.send("PATCH", first, json: "{\"crop\": \(points)}")
            #expect(try cropped.json()["crop"]?.array.map { $0.array.compactMap(\.integer) } == points)
            #expect(try cropped.json()["rotation"]?.integer == 90)
            // Of what a program made there is no part to choose.
            let askew = try await client.send("PATCH", second, json: "{\"crop\": \(points)}")
            #expect(askew.problem == "invalid-request")
            #expect(askew.text.contains("/crop"))
            #expect(try await client.send("PATCH", second, json: #"{"crop": null, "rotation": 180}"#).status == 200)

            let ids = [second, first].compactMap { $0.split(separator: "/").last.map(String.init) }
            let ordered = try await client.send(
                "PUT", "\(document)/order", json: #"{"pages": ["\#(ids[0])", "\#(ids[1])"]}"#)
            #expect(try ordered.json()["pages"]?.array.compactMap { $0["id"]?.string } == ids)

            let patched = try await client.send("PATCH", document, json: #"{"source": "camera", "type": "bank-letter"}"#)
            #expect(patched.status == 200)
            #expect(try patched.json()["source"]?.string == "camera")
            #expect(try patched.json()["issueDate"]?.string != nil)

            let whole = try await gateway.submission(id)
            #expect(whole["isValid"]?.boolean == true)
            #expect(whole["missing"]?.array.isEmpty == true)
            #expect(whole["version"]?.integer == 9)
            let page = whole["documents"]?[0]?["pages"]?[0]
            #expect(page?["mediaType"]?.string == "application/pdf")
            #expect(page?["digest"]?.string == ContentDigest(of: SampleFiles.pdf(2)).description)
            #expect(page?["size"]?.integer == 2_000)
            #expect(page?["state"]?.string == "received")

            let submitted = try await client.send("POST", "/v1/submissions/\(id)/submit")
            #expect(submitted.status == 202)
            #expect(try submitted.json()["state"]?.string == "submitted")
            #expect(try submitted.json()["submittedAt"]?.string.flatMap { Timestamp($0) } != nil)

            #expect(try await client.send("POST", "/v1/submissions/\(id)/submit").problem == "not-a-draft")
            #expect(try await client.send("PATCH", first, json: #"{"rotation": 0}"#).status == 409)
            let late = try await client.send(
                "POST", "\(document)/pages", headers: [("Content-Type", "image/jpeg")], body: SampleFiles.jpeg(3))
            #expect(late.problem == "not-a-draft")

            let topics = try await gateway.pool.query(
                "select topic from outbox where topic <> 'docket.custody' order by position"
            )
            .map { try $0.decode("topic", as: String.self) }
            #expect(topics == ["docket.uploads", "docket.uploads", "docket.submitted"])

            let manifest = try await client.send("GET", "/v1/submissions/\(id)/manifest").json()
            #expect(
                manifest["documents"]?[0]?["pages"]?[1]?["original"]?["digest"]?.string
                    == ContentDigest(of: SampleFiles.jpeg(1)).description)
        }
    }

    @Test func submittingTooLittleSaysWhatIsMissing() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let empty = try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit")
            #expect(empty.status == 422)
            #expect(empty.problem == "incomplete")
            #expect(try empty.json()["reasons"]?[0]?["rule"]?.string == "submission.document-count")

            let document = try await gateway.document(draft)
            let pageless = try await gateway.client.send("POST", "/v1/submissions/\(draft)/submit")
            #expect(
                try pageless.json()["reasons"]?[0]?["document"]?.string == document.split(separator: "/").last.map(String.init))
            #expect(try pageless.json()["reasons"]?[0]?["documentType"]?.string == "utility-bill")
            #expect(try await gateway.submission(draft)["state"]?.string == "draft")
        }
    }

    @Test func versionsGuardAgainstOldCopies() async throws {
        try await GatewayUnderTest.run { gateway in
            let draft = try await gateway.draft()
            let path = "/v1/submissions/\(draft)"
            let read = try await gateway.client.send("GET", path)
            let tag = try #require(read.headers["etag"])
            #expect(try await gateway.client.send("GET", path, headers: [("If-None-Match", tag)]).status == 304)

            let document = try await gateway.document(draft)
            #expect(try await gateway.client.send("GET", path, headers: [("If-None-Match", tag)]).status == 200)
            let stale = try await gateway.client.send(
                "PATCH", document, json: #"{"source": "camera"}"#, headers: [("If-Match", tag)])
            #expect(stale.problem == "precondition-failed")
            #expect(try stale.json()["currentVersion"]?.integer == 2)
            #expect(try stale.json()["documents"]?.array.count == 1)
            let upload = try await gateway.client.send(
                "POST", "\(document)/pages", headers: [("If-Match", tag), ("Content-Type", "image/jpeg")],
                body: SampleFiles.jpeg())
            #expect(upload.status == 412)
            #expect(gateway.storedFiles(draft).isEmpty)
            let fresh = try await gateway.client.send(
                "PATCH", document, json: #"{"source": "camera"}"#, headers: [("If-Match", "\"v2\"")])
            #expect(fresh.status == 200)
            #expect(fresh.headers["etag"] == "\"v3\"")
            #expect(try await gateway.client.send("DELETE", document, headers: [("If-Match", "\"nonsense\"")]).status == 412)
        }
    }

    @Test func listingsAreFilteredAndContinued() async throws {
        try await GatewayUnderTest.run { gateway in
            var expected: [String] = []
            for _ in 0..<5 { expected.insert(try await gateway.draft(), at: 0) }
            _ = try await gateway.draft("identity")
            var target: String? = "/v1/submissions?journey=proof-of-address&limit=2"
            var found: [String] = []
            while let current = target {
                let part = try await gateway.client.send("GET", current).json()
                found += part["items"]?.array.compactMap { $0["id"]?.string } ?? []
                target = part["next"]?.string
            }
            #expect(found == expected)

            let first = try await gateway.client.send("GET", "/v1/submissions?limit=2").json()
            let cursor = try #require(first["next"]?.string?.split(separator: "cursor=").last.map(String.init))
            let elsewhere = try await gateway.client.send("GET", "/v1/submissions?state=draft&cursor=\(cursor)")
            #expect(elsewhere.problem == "invalid-parameter")
            for query in ["limit=0", "limit=x", "cursor=abc", "colour=red", "state=sleeping", "state=draft&state=failed"] {
                let refused = try await gateway.client.send("GET", "/v1/submissions?\(query)")
                #expect(refused.status == 400, "\(query)")
                #expect(refused.problem == "invalid-parameter", "\(query)")
            }
            #expect(
                try await gateway.client.send("GET", "/v1/submissions?not.state=draft").json()["items"]?.array.isEmpty == true)
        }
    }

    @Test func journeysSayWhatTheyNeed() async throws {
        try await GatewayUnderTest.run { gateway in
            let list = try await gateway.client.send("GET", "/v1/journeys").json()
            #expect(list["items"]?.array.count == 5)
            let journey = try await gateway.client.send("GET", "/v1/journeys/proof-of-address").json()
            let type = journey["documentTypes"]?[0]
            #expect(type?["id"]?.string == "utility-bill")
            #expect(type?["issueDate"]?["kind"]?.string == "issued_within")
            #expect(type?["mediaTypes"]?.array.contains(.string("image/jpeg")) == true)
            #expect(journey["documents"]?["min"]?.integer == 1)
            #expect(try await gateway.client.send("GET", "/v1/journeys/marriage").problem == "not-found")
        }
    }
}
