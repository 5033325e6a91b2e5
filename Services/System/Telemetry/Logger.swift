/// Writes events as JSON lines. It is a value: `with(_:)` returns a logger whose lines have more fields.
///
/// Messages are constant sentences, and variable parts are fields, so that lines can be counted and found. Never log
/// contents, file names, secrets or personal data.
public struct Logger: Sendable {
    public let label: String
    public var level: LogLevel
    public private(set) var context: [String: LogValue]
    private let sink: any LogSink

    public init(
        label: String, level: LogLevel = .info, sink: any LogSink = StandardErrorSink.shared, context: [String: LogValue] = [:]
    ) {
        self.label = label
        self.level = level
        self.sink = sink
        self.context = context
    }

    /// A logger that drops all lines.
    public static let silent = Logger(label: "silent", level: .critical, sink: DiscardingSink())

    /// The same logger with these fields on each line; they replace fields of the same name.
    public func with(_ fields: [String: LogValue]) -> Logger {
        var copy = self
        copy.context.merge(fields) { _, new in new }
        return copy
    }

    /// The same sink and fields under another label.
    public func labelled(_ label: String) -> Logger {
        Logger(label: label, level: level, sink: sink, context: context)
    }

    /// Neither argument is evaluated if the level is not logged. A field of the line overrides one of the context.
    public func log(
        _ level: LogLevel, _ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]
    ) {
        guard level >= self.level else { return }
        let merged = context.merging(fields()) { _, new in new }
        sink.receive(LogRecord(level: level, label: label, message: message(), fields: merged))
    }

    public func trace(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.trace, message(), fields())
    }

    public func debug(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.debug, message(), fields())
    }

    public func info(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.info, message(), fields())
    }

    public func notice(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.notice, message(), fields())
    }

    public func warning(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.warning, message(), fields())
    }

    public func error(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.error, message(), fields())
    }

    public func critical(_ message: @autoclosure () -> String, _ fields: @autoclosure () -> [String: LogValue] = [:]) {
        log(.critical, message(), fields())
    }
}
