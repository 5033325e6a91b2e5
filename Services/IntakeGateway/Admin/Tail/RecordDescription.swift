import Kafka
import Operations
import Shared

/// A record of a topic for operators. Personal values of its event are masked.
struct RecordDescription: Encodable, Sendable {
    struct Header: Encodable, Sendable {
        let name: String
        let text: String
    }

    let topic: String
    let partition: Int
    let offset: Int
    let key: String?
    let published: Timestamp?
    /// The duration of the step that it ends, in milliseconds.
    let latency: Double?
    /// The state that the submission entered by it.
    let state: SubmissionState?
    let headers: [Header]
    /// Why there is no event to show.
    let problem: String?

    init(_ event: WatchedEvent) {
        (topic, partition, offset) = (event.topic, Int(event.partition), Int(event.offset))
        key = event.key.map { ByteDump.text($0) }
        (published, state) = (event.published, event.state)
        latency = if case .took(let time)? = event.header?.step { time.inMilliseconds } else { nil }
        headers = event.headers.map { Header(name: $0.name, text: ByteDump.text($0.value)) }
        problem = if case .failure(let fault) = event.content { "\(fault)" } else { nil }
    }

    /// One line of JSON: this description, with the event as `event`.
    static func json(_ event: WatchedEvent, value: [UInt8]) -> [UInt8] {
        let own = (try? CanonicalJSON.encode(RecordDescription(event))) ?? Array("{}".utf8)
        return Array(#"{"record":"#.utf8) + own + Array(#","event":"#.utf8) + masked(event, value) + [UInt8(ascii: "}")]
    }

    /// Anything but JSON cannot be masked, and is not shown.
    private static func masked(_ event: WatchedEvent, _ value: [UInt8]) -> [UInt8] {
        guard event.header != nil || (try? CanonicalJSON.decode(JSONValue.self, from: value)) != nil else {
            return Array("null".utf8)
        }
        // Between the parts of JSON an end of a line is a space; within them there is none.
        return EventMask.masked(value).map { $0 == 10 || $0 == 13 ? UInt8(ascii: " ") : $0 }
    }
}
