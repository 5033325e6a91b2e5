import Configuration
import HTTPClient
import Shared
import Testing
import Webhooks

@testable import NotificationService

@Suite struct ConfigurationTests {
    private func read(_ environment: [String: String]) throws -> WebhookConfiguration {
        var reader = ConfigurationReader(environment: environment)
        let webhook = WebhookConfiguration(reading: &reader)
        try reader.finish()
        return webhook
    }

    @Test func withoutAURLOnlyTheEndpointsOfTheDatabaseAreTold() throws {
        #expect(try read([:]).endpoint == nil)
        #expect(try read(["DOCKET_WEBHOOK_URL": "", "DOCKET_WEBHOOK_SECRET": ""]).endpoint == nil)
        #expect(try read([:]).terms.addressGuard == .publicOnly)
    }

    @Test func theDefaultsAreThoseOfStandardWebhooks() throws {
        let webhook = try read(["DOCKET_WEBHOOK_URL": "https://example.org/hook", "DOCKET_WEBHOOK_SECRET": Samples.secret])
        let endpoint = try #require(webhook.endpoint)
        #expect(webhook.schedule == .standard && webhook.schedule.maximumAttempts == 10)
        #expect(endpoint.url == "https://example.org/hook")
        #expect(endpoint.timeout == .seconds(15))
        #expect(endpoint.addressGuard == .publicOnly)
        #expect(try endpoint.signer.get().secrets.count == 1)
    }

    @Test func noEndpointGetsMoreThanAll() throws {
        let limits = try read(["DOCKET_WEBHOOK_CONCURRENCY": "4", "DOCKET_WEBHOOK_ENDPOINT_CONCURRENCY": "9"]).limits
        #expect(limits == DeliveryLimits(total: 4, perEndpoint: 4, perTenant: 4))
        #expect(try read([:]).limits == DeliveryLimits(total: 128, perEndpoint: 16, perTenant: 64))
    }

    @Test func developmentAllowsPlainHTTPWithinTheMachine() throws {
        let webhook = try read([
            "DOCKET_WEBHOOK_URL": "http://127.0.0.1:9000/hook", "DOCKET_WEBHOOK_ALLOW_PRIVATE": "true",
            "DOCKET_WEBHOOK_SECRET": "\(Samples.secret) whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "DOCKET_WEBHOOK_RETRY_SCHEDULE": "0s, 250ms,1m30s",
        ])
        let endpoint = try #require(webhook.endpoint)
        #expect(endpoint.addressGuard == .notLinkLocal)
        #expect(try endpoint.signer.get().secrets.count == 2)
        #expect(webhook.schedule == .ofDeliveries([.zero, .milliseconds(250), .seconds(90)]))
    }

    @Test(arguments: [
        (["DOCKET_WEBHOOK_URL": "https://example.org"], ["DOCKET_WEBHOOK_SECRET"]),
        (["DOCKET_WEBHOOK_SECRET": Samples.secret], ["DOCKET_WEBHOOK_SECRET"]),
        (["DOCKET_WEBHOOK_URL": "http://example.org", "DOCKET_WEBHOOK_SECRET": Samples.secret], ["DOCKET_WEBHOOK_URL"]),
        (
            ["DOCKET_WEBHOOK_URL": "https://a:b@example.org", "DOCKET_WEBHOOK_SECRET": "no"],
            ["DOCKET_WEBHOOK_URL", "DOCKET_WEBHOOK_SECRET"]
        ),
        (["DOCKET_WEBHOOK_RETRY_SCHEDULE": "5s,1m"], ["DOCKET_WEBHOOK_RETRY_SCHEDULE"]),
        (["DOCKET_WEBHOOK_RETRY_SCHEDULE": "0s,soon"], ["DOCKET_WEBHOOK_RETRY_SCHEDULE"]),
        (
            ["DOCKET_WEBHOOK_TIMEOUT": "1h", "DOCKET_WEBHOOK_CONCURRENCY": "0"],
            ["DOCKET_WEBHOOK_TIMEOUT", "DOCKET_WEBHOOK_CONCURRENCY"]
        ),
    ])
    func faultsNameTheVariable(environment: [String: String], names: [String]) {
        do {
            _ = try read(environment)
            Issue.record("accepted")
        } catch let faults as ConfigurationFaults {
            #expect(faults.faults.map(\.name) == names)
            #expect(!faults.description.contains(Samples.secret))
        } catch {
            Issue.record(error)
        }
    }
}
