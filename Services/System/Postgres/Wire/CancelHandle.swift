internal import CLibpq

/// Asks the server to cancel the query of a connection.
///
/// `@unchecked Sendable`: libpq allows `PQcancel` from any thread, and the object does not change. It is freed with its
/// last reference.
final class CancelHandle: @unchecked Sendable {
    private let cancel: OpaquePointer

    init(_ cancel: OpaquePointer) { self.cancel = cancel }

    deinit { PQfreeCancel(cancel) }

    /// Blocks until the server has taken the request: call it on the pool of threads. Failures are ignored: the query
    /// then goes on.
    func request() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &message, Int32(message.count))
    }
}
