/// Which records of an assigned partition are finished. The group's position is the first that is not. Pure.
struct PartitionLedger {
    private struct Entry {
        let offset: Int64
        var isFinished = false
    }

    /// By offset.
    private var entries: ArraySlice<Entry> = []
    private var lastFinished: Int64?
    private var lastStored: Int64?

    /// Records that are not finished, and finished ones behind them.
    var count: Int { entries.count }

    /// False for an offset that is under way: the record came again.
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

    /// The first offset that is not finished; nil before any record came.
    var position: Int64? { entries.first?.offset ?? lastFinished.map { $0 + 1 } }

    /// The offset to store, when it has changed since it was last asked for.
    mutating func takeStorable() -> Int64? {
        guard lastFinished != nil, let next = position, next != lastStored else { return nil }
        lastStored = next
        return next
    }

    /// The first place whose offset is not below this one.
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
