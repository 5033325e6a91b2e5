import Glibc

/// Receives log records. Called from any thread; must not block for long, and reports no errors to the caller.
public protocol LogSink: Sendable {
    func receive(_ record: LogRecord)
}

extension LogRecord {
    /// The record as one line of JSON with its newline, at most 4,096 bytes.
    public var jsonLine: [UInt8] { JSONLine.bytes(of: self) }
}

/// Writes each record as a JSON line with one `write(2)`.
public struct DescriptorSink: LogSink {
    private let descriptor: CInt

    /// - Parameter descriptor: The caller owns it; it is never closed here.
    public init(descriptor: CInt) { self.descriptor = descriptor }

    public func receive(_ record: LogRecord) {
        let line = record.jsonLine
        line.withUnsafeBytes { buffer in
            var rest = buffer[...]
            // A short write happens on a full disk or a file limit only; a full non-blocking pipe drops the line: a log
            // that nobody reads must not stop the service.
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written > 0 {
                    rest = rest.dropFirst(written)
                } else if written < 0, errno == EINTR {
                    continue
                } else {
                    return
                }
            }
        }
    }
}

/// The process's standard error.
public struct StandardErrorSink: LogSink {
    public static let shared = StandardErrorSink()
    private let sink = DescriptorSink(descriptor: STDERR_FILENO)

    public func receive(_ record: LogRecord) { sink.receive(record) }
}

/// Drops all records, for a caller that wants no log.
public struct DiscardingSink: LogSink {
    public init() {}
    public func receive(_ record: LogRecord) {}
}
