internal import CLibpq

/// Asks the server to stop what a connection is doing.
///
/// `@unchecked Sendable`: libpq allows `PQcancel` from any thread, and the object does not change; it is freed when nobody holds
/// it any more.
final class CancelHandle: @unchecked Sendable {
    private let cancel: OpaquePointer

    init(_ cancel: OpaquePointer) { self.cancel = cancel }

    deinit { PQfreeCancel(cancel) }

    /// Blocks until the server has taken the request: for the pool of threads. A failed request is no error of anybody's: the
    /// query then simply goes on.
    func request() {
        var message = [CChar](repeating: 0, count: 256)
        _ = PQcancel(cancel, &message, Int32(message.count))
    }
}
