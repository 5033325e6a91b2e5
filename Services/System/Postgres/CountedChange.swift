extension SQL {
    /// An INSERT, UPDATE or DELETE without RETURNING that fails unless it changes so many rows, with an error that
    /// ``PostgresError/isOfCount`` tells: what is sent behind it in one round trip, such as COMMIT, is not carried out then. The error is
    /// that of a division by zero: nothing beside it may divide.
    public func changing(_ count: Int) -> SQL {
        "with changed as (\(self) returning 1) select 1 / (count(*) = \(count))::int from changed"
    }
}

extension PostgresError {
    /// Whether a statement has changed another number of rows than ``SQL/changing(_:)`` allows.
    public var isOfCount: Bool { sqlState == "22012" }
}
