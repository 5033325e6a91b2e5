public import Domain
public import EventLoop
public import Telemetry

/// Holds the claim of an idempotency key for as long as its request runs, and gives it back where the request had no effect.
public struct ClaimHolder: Sendable {
    private let keys: any IdempotencyKeys
    private let time: any TimeSource
    private let logger: Logger
    private let apart: @Sendable (_ body: @escaping @Sendable () async -> Void) async -> Void

    /// `apart` runs something to its end whatever becomes of whoever waits for it.
    public init(
        _ keys: any IdempotencyKeys, time: any TimeSource = SystemTime(), logger: Logger,
        apart: @escaping @Sendable (_ body: @escaping @Sendable () async -> Void) async -> Void = { body in
            await Task { await body() }.value
        }
    ) {
        (self.keys, self.time, self.logger, self.apart) = (keys, time, logger, apart)
    }

    public func holding<Answer: Sendable>(
        _ claim: IdempotencyClaim, _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await renewing(claim, body)
        } catch {
            // Also when the request was cancelled, for its client may be about to send it again.
            await apart { await release(claim) }
            throw error
        }
    }

    private func release(_ claim: IdempotencyClaim) async {
        do {
            try await keys.release(claim)
        } catch {
            logger.notice("an idempotency key stays held until its claim runs out", ["detail": .string(error.detail)])
        }
    }

    private func renewing<Answer: Sendable>(
        _ claim: IdempotencyClaim, _ body: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        try await withThrowingTaskGroup(of: Answer?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                // One renewal that fails is no harm: the next one comes before the claim runs out.
                while true {
                    do { try await time.sleep(for: keys.renewalInterval) } catch { return nil }
                    guard (try? await keys.renew(claim)) != false else { return nil }
                }
            }
            defer { group.cancelAll() }
            while let ended = try await group.next() {
                if let answer = ended { return answer }
            }
            throw CancellationError()
        }
    }
}
