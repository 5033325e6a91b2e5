import EventLoop
import Sealing

extension BlobError {
    /// An error of sealing or opening.
    init(_ error: SealingError) { self.init(error, ifUnavailable: .unavailable) }

    /// An error of looking up a key. `unavailable` then means the provider of keys, not the blob store.
    init(ofKeys error: SealingError) { self.init(error, ifUnavailable: .keyProviderUnavailable) }

    private init(_ error: SealingError, ifUnavailable unavailable: Code) {
        let code: Code =
            switch error.code {
            case .damaged: .damaged
            case .gone: .notFound
            case .unavailable: unavailable
            case .databaseUnavailable: .keysUnavailable
            // Another process may have the key, and this one may be given it.
            case .unknownKey: .unknownKey
            }
        self.init(code, detail: error.description)
    }
}

extension BlockingPool {
    /// Runs a blocking call of a store.
    func blob<Value: Sendable>(
        _ body: @escaping @Sendable () throws(BlobError) -> Value
    ) async throws(BlobError) -> Value {
        do { return try await run(body) } catch let error as BlobError { throw error } catch {
            throw BlobError(.unavailable, detail: "the pool for blocking calls: \(error)")
        }
    }
}
