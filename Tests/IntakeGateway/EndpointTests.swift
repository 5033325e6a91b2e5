import Custody
import Domain
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Testing
import Webhooks

@testable import IntakeGateway

/// `/v1/webhook-endpoints` and `/v1/deliveries`.
@Suite(.timeLimit(.minutes(1)))
struct EndpointTests {
    @Test func anEndpointIsMadeChangedRotatedAndRemoved() async throws {
        try await GatewayUnderTest.run { gateway in
            let client = gateway.client
            let made = try await client.send(
                "POST", "/v1/webhook-endpoints",
                json: #"{"url": "https://acme.example/hook", "name": "books", "events": ["com.docket.submission.accepted.v1"]}"#)
            #expect(made.status == 201)
            let path = try #require(made.headers["location"])
            #expect(try made.json()["secret"]?.string?.hasPrefix("whsec_") == true)
            let read = try await client.send("GET", path)
            #expect(try read.json()["secret"] == nil && read.json()["state"]?.string == "enabled")
            #expect(!read.text.contains("whsec_"))

            let changed = try await client.send("PATCH", path, json: #"{"name": null, "enabled": false}"#)
            #expect(try changed.json()["state"]?.string == "disabled" && changed.json()["name"] == nil)
            #expect(try changed.json()["disabledBecause"]?.string == "operator")
            #expect(try changed.json()["url"]?.string == "https://acme.example/hook")
            let recovery = #"{"since": "2026-01-01T00:00:00Z"}"#
            #expect(try await client.send("POST", "\(path)/recover", json: recovery).status == 409)
            #expect(try await client.send("PATCH", path, json: #"{"enabled": true}"#).status == 200)
            #expect(try await client.send("POST", "\(path)/recover", json: recovery).status == 202)

            let rotated = try await client.send("POST", "\(path)/rotate", json: #"{"signature": "v1a"}"#)
            #expect(try rotated.json()["secret"]?.string?.hasPrefix("whpk_") == true)
            #expect(try await client.send("GET", "/v1/webhook-endpoints").text.contains("books") == false)
            #expect(try await gateway.foreigner.send("GET", "/v1/webhook-endpoints").text == #"{"items":[]}"#)

            let asked = try await client.send("DELETE", path)
            #expect(asked.status == 428)
            let token = try #require(try asked.json()["token"]?.string)
            // What it was asked about has changed.
            #expect(try await client.send("PATCH", path, json: #"{"name": "other"}"#).status == 200)
            let stale = try await client.send("DELETE", path, headers: [("Docket-Confirmation", token)])
            #expect(stale.status == 403)
            let again = try #require(try await client.send("DELETE", path).json()["token"]?.string)
            #expect(try await client.send("DELETE", path, headers: [("Docket-Confirmation", again)]).status == 204)
            #expect(try await client.send("GET", path).status == 404)
        }
    }

    @Test func anEndpointWhoseKeyNobodyCanOpenIsReadAndRemovedAllTheSame() async throws {
        try await GatewayUnderTest.run { gateway in
            let client = gateway.client
            let made = try await client.send("POST", "/v1/webhook-endpoints", json: #"{"url": "https://acme.example/hook"}"#)
            let path = try #require(made.headers["location"])
            try await gateway.pool.execute("update webhook_keys set secret = \(Bytes([1, 2, 3]))")
            #expect(try await client.send("GET", path).status == 200)
            #expect(try await client.send("POST", "\(path)/recover", json: #"{"since": "2026-01-01T00:00:00Z"}"#).status == 202)
            #expect(try await client.send("POST", "\(path)/test", json: "{}").status == 500)
            #expect(try await client.send("POST", "\(path)/rotate", json: "{}").status == 200)
            try await gateway.pool.execute("update webhook_keys set secret = \(Bytes([1, 2, 3]))")
            let token = try #require(try await client.send("DELETE", path).json()["token"]?.string)
            #expect(try await client.send("DELETE", path, headers: [("Docket-Confirmation", token)]).status == 204)
        }
    }

    @Test func anEndpointWhoseContactNobodyCanOpenSaysSoAndKeepsIt() async throws {
        try await GatewayUnderTest.run { gateway in
            let client = gateway.client
            let body = #"{"url": "https://acme.example/hook", "contact": "owner@example.org"}"#
            let made = try await client.send("POST", "/v1/webhook-endpoints", json: body)
            let path = try #require(made.headers["location"])
            let read = try await client.send("GET", path).json()
            #expect(read["contact"]?.string == "owner@example.org" && read["contactUnopened"] == nil)
            try await gateway.pool.execute("update webhook_endpoints set contact_sealed = 'x' where contact is null")
            let listed = try await client.send("GET", "/v1/webhook-endpoints").json()["items"]?.array.first
            #expect(listed?["contactUnopened"]?.boolean == true && listed?["contact"] == nil)
            let changed = try await client.send("PATCH", path, json: #"{"name": "books"}"#).json()
            #expect(changed["contactUnopened"]?.boolean == true && changed["name"]?.string == "books")
            let anew = try await client.send("PATCH", path, json: #"{"contact": "other@example.org"}"#).json()
            #expect(anew["contact"]?.string == "other@example.org" && anew["contactUnopened"] == nil)
        }
    }

    @Test func anEndpointSaysOfWhichJourneysItIsToldAndWhatOfThem() async throws {
        try await GatewayUnderTest.run { gateway in
            let body = #"{"url": "https://acme.example", "journeys": ["identity"], "fields": ["state", "results.pdf.digest"]}"#
            let made = try await gateway.client.send("POST", "/v1/webhook-endpoints", json: body)
            let path = try #require(made.headers["location"])
            let read = try await gateway.client.send("GET", path).json()
            #expect(read["journeys"]?.array.map(\.string) == ["identity"] && read["test"] == nil)
            #expect(read["fields"]?.array.map(\.string) == ["state", "results.pdf.digest"])
            let changed = try await gateway.client.send("PATCH", path, json: #"{"journeys": null, "fields": ["attempt"]}"#).json()
            #expect(changed["journeys"]?.array.isEmpty == true && changed["fields"]?.array.map(\.string) == ["attempt"])
        }
    }

    @Test(arguments: [
        (#"{"journeys": ["identity", "identiti"]}"#, "/journeys/1"), (#"{"journeys": ["identity", "identity"]}"#, "/journeys/1"),
        (#"{"journeys": [7]}"#, "/journeys/0"), (#"{"fields": ["state", "results", "data.state"]}"#, "/fields/2"),
        (#"{"fields": "state"}"#, "/fields"),
        (#"{"events": ["com.docket.submission.accepted.v1", "com.docket.page.removed.v1"]}"#, "/events/1"),
    ])
    func aWishThatNothingCanFulfilIsNamed(_ body: String, _ pointer: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let made = try await gateway.client.send(
                "POST", "/v1/webhook-endpoints", json: #"{"url": "https://acme.example"}"#)
            let path = try #require(made.headers["location"])
            let answer = try await gateway.client.send("PATCH", path, json: body)
            #expect(answer.status == 422)
            #expect(try answer.json()["errors"]?.array.map { $0["pointer"]?.string } == [pointer], "\(answer.text)")
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"url": "http://acme.example"}"#, #"{"url": "https://127.0.0.1/"}"#, #"{"url": "https://[::ffff:10.0.0.1]/"}"#,
        #"{"url": "https://a:b@acme.example/"}"#, #"{"url": "https://acme.example:22/"}"#, #"{"url": "https://localhost/"}"#,
        #"{"url": "https://acme.example", "events": ["com.docket.page.removed.v1"]}"#,
        #"{"url": "https://acme.example", "events": "all"}"#, #"{"url": "https://acme.example", "contact": "a\r\nBcc: b"}"#,
        #"{"url": "https://acme.example", "signature": "v2"}"#, #"{"url": "https://acme.example", "secret": "whsec_"}"#,
        #"{"url": 7}"#,
    ])
    func aBadEndpointIsRefused(_ body: String) async throws {
        try await GatewayUnderTest.run { gateway in
            let answer = try await gateway.client.send("POST", "/v1/webhook-endpoints", json: body)
            #expect(answer.status == 422, "\(answer.text)")
            #expect(try answer.json()["errors"] != nil)
        }
    }

    @Test func aTestSaysWhatKeptItFromBeingTaken() async throws {
        try await GatewayUnderTest.run { gateway in
            let made = try #require(
                try await WebhookEndpointStore(pool: gateway.pool).create(
                    NewWebhookEndpoint(tenant: "acme", url: "http://127.0.0.1:1/"), by: AuditOrigin(actor: "operator:erna")))
            let answer = try await gateway.client.send("POST", "/v1/webhook-endpoints/\(made.record.id)/test").json()
            #expect(answer["error"]?.string?.contains("public internet") == true && answer["status"] == nil)
        }
    }

    @Test func aSampleArrivesSignedAndMarkedAndIsNoDelivery() async throws {
        var options = GatewayUnderTest.Options()
        options.allowsPrivateEndpoints = true
        try await GatewayUnderTest.run(options) { gateway in
            let receiver = try Receiver(gateway.group) { _ in
                HTTPResponse(status: 418, body: .bytes(Array("no coffee: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".utf8)))
            }
            let made = try #require(
                try await WebhookEndpointStore(pool: gateway.pool).create(
                    NewWebhookEndpoint(tenant: "acme", url: receiver.url), by: AuditOrigin(actor: "operator:erna")))
            let path = "/v1/webhook-endpoints/\(made.record.id)/test"
            for type in SubmissionOutcome.eventTypes {
                let answer = try await gateway.client.send("POST", path, json: #"{"sample": "\#(type.rawValue)"}"#).json()
                #expect(answer["taken"]?.boolean == false && answer["status"]?.integer == 418, "\(answer)")
                #expect(answer["error"]?.string == "The endpoint answered 418.")
                #expect(answer["response"]?["excerpt"]?.string == "no coffee: whsec_[removed]")
                #expect(answer["milliseconds"] != nil)
                let arrival = try #require(receiver.arrivals.last)
                let (headers, body) = (arrival.headers, arrival.body)
                let event = try EventReader.event(SubmissionOutcome.self, from: body)
                #expect(event.header.type == type && event.header.tenant == "acme")
                let members = try CanonicalJSON.decode(JSONValue.self, from: body)
                #expect(members["sample"] == true && members["data"] == AsyncAPIDocument.sample(.outcome(type))?["data"])
                let id = event.header.id.description
                let stamp = try #require(headers["webhook-timestamp"].flatMap { Int($0) })
                #expect(headers["webhook-id"] == id && answer["request"]?["headers"]?["webhook-id"]?.string == id)
                let signed = WebhookSigner(made.keys).signature(id: id, timestamp: stamp, body: body)
                #expect(headers["webhook-signature"] == signed)
            }
            // Of events there is none, and none was planned.
            #expect(try await gateway.pool.query("select from deliveries").isEmpty)
            #expect(try await gateway.pool.query("select from events").isEmpty)
            #expect(try await WebhookEndpointStore(pool: gateway.pool).endpoint(made.record.id)?.record == made.record)
            // With what the endpoint wants, of a journey that it wants.
            let narrow = #"{"journeys": ["identity"], "fields": ["state"]}"#
            #expect(try await gateway.client.send("PATCH", "/v1/webhook-endpoints/\(made.record.id)", json: narrow).status == 200)
            _ = try await gateway.client.send("POST", path, json: #"{"sample": "com.docket.submission.accepted.v1"}"#)
            let told = try CanonicalJSON.decode(JSONValue.self, from: try #require(receiver.arrivals.last).body)
            #expect(told["data"] == ["state": "accepted"] && told["journey"] == "identity" && told["sample"] == true)
            // Whoever goes on and on is told to wait.
            var statuses: [Int] = []
            while statuses.last != 429, statuses.count < 100 {
                statuses.append(try await gateway.client.send("POST", path).status)
            }
            #expect(statuses.last == 429 && statuses.dropLast().allSatisfy { $0 == 200 } && statuses.count > 2)
            await receiver.stop()
        }
    }

    @Test func anEndpointForHeadsIsMadeAndTriedOutWithOne() async throws {
        var options = GatewayUnderTest.Options()
        options.allowsPrivateEndpoints = true
        try await GatewayUnderTest.run(options) { gateway in
            let receiver = try Receiver(gateway.group)
            let body = #"{"url": "\#(receiver.url)", "events": ["\#(CustodyHeadEvent.type)"], "fields": ["state"]}"#
            let made = try await gateway.client.send("POST", "/v1/webhook-endpoints", json: body)
            #expect(try made.json()["events"]?.array.map(\.string) == [CustodyHeadEvent.type])
            let path = try #require(made.headers["location"]) + "/test"
            let sample = #"{"sample": "\#(CustodyHeadEvent.type)"}"#
            #expect(try await gateway.client.send("POST", path, json: sample).json()["taken"]?.boolean == true)
            let arrival = try #require(receiver.arrivals.first)
            let told = try CanonicalJSON.decode(CustodyHeadEvent.self, from: arrival.body)
            #expect(told.tenant == "acme" && told.id.description == arrival.id)
            // It looks as a head does, and nobody has signed it.
            let head = try #require(LogHead(unverified: told.data.head))
            #expect(head.tenant == "acme" && head.size == told.data.size && head.root.description == told.data.root)
            #expect(try CanonicalJSON.decode(JSONValue.self, from: arrival.body)["sample"] == true)
            await receiver.stop()
        }
    }

    @Test func ofWhatIsNoEventThereIsNoSample() async throws {
        try await GatewayUnderTest.run { gateway in
            let made = try #require(
                try await WebhookEndpointStore(pool: gateway.pool).create(
                    NewWebhookEndpoint(tenant: "acme", url: "https://acme.example"), by: AuditOrigin(actor: "operator:erna")))
            let path = "/v1/webhook-endpoints/\(made.record.id)/test"
            for body in [#"{"sample": "com.docket.page.removed.v1"}"#, #"{"sample": 7}"#, #"{"samples": null}"#] {
                let answer = try await gateway.client.send("POST", path, json: body)
                #expect(answer.status == 422 && answer.text.contains("/sample"), "\(answer.text)")
            }
            #expect(try await gateway.foreigner.send("POST", path).status == 404)
        }
    }

    @Test func deliveriesAreListedPartByPartAndRetried() async throws {
        try await GatewayUnderTest.run { gateway in
            let endpoint = try #require(
                try await WebhookEndpointStore(pool: gateway.pool).create(
                    NewWebhookEndpoint(tenant: "acme", url: "https://acme.example"), by: AuditOrigin(actor: "operator:erna")))
            var keys: [DeliveryKey] = []
            for _ in 0..<5 {
                let event = try await SampleOutcome.record(over: gateway.pool, tenant: "acme")
                keys.append(DeliveryKey(eventID: event.id, channel: "webhook", endpoint: endpoint.record.id.description))
            }
            let store = PostgresDeliveryStore(pool: gateway.pool, keys: nil)
            #expect(try await store.plan(keys) == 5)
            var path: String? = "/v1/deliveries?limit=2&endpoint=\(endpoint.record.id)&state=pending"
            var seen: [String] = []
            while let next = path {
                let part = try await gateway.client.send("GET", next)
                #expect(part.status == 200, "\(part.text)")
                let items = try #require(try part.json()["items"]?.array)
                seen += items.compactMap { $0["event"]?.string }
                path = try part.json()["next"]?.string
            }
            #expect(seen.count == 5 && Set(seen) == Set(keys.map(\.eventID.description)))
            #expect(try await gateway.client.send("GET", "/v1/deliveries?state=delivered").text == #"{"items":[]}"#)
            #expect(try await gateway.foreigner.send("GET", "/v1/deliveries").text == #"{"items":[]}"#)
            #expect(try await gateway.client.send("GET", "/v1/deliveries?state=lost&colour=red").status == 400)

            let id = try #require(
                try await gateway.client.send("GET", "/v1/deliveries?limit=1").json()["items"]?.array.first?["id"]?.string)
            #expect(try await gateway.client.send("POST", "/v1/deliveries/\(id)/retry").status == 202)
            try await gateway.pool.execute("update deliveries set state = 'delivered', next_at = null")
            #expect(try await gateway.client.send("POST", "/v1/deliveries/\(id)/retry").status == 409)
        }
    }

    @Test func onlyWhoMayAdministerMay() async throws {
        try await GatewayUnderTest.run { gateway in
            let auditor = try await APIKeyStore(pool: gateway.pool).create(
                NewAPIKey(tenant: "acme", role: .auditor), by: AuditOrigin(actor: "operator:erna")
            ).token
            let client = gateway.client.with(token: auditor.text)
            #expect(try await client.send("GET", "/v1/webhook-endpoints").status == 403)
            #expect(try await client.send("GET", "/v1/deliveries").status == 403)
        }
    }
}
