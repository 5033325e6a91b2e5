import EventLoop
import Sealing

extension BlobError {
    init(_ error: SealingError) {
        let code: Code =
            switch error.code {
            case .damaged: .damaged
            case .gone: .notFound
            // Another process may have the key, and this one may be given it.
            case .unavailable, .unknownKey: .unavailable
            }
        self.init(code, detail: error.description)
    }
}

extension BlockingPool {
    /// Runs a call that blocks for a store.
    func blob<Value: Sendable>(
        _ body: @escaping @Sendable () throws(BlobError) -> Value
    ) async throws(BlobError) -> Value {
        do { return try await run(body) } catch let error as BlobError { throw error } catch {
            throw BlobError(.unavailable, detail: "the pool for blocking calls: \(error)")
        }
    }
}
