public import Custody
public import Domain
public import Postgres
public import Shared

/// Proofs of tenants' logs. Each reads only a few rows, however large the log is.
public struct CustodyProofStore: Sendable {
    /// The maximum of leaves in one answer.
    public static let mostLeaves = 1_000

    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// Selects the row of a leaf.
    public enum Wanted: Sendable, Hashable {
        case audit(Int64)
        case event(EventID)
    }

    /// Nil if the tenant has no such row, or the row has no leaf yet.
    public func leaf(of wanted: Wanted, tenant: TenantID) async throws(StoreError) -> LogLeaf? {
        let condition: SQL =
            switch wanted {
            case .audit(let number): "l.kind = 'audit' and l.number = \(number)"
            case .event(let id): "l.kind = 'event' and l.number = (select position from events where id = \(id.uuid))"
            }
        return try await leaves("l.tenant = \(tenant.rawValue) and \(condition)").first
    }

    /// The leaves of a submission, in order, from `index` on.
    public func leaves(
        of submission: SubmissionID, tenant: TenantID, from index: Int, limit: Int
    ) async throws(StoreError) -> [LogLeaf] {
        try await leaves(
            """
            l.tenant = \(tenant.rawValue) and l.submission_id = \(submission.uuid) and l.leaf >= \(index)
            order by l.leaf limit \(min(max(limit, 1), Self.mostLeaves + 1))
            """)
    }

    private func leaves(_ condition: SQL) async throws(StoreError) -> [LogLeaf] {
        try await StoreError.wrapping("read leaves") {
            try await pool.query(
                "select \(CustodyRows.provenLeafColumns) \(CustodyRows.joined) where \(condition)"
            ).compactMap { try CustodyRows.leaf($0, withOutcome: true) }
        }
    }

    /// The hashes of each proof. The tiles of all are read at once.
    public func hashes(of proofs: [LogProof], tenant: TenantID) async throws(StoreError) -> [[LogHash]] {
        let wanted = proofs.reduce(into: Set<LogTile>()) { $0.formUnion($1.tiles) }
        let tiles = try await StoreError.wrapping("read tiles") {
            try await CustodyTiles.read(wanted, of: tenant.rawValue, over: pool)
        }
        let hashes = proofs.compactMap { $0.hashes(from: tiles) }
        guard hashes.count == proofs.count else {
            throw StoreError.corrupt("the tiles of the log of \(tenant) do not hold its leaves: see docket verify --log")
        }
        return hashes
    }
}
