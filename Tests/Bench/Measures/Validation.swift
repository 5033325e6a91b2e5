import Crypto
import Glibc
import Shared

/// A file read once, digested, and looked through to its end: what is done to every file before the jail.
enum Validation {
    struct Unreadable: Error {}

    static func measure(_ path: String) throws -> Duration {
        try ContinuousClock().measure {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw Unreadable() }
            defer { close(descriptor) }
            var gatherer = FileGatherer()
            var digest = Digest(.sha256)
            var chunk = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = read(descriptor, &chunk, chunk.count)
                guard count >= 0 else { throw Unreadable() }
                if count == 0 { break }
                let piece = count == chunk.count ? chunk : Array(chunk[..<count])
                digest.update(piece)
                gatherer.take(piece)
            }
            let facts = gatherer.facts(id: .random(), digest: ContentDigest(bytes: digest.finalize()))
            precondition(facts.mediaType == .jpeg && !facts.isTruncated, "This is no whole JPEG.")
        }
    }
}
