import Domain
import EventLoop
import HTTPClient
import Shared

/// Notifies persons by mail. `OutcomeMail` writes the message, and `MailDecision` judges the server's answer.
struct MailChannel: DeliveryChannel {
    /// The person: the only endpoint of a submission. Only the submission has their address.
    static let person = "person"
    /// The status of an outcome that a later message covers: no server was contacted.
    static let toldLater = 0

    let name = "mail"
    let configuration: MailConfiguration
    let reader: any StageReader
    let log: any EventLog
    let client: HTTPClient
    var time: any TimeSource = SystemTime()
    var random: @Sendable () -> Double = { .random(in: 0..<1) }

    init(_ configuration: MailConfiguration, reader: any StageReader, log: any EventLog, client: HTTPClient) {
        (self.configuration, self.reader, self.log, self.client) = (configuration, reader, log, client)
    }

    var delay: Duration { configuration.digest }

    func endpoints(for event: EventHeader) async throws(StoreError) -> [String] {
        guard Self.types.contains(event.type) else { return [] }
        return try await planning([Self.person]) { () throws(StoreError) in
            try await reader.stageSubject(event.submission)?.submission.contact?.email != nil
        }
    }

    private static let types = Set(MailTexts.told.map { EventType(entering: $0) })

    func deliver(_ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let message: MailMessage
        do throws(StoreError) {
            switch try await self.message(for: delivery.event) {
            case .some(.success(let made)): message = made
            case .some(.failure(let unsendable)): return ToldDelivery(end: .givenUp(status: nil, error: unsendable.description))
            case nil: return ToldDelivery(end: .delivered(status: Self.toldLater))
            }
        } catch {
            return .toPerson(error)
        }
        return await hand(over: message, delivery)
    }

    /// Why there is no message.
    private enum Unsendable: Error, CustomStringConvertible {
        case gone, noAddress, unreadable

        var description: String {
            switch self {
            case .gone: "The submission is gone."
            case .noAddress: "The person has no address that mail can be sent to."
            case .unreadable: "The event cannot be read."
            }
        }
    }

    /// Nil if a later outcome of the submission will be sent, which has everything that matters now.
    private func message(for event: RecordedEvent) async throws(StoreError) -> Result<MailMessage, Unsendable>? {
        let later = try await log.events(of: event.submission, afterSequence: event.sequence, limit: 100)
        if later.contains(where: { Self.types.contains($0.type) }) { return nil }
        guard let subject = try await reader.stageSubject(event.submission) else { return .failure(.gone) }
        guard let to = subject.submission.contact?.email.flatMap({ MailAddress($0) }) else { return .failure(.noAddress) }
        guard let outcome = try? EventReader.event(SubmissionOutcome.self, from: event.payload).data,
            let mail = OutcomeMail(outcome, of: subject)
        else { return .failure(.unreadable) }
        return .success(
            MailMessage(
                from: configuration.from, fromName: configuration.fromName, to: to, subject: mail.subject,
                language: mail.language.tag, text: mail.text, html: mail.html, event: event.id, time: Timestamp(time.now)))
    }

    private func hand(over message: MailMessage, _ delivery: ClaimedDelivery) async -> ToldDelivery? {
        let bytes = message.encoded()
        let mail = MailRequest(
            host: configuration.host, port: configuration.port, security: configuration.security, login: configuration.login,
            helo: String(configuration.from.domain), sender: configuration.from.description, recipient: message.to.description,
            message: bytes)
        let (began, clock) = (time.now, ContinuousClock())
        let start = clock.now
        let answer: Result<Int, HTTPClientError>
        do throws(HTTPClientError) {
            answer = .success(try await client.send(mail))
        } catch {
            if error.code == .cancelled || error.code == .closed { return nil }
            answer = .failure(error)
        }
        // The person's address is in the submission and nowhere else.
        let tried = DeliveryTry(
            beganAt: began, duration: clock.now - start,
            request: .init(
                target: "\(configuration.host):\(configuration.port)",
                headers: ["message-id": "<\(message.event)@\(message.from.domain)>"], size: bytes.count), response: nil)
        var cause: String?
        if case .failure(let error) = answer { cause = error.detail }
        return ToldDelivery(
            end: MailDecision.end(of: answer, attempt: delivery.attempt, random: random()), tried: tried, cause: cause)
    }
}
