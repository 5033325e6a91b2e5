import PostgresStore
import Shared

extension GatewayServices {
    /// Erases the bytes of a file that became no page, unless a page refers to them by then.
    func discarding(
        _ digest: ContentDigest, of submission: Submission, _ keep: () async throws -> Submission
    ) async throws -> Submission {
        do {
            return try await keep()
        } catch {
            // Also when the request was cancelled. Where the database does not answer, they stay.
            _ = await Task { try? await store.discard(digest, of: submission.id, tenant: submission.tenant) }.value
            throw error
        }
    }
}
