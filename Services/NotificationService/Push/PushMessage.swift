import Domain
import FoundationEssentials
import Shared

/// What a device shows of an outcome, in the person's language. Pure.
///
/// It lies on a locked screen and passes through others' hands: it has words for the state, the journey's title and ids that say
/// something only to who may ask the gateway; nothing that a person has written or that their documents hold.
struct PushMessage: Sendable, Hashable {
    /// Apple's limit. Bytes.
    static let limit = 4096
    /// Of the journey's title, in characters; less where that is too many bytes all the same.
    private static let titleLimits = [100, 25, 0]

    /// How soon it has to be there (`apns-priority`).
    enum Priority: Int, Sendable, Hashable {
        case now = 10
        /// When the device has something else to do, too: nothing is asked of the person.
        case whenConvenient = 5
    }

    let payload: [UInt8]
    let priority: Priority

    /// Nil for a state that nobody is told of.
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
            /// What is needed from the person may break through a silence that they allow it to.
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
