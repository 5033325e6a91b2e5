import Shared

/// An event of a live stream.
public struct LiveEvent: Sendable, Hashable {
    /// The same as in Kafka, in webhooks and in the audit trail. Nil for an event of progress, at which a stream cannot
    /// be resumed.
    public let id: String?
    /// Such as `com.docket.submission.accepted.v1`.
    public let type: String
    /// The event in JSON, for an `EventReader`; without an id, the progress.
    public let data: [UInt8]

    public init(id: String?, type: String, data: [UInt8]) {
        self.id = id
        self.type = type
        self.data = data
    }
}

/// Parses server-sent events (HTML Living Standard, section 9.2.6). It is pure.
public struct EventStreamParser: Sendable {
    /// The id of the last complete event, to resume after it.
    public private(set) var lastID: String?
    /// The id of the event that is being parsed.
    private var nextID: String?
    private var type: [UInt8] = []
    private var bytes: [UInt8] = []
    private var data: [UInt8] = []
    private static let longest = 4 * EventReader.maximumSize

    public init(after event: String? = nil) { lastID = event }

    public mutating func feed(_ piece: [UInt8]) -> [LiveEvent] {
        bytes += piece
        var events: [LiveEvent] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            var line = bytes[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            start = end + 1
            if line.isEmpty {
                if !data.isEmpty {
                    events.append(LiveEvent(id: nextID, type: String(decoding: type, as: UTF8.self), data: data))
                }
                lastID = nextID ?? lastID
                (data, type, nextID) = ([], [], nil)
            } else if let value = Self.value("data", line) {
                data += (data.isEmpty ? [] : [UInt8(ascii: "\n")]) + value
            } else if let value = Self.value("event", line) {
                type = Array(value)
            } else if let value = Self.value("id", line) {
                nextID = String(decoding: value, as: UTF8.self)
            }
        }
        bytes.removeSubrange(..<start)
        // Nobody sends such lines who means well.
        if bytes.count + data.count > Self.longest { cut() }
        return events
    }

    /// Drops the incomplete event, which will come again.
    public mutating func cut() { (bytes, data, type, nextID) = ([], [], [], nil) }

    private static func value(_ name: String, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: Array("\(name):".utf8)) else { return nil }
        let value = line.dropFirst(name.utf8.count + 1)
        return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
}
