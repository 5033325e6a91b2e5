internal import EventLoop

extension BlockingPool {
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
