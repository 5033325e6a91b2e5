/// Says what happens, as JSON lines. A value: `with(_:)` gives a logger whose lines carry more fields.
///
/// Messages are constant sentences and what varies is a field, so that lines can be counted and found. Contents, file
/// names, secrets and personal data are never logged.
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

    /// A logger that says nothing.
    public static let silent = Logger(label: "silent", level: .critical, sink: DiscardingSink())

    /// The same logger with these fields on each line; a field of the same name is replaced.
    public func with(_ fields: [String: LogValue]) -> Logger {
        var copy = self
        copy.context.merge(fields) { _, new in new }
        return copy
    }

    /// The same sink and fields under another label.
    public func labelled(_ label: String) -> Logger {
        Logger(label: label, level: level, sink: sink, context: context)
    }

    /// Neither argument is evaluated when the level is not logged. A field of the line wins over one of the context.
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
