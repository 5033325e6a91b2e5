import CommandSupport
import Operations
import Shared

/// The output of `docket dlq`.
enum DeadLetterScreen {
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

    /// A dead letter with its contents.
    static func details(_ line: DeadLetterDescription, style: Style) -> [String] {
        var table = Table()
        table.row("stage", line.stage)
        switch line.kind {
        case .event:
            table.row("event", "\(line.id)  \(EventLine.shortType(line.type ?? "")) #\(line.sequence ?? 0)")
            table.row("submission", "\(line.submission ?? "-")  \(line.submissionState ?? "is gone")")
            table.row("tenant", line.tenant ?? "-")
        case .record: table.row("record", "\(line.id)  \(line.place ?? "from no topic")")
        }
        table.row("attempts", "\(line.attempts)")
        table.row("given up", line.parkedAt)
        table.row("cause", line.error ?? "unknown")
        table.row("a retry", line.retry)
        guard let contents = line.contents else { return table.lines(first: style.bold) }
        if line.kind == .event { return table.lines(first: style.bold) + ["", contents.text] }
        table.row("key", contents.key.isEmpty ? "none" : ByteDump.text(Array(contents.key.utf8)))
        for header in contents.headers {
            table.row("header", "\(ByteDump.text(Array(header.name.utf8)))  \(ByteDump.text(Array(header.value.utf8)))")
        }
        let value = Hex.decode(contents.hex) ?? []
        return table.lines(first: style.bold) + ["", "\(value.count) bytes, as text:", ""]
            + [ByteDump.text(Array(value.prefix(ByteDump.most)))] + ["", "and in hexadecimal digits:", ""] + ByteDump.lines(value)
    }
}
