import IntakeClient
import Shared

/// What a back end does with a webhook: hand it the request's fields and its body, byte by byte, and answer with the status.
struct Webhooks {
    let verifier: WebhookVerifier

    /// `secret` is what the gateway told when the endpoint was made: `whsec_…`.
    init(secret: String) throws { verifier = try WebhookVerifier(secrets: [secret]) }

    /// Names of `headers` are in lower case.
    func receive(_ headers: [String: String], _ body: [UInt8], accepted: (SubmissionID) -> Void) -> Int {
        do {
            try verifier.verify(headers: headers, body: body)
        } catch {
            return 401
        }
        // A message can come twice, with the same id; what it does has to be the same then.
        guard let event = try? EventReader.header(of: body) else { return 204 }
        if event.type.rawValue == "com.docket.submission.accepted.v1" { accepted(event.submission) }
        return 204
    }
}
