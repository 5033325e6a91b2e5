#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Requests that are repeated after a lost answer. Their key lets the gateway recognise the repetition.
extension IntakeClient {
    /// Sends a request without a key once. A request with a key is repeated until there is an answer, and until the
    /// gateway has finished an earlier attempt, which may outlive its connection.
    func repeating(_ request: GatewayRequest) async throws(IntakeClientError) -> GatewayResponse {
        guard request.headers["idempotency-key"] != nil else { return try await transport.send(request) }
        let deadline = time.now.addingTimeInterval(Self.repeatLimit / .seconds(1))
        var losses = 0
        while true {
            var pause = Self.firstPause
            do {
                let response = try await transport.send(request)
                guard response.status == 409, case let problem = GatewayProblem(response),
                    problem.type == "idempotency-key-in-use"
                else { return response }
                pause = .seconds(min(10, max(1, problem.retryAfter ?? 1)))
                guard time.now.addingTimeInterval(pause / .seconds(1)) <= deadline else { return response }
            } catch {
                losses += 1
                guard error.code == .unreachable, error.isRetriable, losses < Self.maximumTries else { throw error }
                pause = Self.firstPause * (1 << losses)
            }
            do { try await time.sleep(for: pause) } catch { throw .cancelled }
        }
    }

    private static var maximumTries: Int { 4 }
    private static var firstPause: Duration { .milliseconds(100) }
    /// Longer than a gateway process that died can hold a key.
    private static var repeatLimit: Duration { .seconds(60) }
}
