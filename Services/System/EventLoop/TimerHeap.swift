/// The timers of one loop: a binary heap by deadline, with cancelled entries removed lazily.
struct TimerHeap {
    struct Action {
        let fired: () -> Void
        let cancelled: () -> Void
    }

    private struct Entry {
        let deadline: LoopInstant
        let id: UInt64

        func isBefore(_ other: Entry) -> Bool {
            deadline == other.deadline ? id < other.id : deadline < other.deadline
        }
    }

    private var entries: [Entry] = []
    private var actions: [UInt64: Action] = [:]

    /// The number of live timers.
    var count: Int { actions.count }

    /// `id` must be new and greater than earlier ones: timers with the same deadline fire in the order of their ids.
    mutating func add(
        id: UInt64, deadline: LoopInstant, fired: @escaping () -> Void, cancelled: @escaping () -> Void = {}
    ) {
        actions[id] = Action(fired: fired, cancelled: cancelled)
        entries.append(Entry(deadline: deadline, id: id))
        siftUp(from: entries.count - 1)
    }

    /// The action of a timer that had not fired; nil if it had, or was cancelled before.
    mutating func cancel(id: UInt64) -> Action? {
        guard let action = actions.removeValue(forKey: id) else { return nil }
        if entries.count > 64, entries.count > 2 * actions.count { compact() }
        return action
    }

    /// The deadline of the next live timer.
    mutating func nextDeadline() -> LoopInstant? {
        dropCancelled()
        return entries.first?.deadline
    }

    /// Removes and returns the next action that is due.
    mutating func popDue(at now: LoopInstant) -> Action? {
        dropCancelled()
        guard let first = entries.first, first.deadline <= now else { return nil }
        removeFirst()
        return actions.removeValue(forKey: first.id)
    }

    /// Removes and returns every action that had not fired.
    mutating func removeAll() -> [Action] {
        defer { self = TimerHeap() }
        return entries.compactMap { actions[$0.id] }
    }

    private mutating func dropCancelled() {
        while let first = entries.first, actions[first.id] == nil { removeFirst() }
    }

    private mutating func compact() {
        var live = entries.filter { actions[$0.id] != nil }
        live.sort { $0.isBefore($1) }  // a sorted array is a heap
        entries = live
    }

    private mutating func removeFirst() {
        let last = entries.removeLast()
        guard !entries.isEmpty else { return }
        entries[0] = last
        siftDown(from: 0)
    }

    private mutating func siftUp(from start: Int) {
        var child = start
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].isBefore(entries[parent]) else { return }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var parent = start
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < entries.count && entries[child].isBefore(entries[smallest]) {
                smallest = child
            }
            guard smallest != parent else { return }
            entries.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
