import FoundationEssentials
import Glibc
package import Shared

/// The ledger of erasures on request, outside the database: one line of JSON for each, only with ids. A database restored
/// from an older dump lacks them; `docket erase --again FILE` repeats them.
package struct ErasureLedger: Sendable {
    package struct Entry: Codable, Sendable, Hashable {
        package let submission: SubmissionID
        package let tenant: TenantID
        package let confirmedAt: String
        package let by: String

        package init(submission: SubmissionID, tenant: TenantID, confirmedAt: String, by: String) {
            (self.submission, self.tenant, self.confirmedAt, self.by) = (submission, tenant, confirmedAt, by)
        }
    }

    /// The file cannot be read, or not be written durably.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
        package let isReading: Bool
    }

    package let path: String

    package init(path: String) { self.path = path }

    /// Longer lines are not entries.
    package static let longestLine = 4_096

    /// Appends an entry durably, before anything is erased. If the erasure then fails, applying the ledger repeats it: it
    /// was confirmed.
    package func append(_ entry: Entry) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(isReading: false) }
        defer { close(descriptor) }
        guard let json = try? CanonicalJSON.encode(entry) else { throw failure(isReading: false) }
        let line = json + [UInt8(ascii: "\n")]
        // One after the other: what is cut off again, when it does not fit, is nobody else's.
        guard flock(descriptor, LOCK_EX) == 0, case let end = lseek(descriptor, 0, SEEK_END), end >= 0 else {
            throw failure(isReading: false)
        }
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard written == line.count, fsync(descriptor) == 0 else {
            let failure = failure(isReading: false)
            // Half a line would make one of the next.
            ftruncate(descriptor, end)
            throw failure
        }
    }

    /// All entries, one for each submission, and the numbers of unreadable lines.
    package func entries() throws(Failure) -> (entries: [Entry], unreadable: [Int]) {
        guard let stream = fopen(path, "re") else { throw failure(isReading: true) }
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

    private func failure(isReading: Bool) -> Failure {
        let reason = String(cString: strerror(errno))
        return Failure(
            description: "the ledger of erasures, \(path), cannot be \(isReading ? "read" : "written"): \(reason)",
            isReading: isReading)
    }
}
