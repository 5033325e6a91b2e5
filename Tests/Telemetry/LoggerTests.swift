import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import Telemetry

/// Keeps what it receives.
final class RecordingSink: LogSink {
    private let records = Mutex<[LogRecord]>([])
    func receive(_ record: LogRecord) { records.withLock { $0.append(record) } }
    var received: [LogRecord] { records.withLock { $0 } }
}

@Suite struct LoggerTests {
    private func line(_ record: LogRecord) -> String { String(decoding: record.jsonLine, as: UTF8.self) }

    @Test func levelsAreOrdered() {
        #expect(LogLevel.allCases.sorted() == LogLevel.allCases)
        #expect(LogLevel.debug < .info)
    }

    @Test func whatIsBelowTheLevelIsNotEvenEvaluated() {
        let sink = RecordingSink()
        let logger = Logger(label: "test", level: .warning, sink: sink)
        func expensive() -> String {
            Issue.record("evaluated")
            return ""
        }
        logger.info(expensive())
        logger.warning("kept")
        #expect(sink.received.map(\.message) == ["kept"])
    }

    @Test func fieldsOfTheLineWinOverThoseOfTheContext() {
        let sink = RecordingSink()
        let logger = Logger(label: "test", sink: sink, context: ["a": 1, "b": 2]).with(["b": 3, "c": "x"])
        logger.error("e", ["c": "y"])
        #expect(sink.received.first?.fields == ["a": 1, "b": 3, "c": "y"])
    }

    @Test func aLineIsOneJSONObject() {
        let record = LogRecord(
            microseconds: 1_793_437_200_000_001, level: .info, label: "gate\"way", message: "first\nsecond\t\u{1}\u{2028}",
            fields: ["n": -5, "d": 1.5, "b": true, "inf": .double(.infinity), "time": "mine", "ü": "日本\\"])
        #expect(
            line(record)
                == #"{"time":"2026-10-31T09:00:00.000001Z","level":"info","label":"gate\"way","#
                + #""message":"first\nsecond\t\u0001\u2028","b":true,"d":1.5,"inf":"inf","n":-5,"field.time":"mine","#
                + #""ü":"日本\\"}"# + "\n")
    }

    @Test(arguments: [
        (Int64(0), "1970-01-01T00:00:00.000000Z"), (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
        (-1, "1969-12-31T23:59:59.999999Z"), (4_107_542_399_999_999, "2100-02-28T23:59:59.999999Z"),
        (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
    ])
    func timesAreCivil(microseconds: Int64, text: String) {
        let record = LogRecord(microseconds: microseconds, level: .info, label: "l", message: "m")
        #expect(line(record).hasPrefix(#"{"time":"\#(text)""#))
    }

    @Test func aLineIsBoundedAndStaysJSON() throws {
        let long = String(repeating: "\u{1}é", count: 5_000)
        var fields: [String: LogValue] = [:]
        for index in 0..<200 { fields["field\(index)"] = .string(long) }
        let bytes = LogRecord(level: .info, label: long, message: long, fields: fields).jsonLine
        #expect(bytes.count <= 4_096)
        #expect(bytes.filter { $0 == UInt8(ascii: "\n") }.count == 1)
        struct Line: Decodable { let level: String, truncated: Bool, message: String }
        let decoded = try JSONDecoder().decode(Line.self, from: Data(bytes))
        #expect(decoded.truncated)
        #expect(decoded.message.hasSuffix("…"))
    }

    @Test func aDescriptorGetsOneWholeLineAWrite() throws {
        // A packet socket keeps writes apart: what one read returns is what one write sent.
        var ends: [CInt] = [-1, -1]
        let kind = CInt(SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { ends.forEach { close($0) } }
        let logger = Logger(label: "test", sink: DescriptorSink(descriptor: ends[1]))
        logger.info("one")
        logger.info("two")
        var buffer = [UInt8](repeating: 0, count: 8_192)
        for word in ["one", "two"] {
            let count = read(ends[0], &buffer, buffer.count)
            let text = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
            #expect(text.contains(#""message":"\#(word)""#) && text.hasSuffix("}\n"))
        }
        // A reader that does not read costs lines, not the service.
        for _ in 0..<10_000 { logger.info("full") }
    }

    @Test func durationsAreMilliseconds() {
        #expect(LogValue(milliseconds: .microseconds(1_500)) == 1.5)
    }
}
