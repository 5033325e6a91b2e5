import Domain
import Shared

/// What `docket dlq` prints.
enum DeadLetterScreen {
    /// How a person names a dead letter: an event by its id, a record by its number.
    static func name(_ letter: DeadLetter) -> String {
        switch letter {
        case .event(let item): item.key.eventID.description
        case .record(let record): "\(record.number)"
        }
    }

    static func list(_ letters: [DeadLetter], style: Style) -> [String] {
        guard !letters.isEmpty else { return ["No dead letters."] }
        var table = Table()
        for letter in letters {
            let line = DeadLetterLine(letter)
            table.row(
                line.stage, name(letter), line.kind == .event ? line.submission ?? "" : line.place ?? "from no topic",
                "\(line.attempts) attempts", line.parkedAt, line.error ?? "unknown cause")
        }
        return table.lines(first: style.bold)
    }

    static func details(_ letter: DeadLetter, style: Style) -> [String] {
        switch letter {
        case .event(let item): details(DeadLetterLine(letter), item, style: style)
        case .record(let record): details(DeadLetterLine(letter), record, style: style)
        }
    }

    private static func details(_ line: DeadLetterLine, _ item: ParkedItem, style: Style) -> [String] {
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

    private static func details(_ line: DeadLetterLine, _ record: DeadRecord, style: Style) -> [String] {
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

    /// What sending it again does.
    static func words(_ letter: DeadLetter) -> String {
        switch letter {
        case .event(let item): words(item.retry, item)
        case .record(let record): words(record.retry, record.notice.stage)
        }
    }

    private static func words(_ retry: ParkedItem.Retry, _ item: ParkedItem) -> String {
        switch retry {
        case .submit(let version):
            "hands the failed submission in again (version \(version)), and validation begins anew"
        case .tryAgain: "lets \(item.key.stage.rawValue) try the event again at once, with all of its attempts"
        case .nothing(let state?): "changes nothing: the submission has moved on, and is \(state.rawValue); discard it"
        case .nothing(nil): "changes nothing: the submission is gone; discard it"
        }
    }

    private static func words(_ retry: DeadRecord.Retry, _ stage: Stage) -> String {
        switch retry {
        case .tryEvent(let event): "lets \(stage.rawValue) try the event \(event), which can be read and is in the log by now"
        case .nothing(.unreadable(let fault)): "changes nothing: this version cannot read it either (\(fault.code)); discard it"
        case .nothing(.foreign(let type)):
            "changes nothing: \(stage.rawValue) does not work on \(EventLine.shortType(type.rawValue)); discard it"
        case .nothing(.unknown(let submission)):
            "changes nothing: the database has no such event of submission \(submission); discard it"
        case .nothing(.taken(let event)):
            "changes nothing: \(stage.rawValue) has had the event \(event) meanwhile; discard it"
        }
    }
}

/// One dead letter for programs.
struct DeadLetterLine: Encodable, Sendable {
    enum Kind: String, Encodable, Sendable {
        case event, record
    }

    let kind: Kind
    let stage: String
    /// Of an event, its id; of a record, the id of the event that it says to be, where it can be read.
    let event: String?
    /// Of a record.
    let number: Int64?
    let type: String?
    let submission: String?
    let tenant: String?
    let sequence: Int?
    let attempts: Int
    let parkedAt: String
    /// The code of the last failure.
    let cause: String?
    /// Code and words.
    let error: String?
    let submissionState: String?
    let retry: String
    /// Where the record lay.
    let origin: Origin?
    /// What the record holds; only where one is shown.
    var contents: Contents?

    struct Origin: Encodable, Sendable {
        let cluster: String?
        let topic: String
        let partition: Int32
        let offset: Int64
    }

    struct Contents: Encodable, Sendable {
        let key: String
        let headers: [Header]
        let text: String
        let hex: String

        struct Header: Encodable, Sendable {
            let name: String
            let value: String
        }
    }

    /// `docket.submitted[2]@17`.
    var place: String? { origin.map { "\($0.topic)[\($0.partition)]@\($0.offset)" } }

    init(_ letter: DeadLetter, withContents: Bool = false) {
        stage = letter.stage.rawValue
        parkedAt = Timestamp(letter.givenUpAt).description
        retry = DeadLetterScreen.words(letter)
        switch letter {
        case .event(let item):
            (kind, number, origin, contents) = (.event, nil, nil, nil)
            event = item.key.eventID.description
            type = item.event.type.rawValue
            submission = item.event.submission.description
            tenant = item.event.tenant.rawValue
            sequence = item.event.sequence
            attempts = item.attempts
            cause = item.error.flatMap { $0.split(separator: ":").first.map(String.init) }
            error = item.error
            submissionState = item.state?.rawValue
        case .record(let record):
            let notice = record.notice
            let header = try? EventReader.header(of: notice.value)
            (kind, number, submissionState) = (.record, record.number, nil)
            event = header?.id.description
            type = header?.type.rawValue
            submission = header?.submission.description
            tenant = header?.tenant.rawValue
            sequence = header?.sequence
            attempts = notice.attempts
            cause = notice.code
            error = "\(notice.code): \(notice.problem)"
            origin = notice.origin.map {
                Origin(cluster: $0.cluster, topic: $0.topic, partition: $0.partition, offset: $0.offset)
            }
            contents = withContents ? Contents(notice) : nil
        }
    }
}

extension DeadLetterLine.Contents {
    fileprivate init(_ notice: DeadLetterNotice) {
        key = String(decoding: notice.key, as: UTF8.self)
        headers = notice.headers.map { Header(name: $0.name, value: String(decoding: $0.value, as: UTF8.self)) }
        text = String(decoding: notice.value, as: UTF8.self)
        hex = Hexadecimal.encode(notice.value)
    }
}
