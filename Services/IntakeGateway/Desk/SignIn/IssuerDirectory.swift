import HTTPClient
import ServiceRuntime
import Shared
import Synchronization
import Telemetry

/// Caches the metadata of the issuer for ten minutes. While the issuer cannot be reached, the old metadata remains in
/// use.
final class IssuerDirectory: Sendable {
    private struct Known {
        var metadata: IssuerMetadata
        var readAt: Timestamp
    }

    private static let lifetime = Duration.seconds(600)
    private static let patience = Duration.seconds(5)

    let issuer: String
    private let client: HTTPClient
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let known = Mutex<Known?>(nil)

    init(of issuer: String, client: HTTPClient, logger: Logger, now: @escaping @Sendable () -> Timestamp) {
        (self.issuer, self.client, self.logger, self.now) = (issuer, client, logger, now)
    }

    func metadata() async throws(SignInFailure) -> IssuerMetadata {
        let now = now()
        let known = known.withLock { $0 }
        if let known, known.readAt <= now, known.readAt.adding(Self.lifetime) > now { return known.metadata }
        do {
            let metadata = try IssuerMetadata(try await document(at: IssuerMetadata.address(of: issuer)), of: issuer)
            self.known.withLock { $0 = Known(metadata: metadata, readAt: now) }
            return metadata
        } catch {
            let detail = (error as? IssuerMetadata.Fault)?.description ?? OperatorWords.of(error)
            guard let known else { throw SignInFailure(.issuer, "the issuer cannot be asked: \(detail)") }
            logger.warning("the desk's issuer cannot be asked; what it said before goes on counting", ["error": .string(detail)])
            return known.metadata
        }
    }

    /// Requests the issuer's public keys, without a cache.
    func keys() async throws -> [UInt8] { try await document(at: try await metadata().keys) }

    private func document(at url: String) async throws -> [UInt8] {
        var request = ClientRequest("GET", url, headers: ["accept": "application/json"])
        request.timeout = Self.patience
        request.maximumResponseBytes = 1_000_000
        let answer = try await client.send(request)
        guard answer.isSuccess else { throw KeySetProvider.UnexpectedAnswer(status: answer.status) }
        return answer.body
    }
}
