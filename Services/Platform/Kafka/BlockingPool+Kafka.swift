internal import EventLoop

extension BlockingPool {
    /// Drops the last reference to a client, which ends it and joins its threads. Cancelling the caller does not move that to
    /// the caller's own thread.
    func end(_ client: KafkaQueue?) async {
        // A pool that is closed has no thread for it; then it ends here.
        await Task { try? await run { withExtendedLifetime(client) {} } }.value
    }

    /// Returns when a broker has answered.
    func askForSignOfLife(_ handle: KafkaHandle, within milliseconds: CInt) async throws(KafkaError) {
        _ = try await metadata(handle, within: milliseconds)
    }

    func metadata(_ handle: KafkaHandle, within milliseconds: CInt) async throws(KafkaError) -> ClusterMetadata {
        do {
            return try await run { try handle.metadata(within: milliseconds) }
        } catch let error as KafkaError {
            throw error
        } catch {
            throw .cancelled
        }
    }
}
