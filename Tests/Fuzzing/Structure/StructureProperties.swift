import DocumentFixtures
import Shared

/// What must hold of what is read of a file's structure: nothing traps and everything ends; nothing is asked for beyond the file; no
/// window is larger than it may be; how the bytes are cut changes nothing; what dooms a file is found by the gateway's way, too,
/// unless it lies where that never looks.
enum StructureProperties {
    /// Of files of a family of formats; others are another target's.
    static func check(_ input: [UInt8], _ family: Set<MediaType>) {
        // The first byte says how the rest is cut.
        guard let cut = input.first else { return }
        let bytes = Array(input.dropFirst())
        guard let type = MediaTypeSniffer.mediaType(of: bytes), family.contains(type) else { return }
        let whole = examined(bytes)
        let streamed = streamed(bytes, pieces: 1 + Int(cut), depth: .everything)
        precondition(streamed.mediaType == whole.mediaType, "the same bytes in pieces are another file")
        precondition(streamed == StructureProperties.streamed(bytes, pieces: max(1, bytes.count), depth: .everything))
        if whole.encryption == streamed.encryption { precondition(whole.pdf == streamed.pdf) }
        if let size = whole.size { precondition(size.width > 0 && size.height > 0) }
        if let orientation = whole.orientation { precondition((1...8).contains(orientation)) }
        if let trailing = whole.trailing { precondition(trailing.byteCount > 0 && trailing.byteCount <= bytes.count) }
        let gateway = StructureProperties.streamed(bytes, pieces: 1 + Int(cut), depth: .headers)
        precondition(gateway.size == streamed.size || streamed.size == nil || gateway.size != nil)
    }

    private static func examined(_ bytes: [UInt8]) -> FileFacts {
        var sniffer = FileSniffer(limits: FileLimits())
        var reads = 0
        sniffer.examine(size: bytes.count) { offset, count in
            reads += 1
            precondition(offset >= 0 && offset < bytes.count && count > 0 && count <= 256 * 1024, "beyond the file")
            precondition(reads < 100_000, "it does not end")
            return Array(bytes[offset..<min(offset + count, bytes.count)])
        }
        precondition(sniffer.isComplete)
        return sniffer.facts
    }

    private static func streamed(_ bytes: [UInt8], pieces: Int, depth: FileSniffer.Depth) -> FileFacts {
        var sniffer = FileSniffer(limits: FileLimits(), depth: depth)
        for start in stride(from: 0, to: bytes.count, by: pieces) {
            sniffer.take(Array(bytes[start..<min(start + pieces, bytes.count)]))
        }
        sniffer.finish()
        precondition(sniffer.position == bytes.count)
        return sniffer.facts
    }

    /// The corpus's small files of a family, and how each is cut.
    static func seeds(_ family: Set<MediaType>) -> [[UInt8]] {
        let corpus = Corpus.handmade.map(\.bytes).filter { bytes in
            bytes.count < 4000 && MediaTypeSniffer.mediaType(of: bytes).map(family.contains) ?? false
        }
        return corpus.enumerated().map { [UInt8(truncatingIfNeeded: $0.offset)] + $0.element }
    }
}
