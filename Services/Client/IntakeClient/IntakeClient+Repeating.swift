#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Requests that are sent again when their answer was lost. Their key lets the gateway know them for the same.
extension IntakeClient {
    /// Sends once what has no key. What has one is sent again while no answer comes, and until the gateway has ended with an
    /// earlier try of it, which it may go on with for a while after the connection is gone.
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
    /// Longer than the gateway lets a process that died hold a key.
    private static var repeatLimit: Duration { .seconds(60) }
}
