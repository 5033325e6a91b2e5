public import Domain
public import Postgres
public import Shared

/// Pauses of stages, for all processes of an installation.
public struct PostgresStagePauseStore: Sendable {
    private let pool: PostgresPool

    public init(pool: PostgresPool) { self.pool = pool }

    /// False if the stage is already paused; that pause is unchanged.
    public func pause(_ stage: Stage, actor: String, reason: String?) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("pause a stage") {
            try await pool.execute(
                """
                insert into stage_pauses (stage, actor, reason) values (\(stage.rawValue), \(actor), \(reason))
                on conflict do nothing
                """) == 1
        }
    }

    /// False if the stage is not paused.
    public func resume(_ stage: Stage) async throws(StoreError) -> Bool {
        try await StoreError.wrapping("resume a stage") {
            try await pool.execute("delete from stage_pauses where stage = \(stage.rawValue)") == 1
        }
    }

    public func pauses() async throws(StoreError) -> [StagePause] {
        try await StoreError.wrapping("list pauses") {
            try await pool.query("select stage, actor, reason, since from stage_pauses order by stage").map(Self.read)
        }
    }

    static func read(_ row: Row) throws -> StagePause {
        StagePause(
            stage: try row.decodeCase("stage"), actor: try row.decode("actor"), reason: try row.decodeIfPresent("reason"),
            since: try row.decode("since"))
    }
}
