/// Verifies proofs.
public enum LogProofCheck {
    /// Whether a leaf is in a log of this size and root (RFC 9162, section 2.1.3.2).
    public static func holds(leaf: LogHash, index: Int, size: Int, root: LogHash, proof: [LogHash]) -> Bool {
        guard index >= 0, index < size else { return false }
        var (place, last, hash) = (index, size - 1, leaf)
        for sibling in proof {
            guard last > 0 else { return false }
            if place & 1 == 1 || place == last {
                hash = LogHash(sibling, hash)
                while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
            } else {
                hash = LogHash(hash, sibling)
            }
            (place, last) = (place >> 1, last >> 1)
        }
        return last == 0 && hash == root
    }

    /// Whether a log of the size `new` extends one of the size `old` (RFC 9162, section 2.1.4.2).
    public static func holds(
        old: (size: Int, root: LogHash), new: (size: Int, root: LogHash), proof: [LogHash]
    ) -> Bool {
        guard old.size >= 0, old.size <= new.size else { return false }
        if old.size == new.size { return proof.isEmpty && old.root == new.root }
        if old.size == 0 { return proof.isEmpty && old.root == .empty }
        // A whole subtree is its own beginning.
        let path = (old.size & (old.size - 1) == 0 ? [old.root] : []) + proof
        guard !proof.isEmpty, let first = path.first else { return false }
        var (place, last) = (old.size - 1, new.size - 1)
        while place & 1 == 1 { (place, last) = (place >> 1, last >> 1) }
        var (oldHash, newHash) = (first, first)
        for sibling in path.dropFirst() {
            guard last > 0 else { return false }
            if place & 1 == 1 || place == last {
                (oldHash, newHash) = (LogHash(sibling, oldHash), LogHash(sibling, newHash))
                while place & 1 == 0, place != 0 { (place, last) = (place >> 1, last >> 1) }
            } else {
                newHash = LogHash(newHash, sibling)
            }
            (place, last) = (place >> 1, last >> 1)
        }
        return last == 0 && oldHash == old.root && newHash == new.root
    }
}
