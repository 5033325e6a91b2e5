/// Suspended tasks in the order of their arrival. Each can leave early. The owner's mutex guards the list.
struct WaiterList<Element> {
    private var waiting: [UInt64: Element] = [:]
    private var first: UInt64 = 0
    private var next: UInt64 = 0

    var count: Int { waiting.count }

    /// An id for a waiter that may be added later.
    mutating func reserveID() -> UInt64 {
        defer { next += 1 }
        return next
    }

    mutating func add(_ id: UInt64, _ element: Element) {
        waiting[id] = element
        // One that came after it may have been added, and taken out, before it was.
        first = min(first, id)
    }

    mutating func remove(_ id: UInt64) -> Element? { waiting.removeValue(forKey: id) }

    mutating func popFirst() -> Element? {
        guard !waiting.isEmpty else { return nil }
        while first < next {
            defer { first += 1 }
            if let element = waiting.removeValue(forKey: first) { return element }
        }
        return nil
    }

    mutating func removeAll() -> [Element] {
        defer {
            waiting = [:]
            first = next
        }
        return waiting.sorted { $0.key < $1.key }.map(\.value)
    }
}
