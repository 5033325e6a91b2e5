import Shared

/// The ways to have a file looked into.
enum Looking {
    /// As a file at hand.
    static func whole(_ bytes: [UInt8], limits: FileLimits? = nil, depth: FileSniffer.Depth = .everything) -> FileFacts {
        var sniffer = FileSniffer(limits: limits, depth: depth)
        sniffer.examine(size: bytes.count) { offset, count in
            precondition(offset >= 0 && offset < bytes.count && count > 0)
            return Array(bytes[offset..<min(offset + count, bytes.count)])
        }
        return sniffer.facts
    }

    /// As a stream in pieces of one size.
    static func streamed(_ bytes: [UInt8], pieces: Int, depth: FileSniffer.Depth = .everything) -> FileFacts {
        var sniffer = FileSniffer(depth: depth)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            sniffer.take(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        sniffer.finish()
        return sniffer.facts
    }
}
