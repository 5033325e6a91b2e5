/// The finished records of an assigned partition. The group's position is the first unfinished one. It is pure.
struct PartitionLedger {
    private struct Entry {
        let offset: Int64
        var isFinished = false
    }

    /// By offset.
    private var entries: ArraySlice<Entry> = []
    private var lastFinished: Int64?
    private var lastStored: Int64?

    /// The number of unfinished records, and of finished ones after them.
    var count: Int { entries.count }

    /// False for an offset that is in progress: the record came again.
    mutating func received(_ offset: Int64) -> Bool {
        guard let last = entries.last else {
            entries.append(Entry(offset: offset))
            return true
        }
        if offset > last.offset {
            entries.append(Entry(offset: offset))
            return true
        }
        // The consumer went back. What is under way is known; the rest is taken in anew.
        let index = place(of: offset)
        if index < entries.endIndex, entries[index].offset == offset { return false }
        entries.insert(Entry(offset: offset), at: index)
        return true
    }

    mutating func finished(_ offset: Int64) {
        let index = place(of: offset)
        guard index < entries.endIndex, entries[index].offset == offset else { return }
        entries[index].isFinished = true
        while let first = entries.first, first.isFinished {
            lastFinished = max(first.offset, lastFinished ?? first.offset)
            entries = entries.dropFirst()
        }
    }

    /// The first unfinished offset; nil before any record.
    var position: Int64? { entries.first?.offset ?? lastFinished.map { $0 + 1 } }

    /// The offset to store, if it has changed since the last call.
    mutating func takeStorable() -> Int64? {
        guard lastFinished != nil, let next = position, next != lastStored else { return nil }
        lastStored = next
        return next
    }

    /// The first index with an offset not below this one.
    private func place(of offset: Int64) -> Int {
        var low = entries.startIndex
        var high = entries.endIndex
        while low < high {
            let middle = low + (high - low) / 2
            if entries[middle].offset < offset { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
