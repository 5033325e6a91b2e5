internal import Custody
public import Domain
internal import Postgres

/// Time stamps (RFC 3161). Stamping the newest head of a log also covers all earlier ones, which it names.
extension CustodyHeadStore {
    /// The newest unstamped heads of tenants after `tenant`, in order.
    public func unstamped(after tenant: String = "", limit: Int) async throws(StoreError) -> [SignedHead] {
        try await StoreError.wrapping("look for heads to stamp") {
            try await pool.query(
                """
                select h.statement, h.stamp from custody_trees t join lateral (
                    select statement, stamp from custody_heads h where h.tenant = t.tenant order by number desc limit 1
                ) h on true
                where t.tenant > \(tenant) and h.stamp is null order by t.tenant limit \(limit)
                """
            ).map { try SignedHead($0) }
        }
    }

    /// Stores an authority's stamp of a head. An earlier stamp stays.
    public func keep(_ stamp: [UInt8], of head: SignedHead) async throws(StoreError) {
        _ = try await StoreError.wrapping("keep a time stamp") {
            try await pool.execute(
                """
                update custody_heads set stamp = \(Bytes(stamp))
                where tenant = \(head.head.tenant) and number = \(head.head.number) and statement = \(head.statement)
                    and stamp is null
                """)
        }
    }

    /// The age in seconds of the oldest head without a stamp on itself or a later one; 0 if there is none.
    public func oldestUnstamped() async throws(StoreError) -> Double {
        try await StoreError.wrapping("look at the age of time stamps") {
            try await pool.query(
                """
                select coalesce(greatest(extract(epoch from now() - min(h.signed_at)), 0), 0)::float8 as seconds
                from custody_trees t join lateral (
                    select signed_at from custody_heads h where h.tenant = t.tenant and h.number > coalesce((
                        select max(s.number) from custody_heads s where s.tenant = t.tenant and s.stamp is not null), 0)
                    order by h.number limit 1
                ) h on true
                """)[0].decode("seconds")
        }
    }
}

extension SignedHead {
    /// From `statement` and `stamp`.
    init(_ row: Row) throws {
        let statement = try row.decode("statement", as: String.self)
        guard let head = LogHead(unverified: statement) else {
            throw StoreError.corrupt("a head of a log is none: see docket verify --log")
        }
        self.init(head: head, statement: statement, stamp: try row.decodeIfPresent("stamp", as: [UInt8].self))
    }
}
