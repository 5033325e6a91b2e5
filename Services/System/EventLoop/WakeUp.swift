import CEventLoop
import Glibc

/// An eventfd through which another thread, often one of a C library, wakes a task on a loop.
///
/// Signals without a waiter are kept as one. Keep the object alive while a library may write to ``descriptor``.
public final class WakeUp: Sendable {
    private let owned: OwnedDescriptor
    private let watch: DescriptorWatch

    /// For a library that writes eight bytes itself (`rd_kafka_queue_io_event_enable`).
    public var descriptor: CInt { owned.number }

    /// Callable from any thread.
    public init(on loop: EventLoop) throws(EventLoopError) {
        let number = docket_eventfd()
        guard number >= 0 else { throw .systemCall("eventfd") }
        owned = OwnedDescriptor(number)
        watch = try DescriptorWatch(descriptor: number, on: loop)
    }

    deinit { watch.cancel() }

    /// Wakes the waiter, or makes the next wait return at once. Callable from any thread; never blocks.
    public func signal() {
        var one: UInt64 = 1
        _ = Glibc.write(owned.number, &one, MemoryLayout<UInt64>.size)
    }

    /// Waits for a signal and consumes all that have come. One task at a time; callable from any thread.
    ///
    /// - Throws: `CancellationError`, ``EventLoopError``.
    public func wait() async throws {
        while true {
            var count: UInt64 = 0
            if Glibc.read(owned.number, &count, MemoryLayout<UInt64>.size) > 0 { return try Task.checkCancellation() }
            _ = try await watch.wait(for: .read)
        }
    }
}
