import Configuration
import HTTPClient
import Webhooks

/// The configuration of call-outs. The limits of webhooks apply: the allowed addresses, and the number of concurrent
/// requests.
struct CallOutConfiguration: Sendable {
    /// The installation's secrets, the newest first. Without any, no call-out is asked.
    var secrets: [WebhookSecret]

    static let variable = "DOCKET_CALLOUT_SECRET"

    init(reading reader: inout ConfigurationReader) {
        let secret = reader.optionalSecret(
            Self.variable,
            "What the secrets of call-outs are made of: whsec_ and base64; several with blanks between them, newest first")
        secrets = []
        guard let secret else { return }
        do throws(WebhookSecretFault) {
            secrets = try WebhookSecret.parse(list: secret.reveal)
        } catch {
            reader.fault(Self.variable, error.description)
        }
    }
}

extension AddressGuard {
    /// Whether private addresses are allowed.
    var allowsPrivate: Bool { self != .publicOnly }
}
