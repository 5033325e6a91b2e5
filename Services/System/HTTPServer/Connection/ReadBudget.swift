import Synchronization

/// Shares the bytes that a server may hold of request bodies among those that are being read: a few get large pieces, many get
/// small ones.
final class ReadBudget: Sendable {
    static let smallest = 4 * 1024
    static let largest = 256 * 1024

    private let total: Int
    private let readers = Atomic(0)

    init(total: Int) { self.total = total }

    func begin() { readers.add(1, ordering: .relaxed) }
    func end() { readers.subtract(1, ordering: .relaxed) }

    /// How much is read at a time.
    var piece: Int {
        let fair = total / max(1, readers.load(ordering: .relaxed))
        return min(max(fair, Self.smallest), Self.largest)
    }
}
