public import Domain
internal import Postgres

extension SealingKeyStore {
    /// A process that runs and cannot open all that this version seals, or does not know that a submission can become sealed while it
    /// runs.
    public struct UnawareProcess: Sendable, Hashable, CustomStringConvertible {
        public let service: String
        public let instance: InstanceID
        /// The time until it counts as dead, unless it renews its lease.
        public let lease: Duration

        public var description: String { "\(service) \(instance)" }
    }

    /// How much of what is sealed a process of this version can open: 8, with contacts of webhook endpoints, which is from migration 71 on.
    static let opensLevel = 8

    /// Of a row of `instances`.
    static let isUnaware: SQL = """
        expires_at > now() and (opens_epoch is distinct from epoch or coalesce(opens_level, 0) < \(opensLevel))
        """

    public func unawareProcesses() async throws(StoreError) -> [UnawareProcess] {
        try await StoreError.wrapping("look for processes of an earlier version") {
            try await pool.query(
                """
                select service, id, extract(epoch from expires_at - now())::float8 as lease from instances
                where \(Self.isUnaware) order by service, id
                """
            ).map {
                UnawareProcess(
                    service: try $0.decode("service"), instance: InstanceID(try $0.decode("id")),
                    lease: .seconds(try $0.decode("lease", as: Double.self)))
            }
        }
    }
}
