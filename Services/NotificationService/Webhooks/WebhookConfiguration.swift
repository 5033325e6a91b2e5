import Configuration
import FoundationEssentials
import HTTPClient
import Shared
import Webhooks

/// The configuration of webhooks, and of the one endpoint that variables may name. The database has all others.
struct WebhookConfiguration: Sendable {
    static let endpointID = "default"

    /// Gets the outcomes of all tenants. Nil without a URL.
    var endpoint: WebhookEndpoint?
    var terms: WebhookTerms
    var schedule: RetryPolicy
    var limits: DeliveryLimits
    /// How long all attempts of an endpoint may fail before it is disabled.
    var disableAfter: Duration

    init(reading reader: inout ConfigurationReader) {
        let isWanted = reader.optionalString(Variable.url, Help.url) != nil
        let secret = reader.optionalSecret(Variable.secret, Help.secret)
        let allowsPrivate = reader.bool(Variable.allowPrivate, default: false, Help.allowPrivate)
        let timeout = reader.duration(
            "DOCKET_WEBHOOK_TIMEOUT", default: .seconds(15), in: .milliseconds(100) ... .seconds(60),
            "How long a webhook may take to answer")
        schedule = reader.retrySchedule(Variable.schedule, Help.schedule)
        limits = DeliveryLimits(
            total: reader.integer(
                "DOCKET_WEBHOOK_CONCURRENCY", default: 128, in: 1...1000,
                "Webhooks under way at once; one at a time for a submission on an endpoint"),
            perEndpoint: reader.integer(
                "DOCKET_WEBHOOK_ENDPOINT_CONCURRENCY", default: 16, in: 1...1000, "Of these to one endpoint; to a failing one 1"),
            perTenant: reader.integer(
                "DOCKET_WEBHOOK_TENANT_CONCURRENCY", default: 64, in: 1...1000, "Of these to the endpoints of one tenant"))
        disableAfter = reader.duration(
            "DOCKET_WEBHOOK_DISABLE_AFTER", default: .seconds(5 * 86_400), in: .seconds(60) ... .seconds(30 * 86_400),
            "How long every try of an endpoint may fail before it is disabled")
        terms = WebhookTerms(addressGuard: allowsPrivate ? .notLinkLocal : .publicOnly, timeout: timeout)
        guard isWanted else {
            if secret != nil { reader.fault(Variable.secret, "is set without \(Variable.url)") }
            return
        }
        let url = reader.url(Variable.url, Help.url)
        if url.scheme?.lowercased() == "http", !allowsPrivate {
            reader.fault(Variable.url, "must be an https URL; \(Variable.allowPrivate)=true allows http, for development")
        }
        endpoint = WebhookEndpoint(
            id: Self.endpointID, url: url.absoluteString, signer: .success(WebhookSigner(secrets: reader.webhookSecrets(secret))),
            addressGuard: terms.addressGuard, timeout: timeout)
    }

    fileprivate enum Variable {
        static let url = "DOCKET_WEBHOOK_URL"
        static let secret = "DOCKET_WEBHOOK_SECRET"
        static let allowPrivate = "DOCKET_WEBHOOK_ALLOW_PRIVATE"
        static let schedule = "DOCKET_WEBHOOK_RETRY_SCHEDULE"
    }

    private enum Help {
        static let url =
            "Where the outcomes of all tenants, but not of sandboxes, are posted, signed by Standard Webhooks; beside the endpoints of `docket endpoints`"
        static let secret =
            "What signs them: whsec_ and base64; several with blanks between them, newest first, while it is replaced"
        static let allowPrivate =
            "Lets the address of a webhook or a call-out be private or loopback, and its URL plain http; for development"
        static let schedule = "Waits before each try, separated by commas; the first is 0s"
    }
}

extension ConfigurationReader {
    fileprivate mutating func webhookSecrets(_ secret: Secret?) -> [WebhookSecret] {
        let name = WebhookConfiguration.Variable.secret
        guard let secret else {
            fault(name, "is not set; \(WebhookConfiguration.Variable.url) needs it")
            return []
        }
        do throws(WebhookSecretFault) {
            return try WebhookSecret.parse(list: secret.reveal)
        } catch {
            fault(name, error.description)
            return []
        }
    }

    fileprivate mutating func retrySchedule(_ name: String, _ help: String) -> RetryPolicy {
        let standard = ["0s", "5s", "5m", "30m", "2h", "5h", "10h", "14h", "20h", "24h"]
        var delays: [Duration] = []
        for text in list(name, default: standard, help) {
            // Each is read as if it were a variable of its own.
            var item = ConfigurationReader(environment: [name: text])
            delays.append(item.duration(name, in: .zero ... .seconds(7 * 86_400), help))
            do { try item.finish() } catch { for found in error.faults { fault(name, found.problem) } }
        }
        if delays.first != .zero || delays.count > 50 {
            fault(name, "must begin with 0s, for the first try is made at once, and have at most 50 waits")
        }
        return .ofDeliveries(delays)
    }
}
