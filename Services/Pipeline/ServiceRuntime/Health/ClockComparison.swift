import Domain
import FoundationEssentials
public import Postgres

/// Compares this machine's clock with the database's. Signatures, leases and due times depend on several clocks: a
/// signature with a wrong time is refused by its receiver.
public enum ClockComparison {
    /// Whether both are known to agree, well enough for erasures by time.
    public static func agrees(_ pool: PostgresPool) async throws -> Bool { try await look(pool) == .ok }

    /// In seconds. Signatures and tokens tolerate minutes, so a drift is reported well before.
    public static let tolerance = 15.0

    static func look(_ pool: PostgresPool) async throws -> Health {
        let before = Date()
        let rows = try? await pool.query("select extract(epoch from clock_timestamp())::float8 as now")
        let after = Date()
        // That the database is away is told by another check.
        guard let there = try rows?.first?.decode("now", as: Double.self) else {
            return .noted("not compared: the database does not answer")
        }
        return judge(
            here: before.timeIntervalSince1970...max(before.timeIntervalSince1970, after.timeIntervalSince1970), there: there)
    }

    /// This machine's clock minus another one's, in seconds. `here` spans the query, in seconds since 1970. It is pure.
    public static func ahead(here: ClosedRange<Double>, there: Double) -> Double {
        there < here.lowerBound ? here.lowerBound - there : there > here.upperBound ? here.upperBound - there : 0
    }

    static func judge(here: ClosedRange<Double>, there: Double) -> Health {
        let ahead = ahead(here: here, there: there)
        guard abs(ahead) > tolerance else { return .ok }
        return .degraded(
            "this machine's clock is \(Int(abs(ahead))) s \(ahead > 0 ? "ahead of" : "behind") the database's: set both by NTP")
    }
}
