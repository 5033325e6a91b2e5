import EventLoop
import Glibc
import HTTPServer
import Synchronization

/// The request records of this process, in a memory-mapped file: a record is a few stored words, which survive the
/// process.
///
/// `@unchecked Sendable`: the words are atomic, and the mapping lasts as long as this object.
final class RequestNotebook: RequestNotes, @unchecked Sendable {
    struct Fault: Error, Hashable {
        let description: String
    }

    private let descriptor: CInt
    private let words: UnsafeMutablePointer<Atomic<UInt64>>
    private let count: Int
    /// Free slots. The last freed slot is used first, so that few of them are ever touched.
    private let free: Mutex<[Int]>
    private let refusal: @Sendable (IPAddress) throws(Problem) -> Void

    private static let slotLimit = NoteLayout.maximumSlots

    /// Takes ownership of an open file that this process has locked. `refusal` throws for a refused address. The file's
    /// space is allocated: a store on a full disk would end the process.
    ///
    /// - Throws: ``Fault`` without space or a mapping.
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

    /// Records that this process stops as requested.
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
