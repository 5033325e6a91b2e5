internal import Custody
internal import Postgres

/// The stored tiles of a tenant's log.
enum CustodyTiles {
    static func read(
        _ tiles: some Collection<LogTile>, of tenant: String, over executor: some PostgresExecutor
    ) async throws -> LogTiles {
        guard !tiles.isEmpty else { return LogTiles() }
        let rows = try await executor.query(
            """
            select t.level, t.tile, t.hashes
            from unnest(\(tiles.map(\.level)), \(tiles.map(\.index))) as asked (level, tile)
                join custody_tiles t on t.tenant = \(tenant) and t.level = asked.level and t.tile = asked.tile
            """)
        var content: [LogTile: [UInt8]] = [:]
        for row in rows {
            content[LogTile(level: try row.decode("level"), index: try row.decode("tile"))] = try row.decode("hashes")
        }
        return LogTiles(content)
    }
}
