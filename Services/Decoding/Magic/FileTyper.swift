import CLibmagic

/// Detects the type of a file from its first bytes, by libmagic.
///
/// It is not thread-safe, like libmagic's handle: only one owner may use it.
public final class FileTyper {
    public struct NotAvailable: Error, Hashable, Sendable {
        /// libmagic's message, usually about a missing database.
        public let detail: String
    }

    /// More bytes do not change the result.
    public static let usefulBytes = 1 << 20

    private let handle: magic_t

    /// Loads the database, which takes a few milliseconds.
    public init() throws(NotAvailable) {
        // What a compressed file holds is not asked for: libmagic would start programs to find out.
        guard let handle = magic_open(MAGIC_MIME_TYPE | MAGIC_NO_CHECK_COMPRESS | MAGIC_ERROR) else {
            throw NotAvailable(detail: "libmagic could not be opened")
        }
        guard magic_load(handle, nil) == 0 else {
            let detail = magic_error(handle).map { String(cString: $0) } ?? "no reason given"
            magic_close(handle)
            throw NotAvailable(detail: detail)
        }
        self.handle = handle
    }

    deinit {
        magic_close(handle)
    }

    public static var version: String {
        let version = magic_version()
        return "\(version / 100).\(version % 100)"
    }

    /// A media type such as `image/jpeg`, or `application/octet-stream` if the type is unknown.
    public func mediaType(of bytes: [UInt8]) -> String {
        let opinion = bytes.withUnsafeBytes { magic_buffer(handle, $0.baseAddress, min($0.count, Self.usefulBytes)) }
        return opinion.map { String(cString: $0) } ?? "application/octet-stream"
    }
}
