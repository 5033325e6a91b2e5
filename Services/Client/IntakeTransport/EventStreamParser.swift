import Shared

/// Reads server-sent events (HTML Living Standard, section 9.2.6): the data of each. Pure.
public struct EventStreamParser: Sendable {
    /// That of the last event that was complete: to go on behind it, after a cut.
    public private(set) var lastID: String?
    /// That of the event whose lines are being read.
    private var nextID: String?
    private var bytes: [UInt8] = []
    private var data: [UInt8] = []
    private static let longest = 4 * EventReader.maximumSize

    public init() {}

    public mutating func feed(_ piece: [UInt8]) -> [[UInt8]] {
        bytes += piece
        var events: [[UInt8]] = []
        var start = bytes.startIndex
        while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
            var line = bytes[start..<end]
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            start = end + 1
            if line.isEmpty {
                if !data.isEmpty { events.append(data) }
                data = []
                lastID = nextID ?? lastID
            } else if let value = Self.value("data", line) {
                data += (data.isEmpty ? [] : [UInt8(ascii: "\n")]) + value
            } else if let value = Self.value("id", line) {
                nextID = String(decoding: value, as: UTF8.self)
            }
        }
        bytes.removeSubrange(..<start)
        // Nobody sends such lines who means well.
        if bytes.count + data.count > Self.longest { cut() }
        return events
    }

    /// What was not complete will come again.
    public mutating func cut() { (bytes, data, nextID) = ([], [], nil) }

    private static func value(_ name: String, _ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.starts(with: Array("\(name):".utf8)) else { return nil }
        let value = line.dropFirst(name.utf8.count + 1)
        return value.first == UInt8(ascii: " ") ? value.dropFirst() : value
    }
}
