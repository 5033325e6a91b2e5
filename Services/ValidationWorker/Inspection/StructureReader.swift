import BlobStore
import EventLoop
import Shared

/// Reads only the structure of a file.
struct StructureReader: Sendable {
    let pool: BlockingPool

    func facts(of file: BlobFile) async throws(BlobError) -> FileFacts {
        var sniffer = FileSniffer()
        while let range = sniffer.next(ofSize: file.size) {
            let count = min(max(range.count, Self.smallestRead), FileSniffer.replayLength)
            let bytes = try await file.read(at: range.lowerBound, count: count, on: pool)
            guard !bytes.isEmpty else { break }
            sniffer.take(bytes.span, at: range.lowerBound)
        }
        return sniffer.facts
    }

    /// The least bytes of a read, because a read costs more than its bytes, and headers are close to each other.
    private static let smallestRead = 16 * 1024
}
