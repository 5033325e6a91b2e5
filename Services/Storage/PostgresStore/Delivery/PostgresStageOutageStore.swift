public import Domain
public import Postgres
public import Shared

public struct PostgresStageOutageStore: StageOutageStore {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    public func tell(_ causes: [StageOutage.Cause], of stage: Stage, _ lease: Lease) async throws(StoreError) {
        try await StoreError.wrapping("tell of an outage") {
            _ = try await pool.withTransaction { transaction in
                // What dead processes have said goes with it.
                try await transaction.execute(
                    """
                    delete from stage_outages o where (o.stage = \(stage.rawValue) and o.instance = \(lease.instance.rawValue))
                        or not \(Lease.isLive("o.instance", epoch: "o.epoch"))
                    """)
                for cause in causes {
                    let reason = cause.reason.filter { $0 != "\0" }
                    try await transaction.execute(
                        """
                        insert into stage_outages (stage, instance, epoch, dependency, reason, since)
                        values (\(stage.rawValue), \(lease.instance.rawValue), \(lease.epoch), \(cause.dependency.rawValue),
                            \(reason), \(cause.since))
                        """)
                }
            }
        }
    }

    /// The outages of live processes.
    public func outages() async throws(StoreError) -> [StageOutage] {
        try await StoreError.wrapping("list outages") {
            try await pool.query(
                """
                select o.stage, i.service, o.dependency, o.reason, o.since
                from stage_outages o join instances i on i.id = o.instance and i.epoch = o.epoch and i.expires_at > now()
                order by o.since, o.stage, o.instance, o.dependency
                """
            ).map { row in
                StageOutage(
                    stage: try row.decodeCase("stage"), service: try row.decode("service"),
                    cause: StageOutage.Cause(
                        dependency: try row.decodeCase("dependency"), reason: try row.decode("reason"),
                        since: try row.decode("since")))
            }
        }
    }
}
