import Domain
import FoundationEssentials
import Shared

/// The message about an outcome on a device, in the person's language. It is pure.
///
/// It appears on a locked screen and passes through third parties. So it has only words for the state, the journey's
/// title, and ids that only the gateway resolves. It contains no text of a person or a document.
struct PushMessage: Sendable, Hashable {
    /// Apple's limit in bytes.
    static let limit = 4096
    /// Of the journey's title, in characters. The shorter ones apply if the message has too many bytes.
    private static let titleLimits = [100, 25, 0]

    /// The urgency (`apns-priority`).
    enum Priority: Int, Sendable, Hashable {
        case now = 10
        /// With the device's other activity: the person has nothing to do.
        case whenConvenient = 5
    }

    let payload: [UInt8]
    let priority: Priority

    /// Nil for a state without a message.
    init?(_ state: SubmissionState, event: EventID, of subject: StageSubject) {
        let language = Language.choose(acceptLanguage: nil, locale: subject.submission.locale)
        let texts = MailTexts.in(language)
        let title = subject.journey.said(in: language).title
        guard let words = texts.states[state] else { return nil }
        priority = state == .inReview ? .whenConvenient : .now
        let ids = Payload.IDs(submission: subject.submission.id.description, event: event.description, state: state.rawValue)
        let payloads = Self.titleLimits.lazy.compactMap { limit in
            try? Payload(
                aps: .init(
                    alert: .init(
                        title: words.subject, subtitle: Self.shortened(title, to: limit), body: words.body),
                    isUrgent: state == .needsInput, thread: ids.submission), docket: ids
            ).encoded()
        }
        guard let payload = payloads.first(where: { $0.count <= Self.limit }) else { return nil }
        self.payload = payload
    }

    private static func shortened(_ title: String, to limit: Int) -> String? {
        let line = String(
            String.UnicodeScalarView(title.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        if line.count <= limit { return line }
        return limit == 0 ? nil : "\(line.prefix(limit - 1))…"
    }

    private struct Payload: Encodable {
        struct APS: Encodable {
            struct Alert: Encodable {
                let title: String
                let subtitle: String?
                let body: String
            }

            let alert: Alert
            let sound = "default"
            /// A request to the person may break through a focus, if they allow it.
            let interruption: String
            let thread: String

            init(alert: Alert, isUrgent: Bool, thread: String) {
                self.alert = alert
                self.thread = thread
                interruption = isUrgent ? "time-sensitive" : "active"
            }

            enum CodingKeys: String, CodingKey {
                case alert, sound
                case interruption = "interruption-level"
                case thread = "thread-id"
            }
        }

        struct IDs: Encodable {
            let submission: String
            let event: String
            let state: String
        }

        let aps: APS
        let docket: IDs

        func encoded() throws -> [UInt8] {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }
}
