import Domain
import HTTPClient
import PostgresStore
import Shared
import Telemetry
import Webhooks

/// Sends a mail to the contact of a disabled endpoint.
struct OwnerNotices: Sendable {
    static let interval = Duration.seconds(30)

    let notices: EndpointNotices
    let configuration: MailConfiguration
    let client: HTTPClient
    let logger: Logger

    init(_ notices: EndpointNotices, _ configuration: MailConfiguration, client: HTTPClient, logger: Logger) {
        (self.notices, self.configuration, self.client, self.logger) = (notices, configuration, client, logger)
    }

    /// Sends one notice; false if none waits.
    func tellNext() async throws(StoreError) -> Bool {
        guard let notice = try await notices.claim() else { return false }
        let contact: String
        do throws(StoreError) { contact = try notice.contact.get() } catch {
            logger.warning("the owner of an endpoint was not told", ["error": .string(error.detail)])
            let words = "The contact could not be read. \(error.description)"
            if error.code == .unopenable {
                try await notices.end(notice, error: words, isHopeless: true)
            } else {
                try await notices.postpone(notice, error: words)
            }
            return true
        }
        guard let to = MailAddress(contact) else {
            try await notices.end(notice, error: "The contact is no address that mail can be sent to.", isHopeless: true)
            return true
        }
        let message = Self.message(notice, from: configuration, to: to)
        let mail = MailRequest(
            host: configuration.host, port: configuration.port, security: configuration.security, login: configuration.login,
            helo: String(configuration.from.domain), sender: configuration.from.description, recipient: to.description,
            message: message.encoded())
        let answer: Result<Int, HTTPClientError>
        do throws(HTTPClientError) {
            answer = .success(try await client.send(mail))
        } catch {
            answer = .failure(error)
            logger.warning("the owner of an endpoint was not told", ["error": .string(error.words)])
        }
        switch MailDecision.end(of: answer, attempt: 1, random: 0) {
        case .delivered: try await notices.end(notice)
        case .retry(_, _, let error), .postponed(_, let error): try await notices.end(notice, error: error)
        case .givenUp(_, let error): try await notices.end(notice, error: error, isHopeless: true)
        }
        return true
    }

    static func message(_ notice: EndpointNotice, from configuration: MailConfiguration, to: MailAddress) -> MailMessage {
        let address = Redaction.address(notice.url)
        let why =
            switch notice.because {
            case .gone: "It answered 410 (Gone), which asks for no more messages."
            case .failing: "None of the messages to it had been taken for days."
            case .operator: "An operator has disabled it."
            }
        let what = "The webhook endpoint \(address) (\(notice.endpoint)) was disabled at \(notice.notedAt)."
        let next =
            "Once it works again, enable it and have it told what it missed: PATCH it with {\"enabled\": true}, then POST to its “recover”."
        return MailMessage(
            from: configuration.from, fromName: configuration.fromName, to: to, subject: "Your webhook endpoint was disabled",
            language: "en", text: [what, why, "", next, ""].joined(separator: "\r\n"),
            html: MailFrame(
                tone: .bad, language: "en", context: "Docket", heading: "Your webhook endpoint was disabled", body: what,
                details: """
                    <p class="ink" style="margin:12px 0 0;font-size:16px;line-height:25px;color:#1d2939">\(why)</p>
                    <p class="ink" style="margin:12px 0 0;font-size:16px;line-height:25px;color:#1d2939">\(next)</p>
                    """, closing: "You get this message because you are the contact of this endpoint."
            ).html, event: EventID(notice.id), time: notice.notedAt)
    }
}
