/// Runs `body`, and `end` after it, whether `body` returns or throws: a `defer` cannot await.
public func ending<Result, Failure: Error>(
    with end: () async -> Void, _ body: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
    do {
        let result = try await body()
        await end()
        return result
    } catch {
        await end()
        throw error
    }
}
