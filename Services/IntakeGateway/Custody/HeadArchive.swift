import BlobStore
import Custody
import Domain
import PostgresStore
import Shared

/// Signed heads and their time stamps outside of the database: a file for each, in a folder for each tenant.
struct HeadArchive: Sendable {
    let place: any WriteOnceStore
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
        try await write(stamp, as: Self.name(head.number, head.era, "tst", of: tenant))
    }

    /// Nil if the previous head exists; otherwise the number of a head behind which all may be missing. It is looked for backwards, page by
    /// page: an archive is mostly whole.
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
        do throws(BlobError) { return try await !place.has(Self.name(number, era, "jws", of: tenant)) } catch {
            throw Fault(error)
        }
    }

    private func read(after number: Int, of tenant: TenantID) async throws(Fault) -> [SignedHead] {
        do throws(StoreError) {
            return try await heads.heads(of: tenant, after: number, limit: page)
        } catch {
            throw Fault(description: "the heads before it cannot be read: \(error)")
        }
    }

    private func write(_ head: SignedHead, _ tenant: TenantID) async throws(Fault) {
        try await write(Array("\(head.statement)\n".utf8), as: Self.name(head.head.number, head.head.era, "jws", of: tenant))
    }

    private func write(_ bytes: [UInt8], as name: String) async throws(Fault) {
        do throws(BlobError) { try await place.keep(bytes, as: name) } catch { throw Fault(error) }
    }

    /// Such as `acme/0000000012-0.jws`: the head's number and its era.
    private static func name(_ number: Int, _ era: Int, _ ending: String, of tenant: TenantID) -> String {
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, 10 - digits.utf8.count))
        return "\(tenant.rawValue)/\(zeros)\(digits)-\(era).\(ending)"
    }

    struct Fault: Error, Sendable, CustomStringConvertible {
        let description: String
        /// Whether nothing can be kept for the moment, of any tenant.
        let isOutage: Bool

        init(description: String) { (self.description, isOutage) = (description, false) }

        fileprivate init(_ error: BlobError) {
            description = "\(error): \(error.detail)"
            isOutage = error.code == .unavailable || error.code == .storageFull
        }
    }
}
