import FoundationEssentials
import Glibc
import Shared

/// What was erased on a person's word, outside the database: one line of JSON each, ids alone. A database that was restored from
/// an older dump knows nothing of it; `docket erase --again FILE` does it once more.
struct ErasureLedger: Sendable {
    struct Entry: Codable, Sendable, Hashable {
        let submission: SubmissionID
        let tenant: TenantID
        let confirmedAt: String
        let by: String
    }

    let path: String

    /// Longer lines are none of ours.
    static let longestLine = 4_096

    /// Appends an entry, durably: it is there before anything is erased. An erasure that then does not happen is asked for again
    /// by whoever applies the ledger, as it was confirmed.
    func append(_ entry: Entry) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written") }
        defer { close(descriptor) }
        let line = Array((JSONText.of(entry) + "\n").utf8)
        // In one piece, so that two who append do not mix.
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count, fsync(descriptor) == 0 else { throw failure("written") }
    }

    /// All entries, each submission once, and the numbers of the lines that are none.
    func entries() throws(CommandFailure) -> (entries: [Entry], unreadable: [Int]) {
        guard let stream = fopen(path, "re") else { throw failure("read", .notFound) }
        defer { fclose(stream) }
        var (entries, seen, unreadable): ([Entry], Set<SubmissionID>, [Int]) = ([], [], [])
        var buffer = [CChar](repeating: 0, count: Self.longestLine)
        var number = 0
        while fgets(&buffer, CInt(buffer.count), stream) != nil {
            number += 1
            let bytes = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
            if line.isEmpty { continue }
            guard bytes.count > line.count || feof(stream) != 0,
                let entry = try? CanonicalJSON.decode(Entry.self, from: Array(line))
            else {
                unreadable.append(number)
                // The rest of a line that is too long.
                if bytes.count == line.count { while case let next = fgetc(stream), next != EOF, next != 10 {} }
                continue
            }
            if seen.insert(entry.submission).inserted { entries.append(entry) }
        }
        return (entries, unreadable)
    }

    private func failure(_ verb: String, _ code: ExitCode = .cannotCreate) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return CommandFailure(
            code, "the ledger of erasures, \(path), cannot be \(verb): \(reason)",
            advice: "Name another file with --ledger, or DOCKET_ERASURE_LEDGER.")
    }
}
