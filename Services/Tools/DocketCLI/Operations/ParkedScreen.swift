import Domain
import Shared

/// What `docket dlq` prints.
enum ParkedScreen {
    /// One dead letter.
    struct Line: Encodable, Sendable {
        let stage: String
        let event: String
        let type: String
        let submission: String
        let tenant: String
        let sequence: Int
        let attempts: Int
        let parkedAt: String
        let error: String?
        let submissionState: String?
        let retry: String

        init(_ item: ParkedItem) {
            stage = item.key.stage.rawValue
            event = item.key.eventID.description
            type = item.event.type.rawValue
            submission = item.event.submission.description
            tenant = item.event.tenant.rawValue
            sequence = item.event.sequence
            attempts = item.attempts
            parkedAt = Timestamp(item.parkedAt).description
            error = item.error
            submissionState = item.state?.rawValue
            retry = ParkedScreen.words(item.retry, item)
        }
    }

    static func list(_ items: [ParkedItem], style: Style) -> [String] {
        guard !items.isEmpty else { return ["No dead letters."] }
        var table = Table()
        for item in items {
            let line = Line(item)
            table.row(
                line.stage, line.event, line.submission, "\(line.attempts) attempts", line.parkedAt, line.error ?? "unknown cause"
            )
        }
        return table.lines(first: style.bold)
    }

    static func details(_ item: ParkedItem, style: Style) -> [String] {
        let line = Line(item)
        var table = Table()
        table.row("stage", line.stage)
        table.row("event", "\(line.event)  \(EventLine.shortType(line.type)) #\(line.sequence)")
        table.row("submission", "\(line.submission)  \(line.submissionState ?? "is gone")")
        table.row("tenant", line.tenant)
        table.row("attempts", "\(line.attempts)")
        table.row("given up", line.parkedAt)
        table.row("cause", line.error ?? "unknown")
        table.row("a retry", line.retry)
        return table.lines(first: style.bold) + ["", String(decoding: item.event.payload, as: UTF8.self)]
    }

    /// What sending it again does.
    static func words(_ retry: ParkedItem.Retry, _ item: ParkedItem) -> String {
        switch retry {
        case .submit(let version):
            "hands the failed submission in again (version \(version)), and validation begins anew"
        case .tryAgain: "lets \(item.key.stage.rawValue) try the event again at once, with all of its attempts"
        case .nothing(let state?): "changes nothing: the submission has moved on, and is \(state.rawValue); discard it"
        case .nothing(nil): "changes nothing: the submission is gone; discard it"
        }
    }
}
