/// Which loops of a process may run handlers now: any number of them beside each other, or one alone. Pure.
///
/// First come, first served: who waits to be alone keeps those from starting more that came later, and who waited to start
/// while another was alone goes before the next one that wants to be alone. So neither can starve the other.
struct TurnQueue {
    typealias Loop = Int

    private struct Wish: Hashable {
        let loop: Loop
        let isAlone: Bool
    }

    private var together: Set<Loop> = []
    private(set) var alone: Loop?
    private var wishes: [Wish] = []

    /// Whether the loop may start handlers beside others; if not, it waits in the queue.
    mutating func takeTogether(_ loop: Loop) -> Bool {
        let wish = Wish(loop: loop, isAlone: false)
        guard alone == nil, !before(wish).contains(where: { $0.isAlone && $0.loop != loop }) else {
            queue(wish)
            return false
        }
        wishes.removeAll { $0 == wish }
        together.insert(loop)
        return true
    }

    /// Whether the loop, which has nothing running itself, may run a handler alone; if not, it waits in the queue.
    mutating func takeAlone(_ loop: Loop) -> Bool {
        let wish = Wish(loop: loop, isAlone: true)
        guard alone == nil, together.subtracting([loop]).isEmpty, before(wish).allSatisfy({ $0.loop == loop }) else {
            queue(wish)
            return false
        }
        wishes.removeAll { $0 == wish }
        together.remove(loop)
        alone = loop
        return true
    }

    /// Whether the loop could start handlers if it asked.
    func isOpen(to loop: Loop) -> Bool { alone == nil && !wishes.contains { $0.isAlone && $0.loop != loop } }

    /// Says how the loop stands. What it does not use any more it gives back, and what it does not want any more it does not wait
    /// for; that it wants to be alone is known before it can be, so that the others come to their end meanwhile. Answers whether
    /// others may get what they wait for.
    mutating func settle(_ loop: Loop, isRunning: Bool, wantsTogether: Bool, wantsAlone: Bool) -> Bool {
        let former = (together, alone, wishes.count)
        if !isRunning {
            together.remove(loop)
            if alone == loop { alone = nil }
        }
        wishes.removeAll { $0.loop == loop && !($0.isAlone ? wantsAlone : wantsTogether) }
        let isFree = (together, alone, wishes.count) != former
        if wantsAlone, alone != loop { queue(Wish(loop: loop, isAlone: true)) }
        return isFree
    }

    private func before(_ wish: Wish) -> ArraySlice<Wish> { wishes.prefix { $0 != wish } }

    private mutating func queue(_ wish: Wish) {
        if !wishes.contains(wish) { wishes.append(wish) }
    }
}
