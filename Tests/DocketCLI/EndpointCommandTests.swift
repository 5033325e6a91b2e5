import Domain
import EventLoop
import FoundationEssentials
import HTTPServer
import Postgres
import PostgresStore
import Shared
import Support
import Telemetry
import Testing
import Webhooks

@testable import CommandSupport
@testable import DocketCLI

/// `docket endpoints` and `docket deliveries` against a real database.
@Suite(.timeLimit(.minutes(1))) struct EndpointCommandTests {
    private struct Endpoint: Decodable {
        let id: String
        let tenant: String
        let url: String
        let events: [String]
        let state: String
        let secret: String?
    }

    private struct Delivery: Decodable {
        struct Try: Decodable { let attempt: Int }
        let id: String
        let state: String
        let endpoint: String
        let tries: [Try]?
    }

    private typealias Tested = WebhookTestResult

    @Test func anEndpointIsAddedRotatedDisabledAndRemoved() async throws {
        try await OperatorGround.run { ground in
            let made = try await ground.docket(
                "endpoints", "add", "--tenant", "acme", "--url", "https://acme.example/hook?key=hidden", "--name", "books",
                "--event", "com.docket.submission.accepted.v1", "--journey", "identity", "--field", "state", "--json"
            ).json(Endpoint.self)
            #expect(made.secret?.hasPrefix("whsec_") == true && made.state == "enabled")
            #expect(made.events == ["com.docket.submission.accepted.v1"] && made.url == "https://acme.example/hook?[removed]")
            let listed = try await ground.docket("endpoints", "list", "--tenant", "acme")
            #expect(
                listed.output.contains(made.id) && listed.output.contains("books")
                    && listed.output.contains("of identity, with state"))
            #expect(!listed.output.contains("whsec_") && !listed.output.contains("hidden"))
            #expect(try await ground.docket("endpoints", "list", "--tenant", "other").output == "No endpoints.\n")

            let rotated = try await ground.docket("endpoints", "rotate", made.id, "--at-once", "--asymmetric", "--json")
            #expect(try rotated.json(Endpoint.self).secret?.hasPrefix("whpk_") == true)
            let id = try #require(WebhookEndpointID(made.id))
            let store = WebhookEndpointStore(pool: ground.database.pool)
            #expect(try await store.endpoint(id)?.keys.map(\.kind) == [.asymmetric])

            #expect(try await ground.docket("endpoints", "disable", made.id).output.contains("is disabled"))
            #expect(try await store.endpoint(id)?.record.disabledBecause == .operator)
            let recovered = try await ground.docket("deliveries", "recover", made.id, "--since", "1d")
            #expect(recovered.code == .notFound && recovered.errors.contains("enabled"))
            #expect(try await ground.docket("endpoints", "enable", made.id).output.contains("is enabled"))

            #expect(try await ground.docket("endpoints", "remove", made.id).code == .usage)
            #expect(try await ground.docket("endpoints", "remove", made.id, answering: ["no"]).output.contains("kept"))
            #expect(try await ground.docket("endpoints", "remove", made.id, answering: ["yes"]).output.contains("removed"))
            #expect(try await ground.docket("endpoints", "test", made.id).code == .notFound)
            #expect(
                try await ground.audit().map { $0.split(separator: " ")[0] } == [
                    "webhook-endpoint.create", "webhook-endpoint.rotate", "webhook-endpoint.disable", "webhook-endpoint.enable",
                    "webhook-endpoint.remove",
                ])
        }
    }

    @Test(arguments: [
        ["endpoints", "add", "--tenant", "acme", "--url", "http://acme.example"],
        ["endpoints", "add", "--tenant", "acme", "--url", "https://169.254.169.254/latest"],
        ["endpoints", "add", "--tenant", "acme", "--url", "https://me:pw@acme.example"],
        ["endpoints", "add", "--tenant", "acme", "--url", "https://acme.example", "--name", "a\nb"],
        ["endpoints", "add", "--tenant", "acme", "--url", "https://acme.example", "--event", "com.docket.page.removed.v1"],
        ["endpoints", "add", "--tenant", "acme", "--url", "https://acme.example", "--journey", "identiti"],
        ["endpoints", "add", "--tenant", "acme", "--url", "https://acme.example", "--field", "data.state"],
        ["endpoints", "rotate", "no-id"], ["endpoints", "rotate", "0198a2f4-5b1c-7d3e-8f90-112233445566", "--overlap", "30d"],
        ["deliveries", "retry"], ["deliveries", "recover", "0198a2f4-5b1c-7d3e-8f90-112233445566"],
        ["deliveries", "list", "--state", "lost"],
    ])
    func aWrongLineIsRefused(_ words: [String]) async throws {
        let outcome = try await OperatorGround.docket(words, environment: ["DATABASE_URL": "postgresql://127.0.0.1:1/docket"])
        #expect(outcome.code == .usage, "\(words)")
    }

    @Test func aTestMessageIsSignedAndItsAnswerShown() async throws {
        try await OperatorGround.run { ground in
            let receiver = try Receiver(ground.database.group) { _ in
                HTTPResponse(status: 202, body: .bytes(Array("thank you".utf8)))
            }
            let new = NewWebhookEndpoint(tenant: "acme", url: receiver.url)
            let made = try #require(
                try await WebhookEndpointStore(pool: ground.database.pool).create(new, by: AuditOrigin(actor: "operator:erna")))
            let id = made.record.id.description
            // Guarded unless told otherwise.
            let refused = try await ground.docket("endpoints", "test", id)
            #expect(refused.code == .refused && refused.output.contains("public internet"))
            #expect(receiver.arrivals.isEmpty)
            let environment = [
                "DATABASE_URL": ground.database.configuration.connectionString, "DOCKET_WEBHOOK_ALLOW_PRIVATE": "true",
            ]
            let sent = try await OperatorGround.docket(["endpoints", "test", id], environment: environment)
            #expect(sent.code == .success && sent.output.contains("202") && sent.output.contains("thank you"))
            #expect(receiver.arrivals.first?.headers["webhook-signature"]?.hasPrefix("v1,") == true)
            let sample = ["endpoints", "test", id, "--sample", "com.docket.submission.rejected.v1", "--json"]
            let sampled = try await OperatorGround.docket(sample, environment: environment).json(Tested.self)
            #expect(sampled.taken && sampled.status == 202 && sampled.response?.excerpt == "thank you")
            let event = try EventReader.event(SubmissionOutcome.self, from: try #require(receiver.arrivals.last).body)
            #expect(event.header.type == .submissionRejected && event.data.state == .rejected)
            await receiver.stop()
        }
    }

    @Test func deliveriesAreListedShownRetriedAndRecovered() async throws {
        try await OperatorGround.run { ground in
            let pool = ground.database.pool
            let made = try #require(
                try await WebhookEndpointStore(pool: pool).create(
                    NewWebhookEndpoint(tenant: .standard, url: "https://example.org"), by: AuditOrigin(actor: "operator:erna")))
            let event = try await SampleOutcome.record(over: pool, at: Timestamp(Date()).adding(.seconds(-7200)))
            let key = DeliveryKey(eventID: event.id, channel: "webhook", endpoint: made.record.id.description)
            let deliveries = PostgresDeliveryStore(pool: pool, keys: nil)
            #expect(try await deliveries.plan([key]) == 1)
            _ = try await deliveries.claimDue(channel: "webhook", room: DeliveryRoom(limit: 1), excluding: [], ground.lease)
            let tried = DeliveryTry(
                beganAt: Date(), duration: .milliseconds(12),
                request: .init(target: "https://example.org", headers: ["webhook-id": event.id.description], size: 3),
                response: .init(address: "127.0.0.1:1", headers: [:], excerpt: "out of order", size: 12))
            #expect(
                try await deliveries.end(
                    key, .givenUp(status: 500, error: "The endpoint answered 500."), tried: tried, ground.lease))

            let listed = try await ground.docket("deliveries", "list", "--state", "given_up", "--json").jsonLines(Delivery.self)
            let id = try #require(listed.first?.id)
            #expect(listed.count == 1 && listed[0].endpoint == key.endpoint)
            #expect(try await ground.docket("deliveries", "list", "--state", "delivered").output == "No deliveries.\n")
            let shown = try await ground.docket("deliveries", "show", id)
            #expect(shown.output.contains("out of order") && shown.output.contains("answered 500"))
            #expect(try await ground.docket("deliveries", "show", id, "--json").json(Delivery.self).tries?.map(\.attempt) == [1])

            #expect(try await ground.docket("deliveries", "retry", id).output.hasPrefix("1 deliveries"))
            let again = try await deliveries.claimDue(
                channel: "webhook", room: DeliveryRoom(limit: 1), excluding: [], ground.lease
            ).deliveries
            // The schedule begins anew; the tries are counted on.
            #expect(again.map(\.attempt) == [1])
            #expect(try await ground.docket("deliveries", "retry", id).code == .notFound)
            #expect(try await deliveries.end(key, .givenUp(status: 500, error: "again"), tried: tried, ground.lease))
            #expect(
                try await ground.docket("deliveries", "show", id, "--json").json(Delivery.self).tries?.map(\.attempt) == [1, 2])
            #expect(
                try await ground.docket("deliveries", "recover", made.record.id.description, "--since", "1d").output
                    .hasPrefix("1 deliveries"))
            #expect(
                try await ground.audit().suffix(2) == ["delivery.retry by operator:erna", "delivery.recover by operator:erna"])
        }
    }
}
