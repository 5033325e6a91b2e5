import Configuration
import HTTPClient
import Webhooks

/// How those are asked whom journeys name. What holds for webhooks holds for them: which addresses may be reached, and how many are
/// asked at once.
struct CallOutConfiguration: Sendable {
    /// The installation's, the newest first; empty where it has none, and nobody is asked.
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
    /// Whether addresses of one's own network may be reached.
    var allowsPrivate: Bool { self != .publicOnly }
}
