import Domain
import Operations
import Shared

/// What `docket dlq` prints.
enum DeadLetterScreen {
    /// How a person names a dead letter: an event by its id, a record by its number.
    static func name(_ letter: DeadLetter) -> String { DeadLetterWords.name(letter) }

    /// What sending it again does.
    static func words(_ letter: DeadLetter) -> String { DeadLetterWords.words(letter) }

    static func list(_ letters: [DeadLetterDescription], style: Style) -> [String] {
        guard !letters.isEmpty else { return ["No dead letters."] }
        var table = Table()
        for line in letters {
            table.row(
                line.stage, line.id, line.kind == .event ? line.submission ?? "" : line.place ?? "from no topic",
                "\(line.attempts) attempts", line.parkedAt, line.error ?? "unknown cause")
        }
        return table.lines(first: style.bold)
    }

    static func details(_ letter: DeadLetter, style: Style) -> [String] {
        switch letter {
        case .event(let item): details(DeadLetterDescription(letter), item, style: style)
        case .record(let record): details(DeadLetterDescription(letter), record, style: style)
        }
    }

    private static func details(_ line: DeadLetterDescription, _ item: ParkedItem, style: Style) -> [String] {
        var table = Table()
        table.row("stage", line.stage)
        table.row("event", "\(item.key.eventID)  \(EventLine.shortType(item.event.type.rawValue)) #\(item.event.sequence)")
        table.row("submission", "\(item.event.submission)  \(line.submissionState ?? "is gone")")
        table.row("tenant", item.event.tenant.rawValue)
        table.row("attempts", "\(line.attempts)")
        table.row("given up", line.parkedAt)
        table.row("cause", line.error ?? "unknown")
        table.row("a retry", line.retry)
        return table.lines(first: style.bold) + ["", String(decoding: item.event.payload, as: UTF8.self)]
    }

    private static func details(_ line: DeadLetterDescription, _ record: DeadRecord, style: Style) -> [String] {
        let notice = record.notice
        var table = Table()
        table.row("stage", line.stage)
        table.row("record", "\(record.number)  \(line.place ?? "from no topic")")
        table.row("attempts", "\(line.attempts)")
        table.row("given up", line.parkedAt)
        table.row("cause", line.error ?? "unknown")
        table.row("a retry", line.retry)
        table.row("key", notice.key.isEmpty ? "none" : ByteDump.text(notice.key))
        for header in notice.headers {
            table.row("header", "\(ByteDump.text(Array(header.name.utf8)))  \(ByteDump.text(header.value))")
        }
        return table.lines(first: style.bold) + ["", "\(notice.value.count) bytes, as text:", ""]
            + [ByteDump.text(Array(notice.value.prefix(ByteDump.most)))] + ["", "and in hexadecimal digits:", ""]
            + ByteDump.lines(notice.value)
    }
}
