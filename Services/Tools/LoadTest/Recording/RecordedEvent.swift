public import Shared

/// A line of a recording of events: `{"t":…,"topic":"docket.submitted","event":{…}}`.
public struct RecordedEvent: Sendable, Hashable {
    /// Milliseconds since 1970.
    public let time: Int64
    public let topic: Topic
    /// The published form of the event.
    public let event: [UInt8]

    public init(time: Int64, topic: Topic, event: [UInt8]) {
        (self.time, self.topic, self.event) = (time, topic, event)
    }

    private static let topicName = Array(",\"topic\":\"".utf8)
    private static let eventName = Array("\",\"event\":".utf8)

    /// With its line end. Nil if the event does not fit on a line.
    public func line() -> [UInt8]? {
        guard !event.contains(RecordingLine.end) else { return nil }
        return RecordingLine.beginning(time) + Self.topicName + Array(topic.name.utf8) + Self.eventName + event
            + [UInt8(ascii: "}"), RecordingLine.end]
    }

    /// Parses a line in the written form; nil for any other.
    public init?(line: ArraySlice<UInt8>) {
        guard line.last == UInt8(ascii: "}"), let (time, place) = RecordingLine.time(of: line) else { return nil }
        let rest = line[place..<(line.endIndex - 1)]
        guard rest.starts(with: Self.topicName), case let named = rest.dropFirst(Self.topicName.count),
            let quote = named.firstIndex(of: UInt8(ascii: "\"")),
            let topic = Topic(rawValue: String(decoding: named[..<quote], as: UTF8.self)),
            named[quote...].starts(with: Self.eventName)
        else { return nil }
        self.init(time: time, topic: topic, event: Array(named[(quote + Self.eventName.count)...]))
    }

    // MARK: - What is personal

    /// Personal facts of the document and in the findings of rules.
    private static let dates: Set<String> = ["issueDate", "expiryDate", "periodStart", "periodEnd"]
    private static let words: Set<String> = ["found", "message", "values"]
    private static let marks = dates.union(words).sorted().map { Array("\"\($0)\"".utf8) }

    /// The event without personal data: dates are left out, and words replaced. Nil if it is no JSON.
    public static func withoutPersonal(_ event: [UInt8]) -> [UInt8]? {
        guard event.contains(RecordingLine.end) || marks.contains(where: { ByteSearch.last($0, in: event[...]) != nil }) else {
            return event
        }
        guard let value = try? CanonicalJSON.decode(JSONValue.self, from: event) else { return nil }
        return try? CanonicalJSON.encode(withoutPersonal(value))
    }

    private static func withoutPersonal(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            var kept: [String: JSONValue] = [:]
            for (name, value) in members where !dates.contains(name) {
                switch value {
                case .string where words.contains(name): kept[name] = "•••"
                case .object where words.contains(name): kept[name] = [:]
                case .array where words.contains(name): kept[name] = []
                default: kept[name] = words.contains(name) ? .null : withoutPersonal(value)
                }
            }
            return .object(kept)
        case .array(let values): return .array(values.map(withoutPersonal))
        default: return value
        }
    }
}

/// Finds bytes in bytes.
enum ByteSearch {
    /// The index of the last occurrence of the pattern.
    static func last(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = pattern.first, bytes.count >= pattern.count else { return nil }
        var place = bytes.endIndex - pattern.count
        while place >= bytes.startIndex {
            if bytes[place] == first, bytes[place...].starts(with: pattern) { return place }
            place -= 1
        }
        return nil
    }
}
