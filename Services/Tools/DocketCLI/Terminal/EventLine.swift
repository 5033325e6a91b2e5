import CommandSupport
import Operations
import Shared

/// An event as one line: time, topic, type, tenant, position in the submission's history, journey, resulting state, time
/// since the previous event, and the reason for a refusal.
enum EventLine {
    static func text(_ event: WatchedEvent, style: Style) -> String {
        if let head = event.custodyHead { return text(head, of: event, style) }
        if let usage = event.usage { return text(usage, of: event, style) }
        let cause = event.deadLetter
        let header: EventHeader
        switch event.content {
        case .success(let sound): header = sound
        case .failure(let fault):
            let place = "\(shortTopic(event.topic))  partition \(event.partition), offset \(event.offset): "
            return style.bad(place + (cause?.words ?? fault.description))
        }
        let kind = shortType(header.type.rawValue)
        let why = cause.map { style.bad($0.words) } ?? ReasonLine.first(of: event.reasons) ?? ""
        return [
            style.faint((cause?.failedAt ?? header.time).description), pad(shortTopic(event.topic), 9),
            decorate(pad(kind, 24), header.type, style), "\(header.submission)", style.faint(pad("#\(header.sequence)", 4)),
            pad("\(header.journey)", 18), pad(event.state?.rawValue ?? "-", 11),
            pad(step(header.step), why.isEmpty ? 0 : 8), why,
        ].joined(separator: "  ").trimmedAtEnd
    }

    /// A signed head: the tenant of the log, its number, and how many leaves it covers.
    private static func text(_ head: CustodyHeadEvent, of event: WatchedEvent, _ style: Style) -> String {
        [
            style.faint(head.time.description), pad(shortTopic(event.topic), 9), pad(shortType(CustodyHeadEvent.type), 24),
            head.tenant.rawValue, style.faint(pad("#\(head.sequence)", 4)), "era \(head.data.era), \(head.data.size) leaves",
            head.data.root,
        ].joined(separator: "  ")
    }

    /// A tenant's day: the tenant, the day, and what was used.
    private static func text(_ usage: UsageEvent, of event: WatchedEvent, _ style: Style) -> String {
        let (data, counts) = (usage.data, usage.data.counts)
        return [
            style.faint(usage.time.description), pad(shortTopic(event.topic), 9), pad(shortType(UsageEvent.type), 24),
            usage.tenant.rawValue, data.day.description,
            "\(counts.submissions) submitted, \(counts.files) files of \(counts.bytes) bytes",
            "\(counts.pagesMade) pages made, \(counts.pagesRead) read in \(counts.readingMilliseconds) ms",
        ].joined(separator: "  ")
    }

    private static func step(_ step: StepTime) -> String {
        switch step {
        case .first: ""
        case .took(let time): "+\(time.shortText)"
        case .unknown: "+?"
        }
    }

    static func shortType(_ type: String) -> String { EventWords.shortType(type) }
    static func shortTopic(_ topic: String) -> String { EventWords.shortTopic(topic) }

    private static func decorate(_ text: String, _ type: EventType, _ style: Style) -> String {
        switch type {
        case .submissionAccepted: style.good(text)
        case .submissionRejected, .submissionFailed, .uploadRefused: style.bad(text)
        case .submissionNeedsInput, .submissionInReview: style.warning(text)
        default: text
        }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        var text = Substring(self)
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
