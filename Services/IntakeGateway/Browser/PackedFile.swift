import Gzip
import Synchronization

/// The gzip form of a file. It is made on the first request: compressing all files would delay the start.
final class PackedFile: Sendable {
    private let source: [UInt8]
    /// Nil until requested; an inner nil if it cannot be compressed.
    private let made = Mutex<[UInt8]??>(nil)

    init(_ source: [UInt8]) { self.source = source }

    /// Nil if it cannot be compressed.
    var bytes: [UInt8]? {
        made.withLock { made in
            if let made { return made }
            let packed = Gzip.compressed(source)
            made = .some(packed)
            return packed
        }
    }
}
