import Shared

/// One event as one line: when, on which topic, what, whose, its place in the submission's history, the journey, the state that it
/// leads to, and the time since the event before.
enum EventLine {
    static func text(_ event: WatchedEvent, style: Style) -> String {
        let header = event.header
        let kind = shortType(header.type.rawValue)
        return [
            style.faint(header.time.description), pad(shortTopic(event.topic), 9), decorate(pad(kind, 24), header.type, style),
            "\(header.submission)", style.faint(pad("#\(header.sequence)", 4)), pad("\(header.journey)", 18),
            pad(event.state?.rawValue ?? "-", 11), event.step.map { "+\($0.shortText)" } ?? "",
        ].joined(separator: "  ").trimmedAtEnd
    }

    /// For a record that is no event of Docket: so much can be told all the same.
    static func text(fault: EventFault, topic: String, partition: Int32, offset: Int64, style: Style) -> String {
        style.bad("\(shortTopic(topic))  partition \(partition), offset \(offset): \(fault.description)")
    }

    /// `com.docket.submission.needs_input.v1` → `submission.needs_input`.
    static func shortType(_ type: String) -> String {
        var parts = type.split(separator: ".")
        if parts.starts(with: ["com", "docket"]) { parts.removeFirst(2) }
        if let last = parts.last, last.first == "v", last.dropFirst().allSatisfy(\.isNumber) { parts.removeLast() }
        return parts.joined(separator: ".")
    }

    static func shortTopic(_ topic: String) -> String { topic.hasPrefix("docket.") ? String(topic.dropFirst(7)) : topic }

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
