internal import Postgres

/// Runs what changes tables without stopping their readers: a statement that waits for a table, because of a backup for example, makes all
/// later ones wait behind it. So each try waits for half a second at most, and between the tries they pass.
enum ShortTries {
    static func run<T>(
        over connection: PostgresConnection, onWait: () -> Void, _ body: () async throws -> T
    ) async throws -> T {
        var pause = Duration.seconds(1)
        while true {
            try await connection.query("set lock_timeout = '500ms'")
            do {
                let value = try await body()
                // An index that is made beside everybody waits for them, and nobody for it.
                try await connection.query("reset lock_timeout")
                return value
            } catch let error as PostgresError where error.isLockTimeout {
                onWait()
                try await Task.sleep(for: pause)
                pause = min(pause * 2, .seconds(10))
            }
        }
    }
}
