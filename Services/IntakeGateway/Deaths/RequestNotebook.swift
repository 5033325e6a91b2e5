import EventLoop
import Glibc
import HTTPServer
import Synchronization

/// The notes of this process, in a file that is mapped into its memory: to note something is to store some words, and they stay
/// when the process dies.
///
/// `@unchecked Sendable`: the words are atomic, and the mapping stays for as long as this does.
final class RequestNotebook: RequestNotes, @unchecked Sendable {
    struct Fault: Error, Hashable {
        let description: String
    }

    private let descriptor: CInt
    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int
    /// Slots of no connection; the one that was given back last is used first, so that few of them are ever touched.
    private let free: Mutex<[Int]>
    private let refusal: @Sendable (IPAddress) throws(Problem) -> Void

    private static let slotLimit = NoteLayout.maximumSlots

    /// Takes over a file that is open, and locked by this process; `refusal` throws for an address that may not ask. The file's bytes
    /// are reserved: a full disk must not end the process at a store.
    ///
    /// - Throws: ``Fault`` where there is no room, or no mapping.
    init(
        taking file: CInt, slots: Int, boot: String, routes: [String],
        refusing refusal: @escaping @Sendable (IPAddress) throws(Problem) -> Void
    ) throws(Fault) {
        let slots = min(max(slots, 1), Self.slotLimit)
        count = NoteLayout.words(slots: slots)
        // Empty first: what an earlier process has left is zero then.
        guard ftruncate(file, 0) == 0 else { throw Fault(description: String(cString: strerror(errno))) }
        let reserved = posix_fallocate(file, 0, off_t(count * 8))
        guard reserved == 0 else { throw Fault(description: String(cString: strerror(reserved))) }
        guard let mapped = mmap(nil, count * 8, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED else {
            throw Fault(description: String(cString: strerror(errno)))
        }
        words = mapped.bindMemory(to: Atomic<UInt64>.self, capacity: count)
        descriptor = file
        free = Mutex(Array((0..<slots).reversed()))
        self.refusal = refusal
        let header = NoteLayout.header(slots: slots, boot: boot, routes: routes)
        for (index, word) in header.enumerated().dropFirst() { words[index].store(word, ordering: .relaxed) }
        words[0].store(header[0], ordering: .releasing)
    }

    deinit {
        munmap(words, count * 8)
        // A child that was forked and runs nothing of its own yet has the file open, too: closed here, it would stay locked.
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }

    /// Says that this process ends as it was asked to.
    func stop() { words[NoteLayout.stateWord].store(NoteLayout.State.stopped.rawValue, ordering: .releasing) }

    // MARK: - Notes

    func open() -> Int? { free.withLock { $0.popLast() } }

    func close(_ place: Int) {
        end(place)
        free.withLock { $0.append(place) }
    }

    func begin(_ place: Int, route: Int?, client: IPAddress?, at now: LoopInstant) throws(Problem) {
        if let client { try refusal(client) }
        let slot = words + NoteLayout.slot(place)
        let address = client ?? .none
        slot[NoteLayout.addressWord].store(address.high, ordering: .relaxed)
        slot[NoteLayout.addressWord + 1].store(address.low, ordering: .relaxed)
        slot[NoteLayout.seenWord].store(now.nanoseconds, ordering: .relaxed)
        slot[NoteLayout.headWord].store(NoteLayout.head(route: route, actorLength: 0), ordering: .releasing)
    }

    func goesOn(_ place: Int, at now: LoopInstant) {
        words[NoteLayout.slot(place) + NoteLayout.seenWord].store(now.nanoseconds, ordering: .relaxed)
    }

    func identify(_ place: Int, as actor: String, at now: LoopInstant) {
        let slot = words + NoteLayout.slot(place)
        let length = NoteLayout.pack(actor: actor) { slot[$0].store($1, ordering: .relaxed) }
        slot[NoteLayout.seenWord].store(now.nanoseconds, ordering: .relaxed)
        let head = slot[NoteLayout.headWord].load(ordering: .relaxed)
        slot[NoteLayout.headWord].store(NoteLayout.head(head, withActorLength: length), ordering: .releasing)
    }

    func end(_ place: Int) { words[NoteLayout.slot(place) + NoteLayout.headWord].store(0, ordering: .releasing) }
}
