/// The prepared statements of a connection; the least recently used are evicted. Pure: the caller sends the commands.
struct StatementCache {
    struct Key: Hashable {
        let text: String
        let types: [PostgresType]
    }

    struct Entry {
        let name: String
        /// Whether the statement has to be prepared before it can be executed.
        let isNew: Bool
        /// An evicted statement, which must be deallocated.
        let evicted: String?
    }

    private struct Slot {
        let name: String
        var lastUse: UInt64
    }

    let capacity: Int
    private var slots: [Key: Slot] = [:]
    private var uses: UInt64 = 0
    private var made: UInt64 = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    /// The entry of a statement. `pinned` are keys of the same batch, which are not evicted.
    mutating func entry(for key: Key, pinned: Set<Key>) -> Entry {
        uses += 1
        if var slot = slots[key] {
            slot.lastUse = uses
            slots[key] = slot
            return Entry(name: slot.name, isNew: false, evicted: nil)
        }
        var evicted: String?
        if slots.count >= capacity,
            let oldest = slots.lazy.filter({ !pinned.contains($0.key) }).min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            evicted = oldest.value.name
            slots[oldest.key] = nil
        }
        made += 1
        let name = "s\(made)"
        slots[key] = Slot(name: name, lastUse: uses)
        return Entry(name: name, isNew: true, evicted: evicted)
    }

    /// Removes a statement whose preparation failed.
    mutating func forget(_ key: Key) { slots[key] = nil }
}
