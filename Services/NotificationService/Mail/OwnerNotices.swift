import Domain
import EventLoop
import FoundationEssentials
import HTTPClient
import PostgresStore
import ServiceRuntime
import Shared
import Telemetry
import Webhooks

/// Sends a mail to the contact of a disabled endpoint.
final class OwnerNotices: ServiceComponent {
    let name = "owner-notices"
    private static let interval = Duration.seconds(30)

    private let notices: EndpointNotices
    private let configuration: MailConfiguration
    private let client: HTTPClient
    private let loop: EventLoop
    private let logger: Logger
    private let stopping = AsyncSignal<Void>()

    init(
        _ notices: EndpointNotices, _ configuration: MailConfiguration, client: HTTPClient, on loop: EventLoop, logger: Logger
    ) {
        (self.notices, self.configuration, self.client) = (notices, configuration, client)
        (self.loop, self.logger) = (loop, logger)
    }

    func run() async throws {
        while stopping.value == nil {
            do throws(StoreError) {
                while stopping.value == nil, try await tellNext() {}
            } catch {
                logger.warning("owners of endpoints cannot be told for now", ["error": .string(error.detail)])
            }
            _ = try? await withDeadline(Self.interval, on: loop) { [stopping] in try await stopping.wait() }
        }
    }

    func stop() async { stopping.send() }

    /// Sends one notice; false if none waits.
    func tellNext() async throws(StoreError) -> Bool {
        guard let notice = try await notices.claim() else { return false }
        guard let to = MailAddress(notice.contact) else {
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
