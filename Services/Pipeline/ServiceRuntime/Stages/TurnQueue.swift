/// The loops of a process that may run handlers now: any number together, or one alone. It is pure.
///
/// Turns are first come, first served: a loop that waits to be alone blocks starts of later loops, and a loop that waited
/// during another's turn alone goes before the next one that wants to be alone. So neither kind starves the other.
struct TurnQueue {
    typealias Loop = Int

    private struct Wish: Hashable {
        let loop: Loop
        let isAlone: Bool
    }

    private var together: Set<Loop> = []
    private(set) var alone: Loop?
    private var wishes: [Wish] = []

    /// Whether the loop may start handlers beside others. Otherwise it joins the queue.
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

    /// Whether the loop, which runs nothing itself, may run a handler alone. Otherwise it joins the queue.
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

    /// Whether the loop could start handlers.
    func isOpen(to loop: Loop) -> Bool { alone == nil && !wishes.contains { $0.isAlone && $0.loop != loop } }

    /// Reports the loop's state. Unused turns are returned, and unwanted ones leave the queue. A wish to be alone is
    /// queued early, so that other loops finish meanwhile. Returns whether others may now get a turn.
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
