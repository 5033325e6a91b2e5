internal import CLibrdkafka
internal import EventLoop

/// A queue of librdkafka that can be awaited on a loop.
///
/// librdkafka writes to the wake-up's descriptor only when the queue turns from empty to non-empty: take all events
/// before you wait.
///
/// `@unchecked Sendable`: the queue may be polled from any thread, the pointer never changes, and the wake-up is
/// thread-safe.
final class KafkaQueue: @unchecked Sendable {
    let handle: KafkaHandle
    private let pointer: OpaquePointer
    private let wakeUp: WakeUp

    /// Takes over the reference to the queue.
    init(_ pointer: OpaquePointer, of handle: KafkaHandle, on loop: EventLoop) throws(KafkaError) {
        self.handle = handle
        self.pointer = pointer
        do {
            wakeUp = try WakeUp(on: loop)
        } catch {
            rd_kafka_queue_destroy(pointer)
            throw KafkaError(
                code: .other, isRetriable: true, description: "the Kafka client cannot be made",
                detail: "making its eventfd: \(String(reflecting: error))")
        }
        // An eventfd takes eight bytes at a time and adds them up; librdkafka copies them.
        var one: UInt64 = 1
        rd_kafka_queue_io_event_enable(pointer, wakeUp.descriptor, &one, MemoryLayout<UInt64>.size)
    }

    deinit {
        rd_kafka_queue_io_event_enable(pointer, -1, nil, 0)
        rd_kafka_queue_destroy(pointer)
    }

    /// The next event, if there is one. The caller destroys it.
    func poll() -> OpaquePointer? { rd_kafka_queue_poll(pointer, 0) }

    /// The queue itself, for requests whose answers arrive in it.
    func withPointer<T>(_ body: (OpaquePointer) -> T) -> T { body(pointer) }

    /// Waits until the queue may hold an event.
    func wait() async throws(KafkaError) {
        do {
            try await wakeUp.wait()
        } catch {
            throw .cancelled
        }
    }
}
