import Gzip
import Synchronization

/// A file as browsers have it that take it packed. It is packed when the first one asks: to pack all of them would hold up the start.
final class PackedFile: Sendable {
    private let source: [UInt8]
    /// Nil until somebody asked; nil within where it cannot be packed.
    private let made = Mutex<[UInt8]??>(nil)

    init(_ source: [UInt8]) { self.source = source }

    /// Nil where it cannot be packed.
    var bytes: [UInt8]? {
        made.withLock { made in
            if let made { return made }
            let packed = Gzip.compressed(source)
            made = .some(packed)
            return packed
        }
    }
}
