import Custody
import Domain
import EventLoop
import Glibc
import PostgresStore
import Shared

/// The folder of signed heads and their time stamps, with a folder for each tenant and a file for each head or stamp. No
/// file in it ever changes, so it may be on write-once storage.
struct HeadFolder: Sendable {
    struct Fault: Error, Sendable, CustomStringConvertible {
        let description: String
    }

    let path: String
    let pool: BlockingPool
    let heads: CustodyHeadStore
    /// How many heads are read at once when some are missing.
    var page = 500

    /// Stores a head, and all that are missing before it, the oldest first: where one is, all before it are.
    func keep(_ head: SignedHead, of tenant: TenantID) async throws(Fault) {
        if var last = try await lastBeforeGap(head.head, of: tenant) {
            while true {
                let missing = try await read(after: last, of: tenant).filter { $0.head.number < head.head.number }
                for head in missing { try await write(head, tenant) }
                guard let end = missing.last else { break }
                last = end.head.number
            }
        }
        try await write(head, tenant)
    }

    /// Stores the time stamp of a head, in the form that `openssl ts -verify -token_in` reads. A missing stamp is not
    /// added later: the next one covers the earlier heads, too.
    func keep(stamp: [UInt8], of head: LogHead) async throws(Fault) {
        guard let tenant = TenantID(rawValue: head.tenant) else { throw Fault(description: "the head names no tenant") }
        try await write(stamp, head, "tst", tenant)
    }

    /// Nil if the previous head exists; otherwise the number of a head behind which all may be missing. It is looked for backwards, page by
    /// page: a folder is mostly whole.
    private func lastBeforeGap(_ head: LogHead, of tenant: TenantID) async throws(Fault) -> Int? {
        guard let previous = head.previous else { return nil }
        guard try await isMissing(previous.number, previous.era, of: tenant) else { return nil }
        var start = previous.number
        while start > 0 {
            start -= page
            guard let first = try await read(after: start, of: tenant).first else { break }
            if try await !isMissing(first.head.number, first.head.era, of: tenant) { break }
        }
        return start
    }

    private func isMissing(_ number: Int, _ era: Int, of tenant: TenantID) async throws(Fault) -> Bool {
        let name = name(number, era, "jws", of: tenant)
        return try await blocking { access(name, F_OK) != 0 }
    }

    private func read(after number: Int, of tenant: TenantID) async throws(Fault) -> [SignedHead] {
        do throws(StoreError) {
            return try await heads.heads(of: tenant, after: number, limit: page)
        } catch {
            throw Fault(description: "the heads before it cannot be read: \(error)")
        }
    }

    /// Such as `acme/0000000012-0.jws`: the head's number and its era.
    private func name(_ number: Int, _ era: Int, _ ending: String, of tenant: TenantID) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 10 - digits.utf8.count))
        return "\(path)/\(tenant.rawValue)/\(zeros)\(digits)-\(era).\(ending)"
    }

    private func write(_ head: SignedHead, _ tenant: TenantID) async throws(Fault) {
        try await write(Array("\(head.statement)\n".utf8), head.head, "jws", tenant)
    }

    private func write(_ bytes: [UInt8], _ head: LogHead, _ ending: String, _ tenant: TenantID) async throws(Fault) {
        let (folder, name) = ("\(path)/\(tenant.rawValue)", name(head.number, head.era, ending, of: tenant))
        let failed = try await blocking { () -> String? in
            guard mkdir(folder, 0o750) == 0 || errno == EEXIST else { return "\(folder) cannot be made: \(Self.words)" }
            guard access(name, F_OK) != 0 else { return nil }
            let new = "\(name).new"
            // Of a try that failed: nobody may write into it any more.
            unlink(new)
            let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o440)
            guard descriptor >= 0 else { return "\(new) cannot be made: \(Self.words)" }
            defer { close(descriptor) }
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return "\(new) cannot be written: \(Self.words)" }
                rest = rest.dropFirst(written)
            }
            guard fsync(descriptor) == 0, rename(new, name) == 0 else { return "\(name) cannot be written: \(Self.words)" }
            let parent = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard parent >= 0 else { return "\(folder) cannot be read: \(Self.words)" }
            defer { close(parent) }
            return fsync(parent) == 0 ? nil : "\(folder) cannot be made durable: \(Self.words)"
        }
        if let failed { throw Fault(description: failed) }
    }

    private static var words: String { String(cString: strerror(errno)) }

    private func blocking<T: Sendable>(_ body: @escaping @Sendable () -> T) async throws(Fault) -> T {
        do {
            return try await pool.run(body)
        } catch {
            throw Fault(description: "the process ends")
        }
    }
}
