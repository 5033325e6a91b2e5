import CEventLoop
import Glibc
import Synchronization

/// Receives the readiness of a descriptor, on the loop's thread.
protocol ReadinessHandler: AnyObject, Sendable {
    func ready(_ events: UInt32)
}

/// A slot of a poller's table. The generation distinguishes a reused slot from the one that an event belongs to.
struct Registration: Hashable, Sendable {
    let slot: UInt32
    let generation: UInt32

    var data: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

    init(slot: UInt32, generation: UInt32) {
        self.slot = slot
        self.generation = generation
    }

    init(data: UInt64) {
        self.init(slot: UInt32(truncatingIfNeeded: data), generation: UInt32(truncatingIfNeeded: data >> 32))
    }
}

/// One epoll instance, its wake-up descriptor, and the table from epoll's data to handlers.
///
/// The data holds a slot and a generation, never a pointer: an event that was fetched before its descriptor was closed
/// finds no handler. Handlers are held weakly: the user of a descriptor owns its handler.
final class Poller: Sendable {
    private struct Slot {
        var generation: UInt32 = 0
        weak var handler: (any ReadinessHandler)?
    }

    private struct Table {
        var slots: [Slot] = []
        var free: [UInt32] = []
    }

    private static let wakeData = UInt64.max
    private let epoll: CInt
    private let wakeDescriptor: CInt
    private let table = Mutex(Table())

    init() throws(EventLoopError) {
        epoll = docket_epoll_create()
        guard epoll >= 0 else { throw .systemCall("epoll_create1") }
        wakeDescriptor = docket_eventfd()
        guard wakeDescriptor >= 0 else {
            let failure = EventLoopError.systemCall("eventfd")
            Glibc.close(epoll)
            throw failure
        }
        guard docket_epoll_control(epoll, EPOLL_CTL_ADD, wakeDescriptor, docket_epoll_in, Self.wakeData) == 0 else {
            let failure = EventLoopError.systemCall("epoll_ctl")
            Glibc.close(wakeDescriptor)
            Glibc.close(epoll)
            throw failure
        }
    }

    deinit {
        Glibc.close(wakeDescriptor)
        Glibc.close(epoll)
    }

    /// Ends a wait, or prevents the next one. Callable from any thread.
    func wake() {
        var one: UInt64 = 1
        // A full counter (EAGAIN) wakes as well.
        _ = Glibc.write(wakeDescriptor, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: - Registrations (any thread)

    func reserve() -> Registration {
        table.withLock { table in
            if let slot = table.free.popLast() {
                return Registration(slot: slot, generation: table.slots[Int(slot)].generation)
            }
            table.slots.append(Slot())
            return Registration(slot: UInt32(table.slots.count - 1), generation: 0)
        }
    }

    /// Starts to watch. From now on `handler` may be called, on the loop's thread.
    func activate(
        _ registration: Registration, descriptor: CInt, events: UInt32, handler: any ReadinessHandler
    ) throws(EventLoopError) {
        table.withLock { $0.slots[Int(registration.slot)].handler = handler }
        guard docket_epoll_control(epoll, EPOLL_CTL_ADD, descriptor, events, registration.data) == 0 else {
            let failure = EventLoopError.systemCall("epoll_ctl")
            free(registration)
            throw failure
        }
    }

    func modify(_ registration: Registration, descriptor: CInt, events: UInt32) throws(EventLoopError) {
        guard docket_epoll_control(epoll, EPOLL_CTL_MOD, descriptor, events, registration.data) == 0 else {
            throw .systemCall("epoll_ctl")
        }
    }

    /// Stops watching; the descriptor must still be open.
    func release(_ registration: Registration, descriptor: CInt) {
        // It fails only if the descriptor has been closed already, and then there is nothing to remove.
        _ = docket_epoll_control(epoll, EPOLL_CTL_DEL, descriptor, 0, 0)
        free(registration)
    }

    private func free(_ registration: Registration) {
        table.withLock { table in
            let index = Int(registration.slot)
            guard table.slots[index].generation == registration.generation else { return }
            table.slots[index] = Slot(generation: registration.generation &+ 1)
            table.free.append(registration.slot)
        }
    }

    private func handler(for data: UInt64) -> (any ReadinessHandler)? {
        let registration = Registration(data: data)
        return table.withLock { table in
            guard Int(registration.slot) < table.slots.count else { return nil }
            let slot = table.slots[Int(registration.slot)]
            return slot.generation == registration.generation ? slot.handler : nil
        }
    }

    // MARK: - Waiting (the loop's thread)

    /// Waits for at most `milliseconds` (-1: without a limit) and calls the handlers.
    func poll(into events: UnsafeMutableBufferPointer<epoll_event>, milliseconds: CInt) {
        let count = epoll_wait(epoll, events.baseAddress, CInt(events.count), milliseconds)
        guard count > 0 else { return }  // a time-out, or EINTR
        for event in events.prefix(Int(count)) {
            let data = event.data.u64
            if data == Self.wakeData {
                var counter: UInt64 = 0
                _ = Glibc.read(wakeDescriptor, &counter, MemoryLayout<UInt64>.size)
            } else {
                handler(for: data)?.ready(event.events)
            }
        }
    }
}
