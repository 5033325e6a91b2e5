/// Names of events and topics for people.
package enum EventWords {
    /// `com.docket.submission.needs_input.v1` → `submission.needs_input`.
    package static func shortType(_ type: String) -> String {
        var parts = type.split(separator: ".")
        if parts.starts(with: ["com", "docket"]) { parts.removeFirst(2) }
        if let last = parts.last, last.first == "v", last.dropFirst().allSatisfy(\.isNumber) { parts.removeLast() }
        return parts.joined(separator: ".")
    }

    package static func shortTopic(_ topic: String) -> String { topic.hasPrefix("docket.") ? String(topic.dropFirst(7)) : topic }
}
