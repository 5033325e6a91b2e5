import FoundationEssentials
import Glibc
import Support
import Synchronization

/// An append-only record of what somebody has seen, as JSON lines.
final class HistoryFile<Entry: Codable & Sendable>: Sendable {
    private let descriptor: CInt
    private let kept = Mutex<[Entry]>([])

    init(_ path: String) throws {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Program.Failed(description: "\(path): \(String(cString: strerror(errno)))") }
    }

    deinit { close(descriptor) }

    var entries: [Entry] { kept.withLock { $0 } }
    var count: Int { kept.withLock { $0.count } }

    func append(_ entry: Entry) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let line = (try? encoder.encode(entry)).map { [UInt8]($0) + [UInt8(ascii: "\n")] } ?? []
        kept.withLock { entries in
            entries.append(entry)
            // What is judged is what is kept; the file is for whoever looks into a failure.
            _ = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
    }
}
